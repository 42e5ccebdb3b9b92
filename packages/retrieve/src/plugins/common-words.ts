/**
 * Words too common to be a title on their own: a query that holds one is hardly ever calling a work by its name.
 *
 * Function words of the languages `@archive/text` lists, and the plain words people use in any question. Folded.
 */
import { foldForSearch, stopWords } from '@archive/text';

const PLAIN =
  'age air answer art article beginning body book books chapter child children city country day death dream end essay essays evening ' +
  'example eye face family father fire food friend friends game hand head heart history home house idea ideas introduction journal ' +
  'journey language letter letters life light list love man men mind money month moon morning mother music name nature news night ' +
  'note notes now page part people person picture place poem poems power question questions reading review river road school sea ' +
  'song songs spring stories story summary summer sun talk talking text thing things thought thoughts time title today tomorrow ' +
  'travel tree truth update voice war water way week winter woman women word words work world writing year years yesterday ' +
  'arbeit buch frage geschichte haus leben liebe mensch nacht tag welt wort zeit ' +
  'amour histoire jour livre maison monde mort mot nuit question temps vie ' +
  'amor casa cosa día historia libro muerte mundo noche palabra tiempo vida';

/** The common words of all languages together. */
export const COMMON_WORDS: ReadonlySet<string> = new Set(
  [...stopWords(), ...PLAIN.split(' ')].map(foldForSearch),
);
