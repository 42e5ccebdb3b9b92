/**
 * Suggestions, and what was reported of words that were not found, over postings.
 */
import { buildLexicalIndex } from '@archive/index';
import type { Entity, Fragment } from '@archive/contract/private';
import { didYouMean, lexicalScores, narrowLexical } from '@archive/retrieve/core';
import { analyzeTerms, stemWord } from '@archive/text';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { LexicalArchive } from './lib/arbitrary-lexical-archive.ts';

type Source = LexicalArchive & { lexical: ReturnType<typeof buildLexicalIndex> };

const withPostings = (archive: LexicalArchive): Source => ({
  ...archive,
  lexical: buildLexicalIndex(archive.entries, archive.entities),
});

/** An archive of one public work, a text each, and one private work whose text is the last argument. */
function archiveOf(texts: readonly string[], secret = ''): Source {
  const work = (id: string, raw: 'public' | 'private'): Entity => ({
    id,
    type: 'essay',
    title: 'Tide',
    attribution: [],
    url: 'https://archive.example/a',
    identifiers: raw === 'private' ? [{ scheme: 'isrc', value: 'US-RC1-76-07839' }] : [],
    disclosure: raw === 'public' ? { raw, exposure: 'text' } : { raw, exposure: 'locator' },
  });
  const piece = (entity: Entity, at: number, text: string): { fragment: Fragment } => ({
    fragment: {
      id: `${entity.id}#${at}`,
      entityId: entity.id,
      locator: [{ scheme: 'section', value: at === 1 ? '7.1' : '' }],
      text,
      disclosure: entity.disclosure,
    },
  });
  const [open, closed] = [work('essay:a', 'public'), work('essay:b', 'private')];
  return withPostings({
    entities: new Map([open, closed].map((entity) => [entity.id, entity])),
    entries: [...texts.map((text, at) => piece(open, at, text)), piece(closed, texts.length, secret)],
  });
}

describe('didYouMean', () => {
  const source = archiveOf(
    ['The lighthouse and the harbour', 'lighthouse and the boats of a harbor'],
    'the lighthose of a secret',
  );

  it('suggests the nearest word of a public text, the commoner one first', () => {
    expect(didYouMean('Lighthuose boats?', source.lexical)).toBe('lighthouse boats?');
    expect(didYouMean('habour', source.lexical)).toBe('harbour');
    expect(didYouMean('the “Habour”', source.lexical)).toBe('the “harbour”');
    expect(didYouMean('the baots', source.lexical)).toBe('the boats');
  });

  it('shows a word as a public text writes it, small letters first', () => {
    const written = archiveOf(
      ['Οδός. Η παλιά οδός της πόλης', 'Die Straße und der Garten', 'Ζωγράφος'],
      'Στράτος',
    );
    const suggested = (query: string) => didYouMean(query, written.lexical, written);
    expect(suggested('παλιό οδόσσ')).toBe('παλιά οδός');
    expect(suggested('straase')).toBe('Straße');
    expect(suggested('ζωγράφοα')).toBe('Ζωγράφος');
    expect(suggested('στράτοα')).toBeUndefined();
  });

  it('leaves alone what is known, short, a number, a stop word, or near to nothing', () => {
    for (const query of ['lighthouse', 'boat', 'boa', '1984', 'whcih', 'zebra', '東京', '', 'habour*'])
      expect(didYouMean(query, source.lexical)).toBeUndefined();
  });

  it('repeats no word that no public text holds, and no more than four', () => {
    expect(didYouMean('Lighthuose keeper?', source.lexical)).toBeUndefined();
    expect(didYouMean('habour 482917', source.lexical)).toBeUndefined();
    expect(didYouMean('habour boats boats boats boats', source.lexical)).toBeUndefined();
  });

  it('never suggests a word of private text or of what was taken down (decisions 1.5)', () => {
    expect(didYouMean('secrer', source.lexical)).toBeUndefined();
    expect(didYouMean('lighthose', source.lexical)).toBe('lighthouse');
    const view = narrowLexical(source.lexical, [1, 2]);
    expect(didYouMean('harbuor', view)).toBe('harbor');
    expect(didYouMean('lighthuose', narrowLexical(source.lexical, [2]))).toBeUndefined();
  });
});

