/**
 * Lists every authored string of a work that a hit carries besides text and gist, in the order they are checked.
 *
 * Structural strings are among them where an author can put words into them: ids, locators, labels, links and catalogue
 * numbers, of which the words are checked. Dates and types have their own rules elsewhere.
 */
import { type Identifier, renderLocatorLabel } from '@archive/contract';
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import { identifierWords, linkWords, numbersOf } from './link-words.ts';
import { PUBLIC_SAFE_MAX_CHARS } from './lint-defaults.ts';

/** One authored string and how it is checked. */
export interface TravellingString {
  /** Where it stands: `title`, `fragments[3].locator[0].value`. */
  readonly field: string;
  /** Place of its fragment in the list; absent for strings of the work itself. */
  readonly fragment?: number;
  readonly value: string;
  /** Longest allowed, in code points. */
  readonly maxChars: number;
  /** Whether it is compared with the text, or only bounded. */
  readonly checkText: boolean;
  /** A string whose own runs do not count. */
  readonly released: string | undefined;
}

/**
 * The authored strings of a work and its fragments; absent and empty ones are left out, except the title.
 *
 * Ids are among them (decisions 1.10): their dashes separate words. Where the title is declared public, an id may say
 * what it says, and so may a link or a catalogue number; of these the value is their words, not what is written.
 *
 * @throws {LocatorError} when a locator cannot be rendered
 */
export function travellingStrings(
  entity: Entity,
  fragments: readonly (Fragment | FragmentInput)[],
): TravellingString[] {
  const isTitlePublic = entity.policy?.publicTitle === true;
  const released = isTitlePublic ? entity.title : undefined;
  const strings: TravellingString[] = [];
  const list = (field: string, value: string | undefined, options: Partial<TravellingString> = {}): void => {
    if (value === undefined || value === '') return;
    strings.push({
      field,
      value,
      maxChars: PUBLIC_SAFE_MAX_CHARS,
      checkText: true,
      released: undefined,
      ...options,
    });
  };
  const listWords = (field: string, words: string, options: Partial<TravellingString> = {}): void =>
    list(field, words, {
      maxChars: ID_MAX_CHARS,
      released: `${released ?? ''} ${numbersOf(words)}`,
      ...options,
    });
  const listIdentifiers = (at: string, identifiers: readonly Identifier[], options = {}): void => {
    for (const [place, { value }] of identifiers.entries())
      listWords(`${at}identifiers[${place}].value`, identifierWords(value), options);
  };
  strings.push({
    field: 'title',
    value: entity.title,
    maxChars: PUBLIC_SAFE_MAX_CHARS,
    checkText: !isTitlePublic,
    released: undefined,
  });
  list('version', entity.version);
  for (const [at, { name, role, identifiers = [] }] of entity.attribution.entries()) {
    list(`attribution[${at}].name`, name);
    list(`attribution[${at}].role`, role);
    listIdentifiers(`attribution[${at}].`, identifiers);
  }
  for (const [at, theme] of (entity.themes ?? []).entries()) list(`themes[${at}]`, theme);
  list('id', entity.id, { maxChars: ID_MAX_CHARS, released });
  listWords('url', linkWords(entity.url, entity.id));
  listIdentifiers('', entity.identifiers);

  for (const [fragment, { id, locator, attribution, themes }] of fragments.entries()) {
    const at = `fragments[${fragment}]`;
    list(`${at}.id`, id, { fragment, maxChars: ID_MAX_CHARS, released });
    for (const [step, { value, end }] of locator.entries()) {
      list(`${at}.locator[${step}].value`, value, { fragment });
      list(`${at}.locator[${step}].end`, end, { fragment });
    }
    list(`${at}.locatorLabel`, renderLocatorLabel(locator), { fragment });
    for (const [place, { name, role, identifiers = [] }] of (attribution ?? []).entries()) {
      list(`${at}.attribution[${place}].name`, name, { fragment });
      list(`${at}.attribution[${place}].role`, role, { fragment });
      listIdentifiers(`${at}.attribution[${place}].`, identifiers, { fragment });
    }
    for (const [place, theme] of (themes ?? []).entries())
      list(`${at}.themes[${place}]`, theme, { fragment });
  }
  return strings;
}

/** What the wire allows an id to have; how long a new one may be is the reader's rule. */
const ID_MAX_CHARS = 2048;
