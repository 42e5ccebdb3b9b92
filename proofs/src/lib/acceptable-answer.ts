/**
 * The slow, obvious judge of an answer: what nobody may find in one that was given. It shares no code with the checks it judges.
 *
 * It knows the hits that were found, so it can say that a citation is a public passage under its own address, that quotations
 * and digits stand in a cited passage, that prose is plain, and that a sentence has words in common with what it cites. Where a
 * proof made the sentences itself, it also knows which of them are true, and of which passage.
 */
import { type Answer, type EvidenceHit, parseAnswer, type TextHit } from '@archive/contract';

/** What a proof knows of a sentence it made: the passages that state it; none when it is made up. */
export type Truths = ReadonlyMap<string, ReadonlySet<string>>;

/** What an answer is judged by. */
export interface JudgedBy {
  hits: readonly EvidenceHit[];
  truths?: Truths;
  /** Strings that no prose may hold, such as words of private text. */
  forbidden?: readonly string[];
}

/** Why an answer is not acceptable; undefined when it is. */
export function whyUnacceptable(
  answer: Answer,
  { hits, truths, forbidden = [] }: JudgedBy,
): string | undefined {
  parseAnswer(answer);
  if (answer.mode === 'not-found' && answer.sentences.length + answer.related.length > 0)
    return 'a refusal that says something';
  for (const { text, citations } of answer.sentences) {
    const cited: TextHit[] = [];
    for (const { fragmentId, url } of citations) {
      const hit = hits.find((found) => found.fragmentId === fragmentId);
      if (hit === undefined) return 'a citation of nothing';
      if (hit.exposure !== 'text') return 'a citation of what is not released';
      if (hit.entity.url !== url) return 'a citation under another address';
      cited.push(hit);
    }
    if (cited.length === 0) return 'a sentence without a citation';
    const fault =
      formFault(text) ??
      quotationFault(text, cited) ??
      digitFault(text, cited) ??
      addedFault(text, cited) ??
      supportFault(text, cited);
    if (fault !== undefined) return fault;
    if (forbidden.some((words) => flat(text).includes(flat(words))))
      return 'prose that holds what is not released';
    for (const [known, sources] of truths ?? []) {
      if (!flat(text).includes(flat(known))) continue;
      if (!cited.some(({ fragmentId }) => sources.has(fragmentId)))
        return 'a sentence that no cited passage states';
    }
  }
  for (const { places, entity, text } of answer.related) {
    if (text.includes('://')) return 'an address in the template';
    if (/<[a-z!/?]|\]\(|\]\[|!\[|`/i.test(text)) return 'markup in the template';
    for (const place of places) {
      const hit = hits.find((found) => found.fragmentId === place.fragmentId);
      if (hit === undefined || hit.exposure === 'text' || hit.entity.url !== entity.url)
        return 'a place that was not found';
      if (place.exposure !== hit.exposure) return 'a place with another exposure';
      if (place.exposure === 'semantic' && (hit.exposure !== 'semantic' || place.gist !== hit.gist))
        return 'another description';
    }
  }
  return undefined;
}

function formFault(text: string): string | undefined {
  const plain = text.normalize('NFKC');
  for (const char of text) {
    if (/\p{Cc}|\p{Zl}|\p{Zp}/u.test(char)) return 'a control character';
    if (/\p{Cf}/u.test(char) && char !== '\u200c' && char !== '\u200d') return 'a character nobody sees';
    if (/[\ufe00-\ufe0f\u{e0100}-\u{e01ef}\ufffc\u2800]/u.test(char)) return 'a character that shows nothing';
  }
  for (const piece of [
    '://',
    'www.',
    '](',
    '![',
    '<img',
    '<a ',
    '<script',
    '</',
    '`',
    '**',
    '【',
    '[^',
    'javascript:',
    'mailto:',
    '†',
    'skype:',
    '\\\\',
  ])
    if (plain.toLowerCase().includes(piece)) return `markup or an address: ${piece}`;
  if (/\[\s*\d/.test(plain)) return 'a citation marker';
  for (const word of plain.split(/\s+/)) {
    if (/.@./.test(word)) return 'an e-mail address';
    if (/^[("“]*([a-z0-9-]+\.)+(com|org|net|io|xyz|example|test|dev|info|co|ru)\b/i.test(word))
      return 'a domain';
  }
  if (/^\s*(#|-\s|\*\s|>|\d+\.\s)/.test(plain)) return 'a heading or a list';
  return undefined;
}

/** Letters and digits of a text in lower case, with single spaces between words. */
function flat(text: string): string {
  return text
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();
}

function quotationFault(text: string, cited: readonly TextHit[]): string | undefined {
  const forms = [
    /"([^"]+)"/g,
    /“([^”]+)”/g,
    /„([^“”]+)[“”]/g,
    /«([^»]+)»/g,
    /「([^」]+)」/g,
    /『([^』]+)』/g,
    /‘([^’]+)’/g,
    /❝([^❞]+)❞/g,
    /″([^″]+)″/g,
    /《([^》]+)》/g,
    /,,(.+?),,/g,
  ];
  for (const form of forms) {
    for (const [, quotation = ''] of text.matchAll(form)) {
      if (!cited.some((hit) => flat(hit.text).includes(flat(quotation))))
        return 'a quotation that stands nowhere';
    }
  }
  const isWhole = cited.some((hit) => flat(hit.text).includes(flat(text)));
  const count = (marks: RegExp): number => text.match(marks)?.length ?? 0;
  if (!isWhole && (count(/"/g) % 2 === 1 || count(/[“”„]/g) % 2 === 1)) return 'half a quotation';
  return undefined;
}

function digitFault(text: string, cited: readonly TextHit[]): string | undefined {
  const runs = (of: string) =>
    of
      .normalize('NFKC')
      .replace(/(?<=\d)[ ,.'’](?=\d{3})/g, '')
      .match(/\p{Nd}+/gu) ?? [];
  const held = new Set(cited.flatMap((hit) => runs(hit.text)));
  return runs(text).every((run) => held.has(run)) ? undefined : 'a number that stands nowhere';
}

/**
 * A word that denies, or one with a capital inside the sentence, that no cited passage or its face holds. With two letters
 * more or less at its end it is the same name, as in `Finland` and `Finlands`.
 */
function addedFault(text: string, cited: readonly TextHit[]): string | undefined {
  const held = new Set(
    flat(
      cited
        .flatMap(({ text: own, entity, locatorLabel }) => [
          own,
          entity.title,
          locatorLabel,
          ...entity.attribution.map(({ name }) => name),
        ])
        .join(' '),
    ).split(' '),
  );
  if (['not', 'nobody', 'nothing'].some((word) => flat(text).split(' ').includes(word) && !held.has(word)))
    return 'a denial that stands nowhere';
  for (const [, name = ''] of text.matchAll(/[a-z,] ([A-Z][A-Za-z]{2,})/g)) {
    const word = flat(name);
    const isNear = (other: string): boolean =>
      Math.abs(other.length - word.length) <= 2 && (other.startsWith(word) || word.startsWith(other));
    if (![...held].some(isNear)) return 'a name that stands nowhere';
  }
  return undefined;
}

/** A quarter of the longer words, by their first four letters, and two of them; in writing without spaces, pairs of characters. */
function supportFault(text: string, cited: readonly TextHit[]): string | undefined {
  const held = flat(cited.map((hit) => hit.text).join(' '));
  if (/\p{sc=Han}|\p{sc=Hiragana}|\p{sc=Katakana}/u.test(text)) {
    const letters = Array.from(flat(text).replaceAll(' ', ''));
    const pairs = letters.slice(1).map((letter, at) => `${letters[at]}${letter}`);
    const shared = pairs.filter((pair) => held.replaceAll(' ', '').includes(pair)).length;
    return shared * 4 >= pairs.length ? undefined : 'a sentence that has nothing to do with what it cites';
  }
  const starts = new Set(held.split(' ').map((word) => word.slice(0, 4)));
  const words = flat(text)
    .split(' ')
    .filter((word) => word.length >= 4);
  const shared = words.filter((word) => starts.has(word.slice(0, 4))).length;
  if (words.length === 0) return undefined;
  return shared * 4 >= words.length ? undefined : 'a sentence that has nothing to do with what it cites';
}