/** One unknown word put right, by reading the texts of `archiveOf` one by one. */
function suggestedByReading(asked: string, read: readonly string[]): string | undefined {
  const texts = read.map((text) => analyzeTerms(`Tide\n${text}`));
  const holds = (term: string, written?: string): number =>
    texts.filter(({ terms }) =>
      terms.some((held) => held.term === term && (written ?? held.written) === held.written),
    ).length;
  const stems = [asked, ...texts.map(({ language }) => stemWord(asked, language))];
  if (stems.some((stem) => holds(stem) > 0)) return undefined;
  const most = asked.length >= 8 ? 2 : 1;
  const near = [...new Set(texts.flatMap(({ terms }) => terms.map(({ written }) => written)))]
    .filter((written) => written[0] === asked[0] && slips(asked, written) <= most)
    .map((written) => {
      const asStem = holds(written, written) > 0 ? holds(written) : 0;
      const asForm = texts.filter(({ terms }) =>
        terms.some((held) => held.written === written && held.term !== written),
      ).length;
      return { written, distance: slips(asked, written), texts: asStem + asForm };
    });
  near.sort((a, b) => a.distance - b.distance || b.texts - a.texts || (a.written < b.written ? -1 : 1));
  return near[0]?.written;
}

/** Insertions, deletions, replacements and swaps of neighbours between two words, by trying all. */
function slips(a: string, b: string): number {
  if (a === '' || b === '') return a.length + b.length;
  if (a[0] === b[0]) return slips(a.slice(1), b.slice(1));
  const swapped =
    a[0] === b[1] && a[1] === b[0] && a.length > 1 ? 1 + slips(a.slice(2), b.slice(2)) : Infinity;
  return Math.min(
    swapped,
    1 + slips(a.slice(1), b),
    1 + slips(a, b.slice(1)),
    1 + slips(a.slice(1), b.slice(1)),
  );
}

describe('didYouMean of a view', () => {
  it('does not suggest the stem of a word that is left for one that was taken down', () => {
    const { lexical } = archiveOf([
      'the boats and the harbours',
      'the nets and the harbour',
      'the harbour harbours and all',
    ]);
    expect(didYouMean('harbuor', lexical)).toBe('harbour');
    expect(didYouMean('harbuor', narrowLexical(lexical, [0, 3]))).toBeUndefined();
    expect(didYouMean('harbuor', narrowLexical(lexical, [0, 2, 3]))).toBe('harbour');
  });

  it('suggests what an index suggests that never held what was taken down', () => {
    const words =
      'harbour harbours harboured harbor katzen katze katz äpfel apfel maisons maison canción canciones ' +
      'the and of die und der la les et';
    const word = fc.constantFrom(...words.split(' '));
    const texts = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    fc.assert(
      fc.property(
        fc.array(fc.tuple(texts, fc.boolean()), { minLength: 1, maxLength: 8 }),
        fc.nat(8),
        fc.constantFrom(
          'harbuor',
          'harbourt',
          'harbora',
          'katzn',
          'kazten',
          'kaze',
          'apfl',
          'äpfl',
          'masion',
          'cancin',
        ),
        (pieces, cut, query) => {
          const all = archiveOf(pieces.map(([text]) => text));
          const kept = all.entries.flatMap((_, at) => (pieces[at]?.[1] === false ? [] : [at]));
          const runs = [all.entries.slice(0, cut), all.entries.slice(cut)];
          const segments = runs.flatMap((run) => buildLexicalIndex(run, all.entities).segments);
          const view = narrowLexical({ ...all.lexical, segments }, kept);
          const without = archiveOf(pieces.flatMap(([text, isLeft]) => (isLeft ? [text] : [])));
          expect(didYouMean(query, view)).toEqual(didYouMean(query, without.lexical));
        },
      ),
      {
        numRuns: 150,
        examples: [
          [
            [
              ['apfel', false],
              ['la et äpfel', true],
            ],
            0,
            'apfl',
          ],
        ],
      },
    );
  });

  it('suggests what reading every text suggests', () => {
    const word = fc.constantFrom(
      ...'harbour harbours harbor arbour katzen katze the and die und la les'.split(' '),
    );
    const texts = fc.array(word, { minLength: 1, maxLength: 6 }).map((words) => words.join(' '));
    const query = fc.constantFrom('harbuor', 'harbourt', 'harborus', 'katzn', 'kazten', 'katzens', 'katz');
    fc.assert(
      fc.property(fc.array(texts, { minLength: 1, maxLength: 6 }), query, (read, asked) => {
        expect(didYouMean(asked, archiveOf(read).lexical)).toEqual(suggestedByReading(asked, read));
      }),
      { numRuns: 150 },
    );
  });

  it('suggests nothing where more terms would have to be looked at than it may', () => {
    const others = Array.from(
      { length: 99 },
      (_, n) => `lz${'abcdefghij'[n % 10]}${'klmnopqrst'[Math.floor(n / 10)]}`,
    );
    const { lexical } = archiveOf([`lighthouse ${others.join(' ')}`]);
    const [segment] = lexical.segments as [(typeof lexical.segments)[0]];
    const times = (count: number): typeof lexical => ({
      ...lexical,
      segments: Array.from({ length: count }, () => segment),
    });
    expect(didYouMean('lighthuose', times(2_000))).toBe('lighthouse');
    expect(didYouMean('lighthuose', times(2_001))).toBeUndefined();
  });
});

describe('reported inputs of search', () => {
  it('finds ข้าวเช้า in the middle of a sentence, and ขาว, ข่าว, ข้าว never one another', () => {
    const sentence = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร';
    const source = archiveOf([sentence, 'ขาว', 'ข่าว', 'ข้าว']);
    const found = (query: string): number[] => [...lexicalScores(query, source.lexical).positions];
    expect(found('ข้าวเช้า')).toContain(0);
    expect(found('ขาว')).toEqual([1]);
    expect(found('ข่าว')).toEqual([0, 2]);
    expect(found('ข้าว')).toEqual([0, 3]);
  });

  it('finds composed by decomposed, narrow by wide, in any script', () => {
    const source = archiveOf(['학점인정'.normalize('NFD'), 'é', 'ＡＢＣ', 'ﾊﾟﾝ']);
    const found = (query: string): number[] => [...lexicalScores(query, source.lexical).positions];
    expect([found('학점인정'), found('e\u0301'), found('abc'), found('パン')]).toEqual([[0], [1], [2], [3]]);
  });

  it.each([
    ['도서관', '도서관에서 만났다', '공원에서 만났다'],
    ['도서관은', '도서관까지 걸었다', '공원까지 걸었다'],
    ['كتاب', 'هٰذَا كِتَابٌ', 'هٰذَا بَابٌ'],
    ['احمد', 'كتب أحمد', 'كتب محمد'],
    ['בראשית', 'בְּרֵאשִׁ֖ית בָּרָ֣א', 'בָּרָ֣א'],
    ['हिंदी', 'हिन्दी में', 'उर्दू में'],
    ['क़लम', 'कलम से', 'कदम से'],
    ['ΟΔΟΣ', 'η οδός', 'η πόλη'],
  ])('finds %s in %s, whatever marks or particles either has', (query, text, other) => {
    const { lexical } = archiveOf([text, other]);
    expect([...lexicalScores(query, lexical).positions]).toEqual([0]);
  });

  it('puts the text first that writes a word with the marks of the question', () => {
    const { lexical } = archiveOf(['כתב ספר', 'סֵפֶר כתב', 'סַפָּר כתב']);
    const { values } = lexicalScores('סַפָּר', lexical);
    expect(values[2]).toBeGreaterThan(values[0] as number);
    expect(values[0]).toBe(values[1]);
  });
});
