import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { characterGrams } from './character-grams.ts';
import { EmbedConfigError } from './embed-config-error.ts';
import { createNgramEmbedder, NGRAM_FLOOR, NGRAM_SCORE_CAP } from './ngram-embedder.ts';
import { stableHash } from './stable-hash.ts';

const embedder = createNgramEmbedder();

async function cosineOf(a: string, b: string): Promise<number> {
  const [x, y] = await embedder.embed([a, b]);
  return dot(x, y);
}

function dot(a: Float32Array | undefined, b: Float32Array | undefined): number {
  if (a === undefined || b === undefined) throw new Error('no vector');
  let sum = 0;
  for (let axis = 0; axis < a.length; axis++) sum += (a[axis] ?? 0) * (b[axis] ?? 0);
  return sum;
}

describe('createNgramEmbedder', () => {
  it('says that it is lexical, unhosted and measured (decisions 1.4)', () => {
    const { embed: _, ...facts } = embedder;
    expect(facts).toEqual({
      model: 'ngram/1',
      dimensions: 512,
      reach: 'lexical',
      defaultFloor: 0.2,
      scoreCap: 0.6,
      fusion: {
        knots: [
          [0.1, 0.1],
          [1, 3],
        ],
      },
      quick: true,
    });
  });

  it('names another length another model', () => {
    expect(createNgramEmbedder({ dimensions: 256 }).model).toBe('ngram/1@256');
  });

  it.each([0, 15, 4097, 99.5, Number.NaN])('refuses %s dimensions', (dimensions) => {
    expect(() => createNgramEmbedder({ dimensions })).toThrow(EmbedConfigError);
  });

  it('gives the same bits today as when it was first written', async () => {
    const [vector] = await embedder.embed(['The tide, 潮, น้ำ, 12']);
    const bits = new Uint32Array(vector?.buffer ?? new ArrayBuffer(0));
    expect(bits.reduce((hash, word) => stableHash(String(word), hash), 7)).toBe(PINNED);
  });

  it.each([
    [
      'composed and decomposed letters',
      'école 학점인정 が',
      'e\u0301cole 학점인정'.normalize('NFD') + ' か\u3099',
    ],
    ['full-width and half-width letters', 'ＡＢＣ ｶﾞ', 'ABC ガ'],
    ['upper and lower case', 'HARBOUR Straße', 'harbour straße'],
    ['invisible characters inside words', 'har\u00ADbour\u200B bell', 'harbour bell'],
    ['punctuation and line ends', 'harbour, bell!\r\n', 'harbour bell'],
  ])('does not tell %s apart', async (_, a, b) => {
    const [x, y] = await embedder.embed([a, b]);
    expect(x).toEqual(y);
  });

  it.each([
    ['an inflected word', 'lighthouses', 'the lighthouse keeper', 'a quarterly report'],
    ['a Han word inside a sentence', '漢字', '今日は漢字を勉強した', '明日の天気は晴れです'],
    ['a single Han character', '猫', '猫がいる', '明日の天気は晴れです'],
    ['a Thai word inside a sentence', 'ข้าวเช้า', 'ฉันชอบกินข้าวเช้าทุกวัน', 'บ้านของเขาอยู่ในกรุงเทพมหานคร'],
    ['a Hangul word with a particle', '바다', '바다에서 배를 탔다', '어제 학교에 갔다'],
  ])('finds %s', async (_, asked, near, far) => {
    const nearness = await cosineOf(asked, near);
    expect(nearness).toBeGreaterThan(NGRAM_FLOOR);
    expect(nearness).toBeGreaterThan(await cosineOf(asked, far));
  });

  it('keeps Thai words apart that differ by a tone mark', async () => {
    expect(await cosineOf('ขาว', 'ข่าว')).toBeLessThan(0.5);
    expect(await cosineOf('ขาว', 'ข้าว')).toBeLessThan(0.5);
  });

  it('embeds a text of symbols alone', async () => {
    expect(await cosineOf('🎉🎉', '🎉')).toBeGreaterThan(0.3);
  });

  it('gives unit vectors whatever is asked, lone surrogates included', async () => {
    const odd = fc.oneof(
      fc.string({ unit: 'binary', minLength: 1 }),
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.constant('\uD83C'),
      fc.constant('a\uDF89'),
    );
    await fc.assert(
      fc.asyncProperty(odd, fc.constantFrom(16, 17, 512), async (text, dimensions) => {
        fc.pre([...characterGrams(text)].length > 0);
        const [vector] = await createNgramEmbedder({ dimensions }).embed([text]);
        expect(dot(vector, vector)).toBeCloseTo(1, 5);
      }),
      { numRuns: 300 },
    );
  });

  it('embeds a text whose signed grams cancel out', async () => {
    const grams = new Map<number, string>();
    let pair: [string, string] | undefined;
    for (let code = 0x4e00; pair === undefined; code++) {
      const symbol = String.fromCodePoint(code);
      const hash = stableHash(symbol);
      const opposite = grams.get((hash % 16) * 2 + ((hash >>> 20) & 1 ? 0 : 1));
      if (opposite !== undefined) pair = [opposite, symbol];
      grams.set((hash % 16) * 2 + ((hash >>> 20) & 1), symbol);
    }
    const [vector] = await createNgramEmbedder({ dimensions: 16 }).embed([pair.join(' ')]);
    expect(dot(vector, vector)).toBeCloseTo(1, 5);
  });

  it('stops in the middle of a batch when the signal aborts', async () => {
    const controller = new AbortController();
    const running = embedder.embed(
      Array.from({ length: 500 }, () => 'some words'),
      { signal: controller.signal },
    );
    controller.abort(new Error('enough'));
    await expect(running).rejects.toThrow('enough');
  });
});

// The real questions and passages of SciFact lie beside the repository on some machines only.
const SCIFACT = fileURLToPath(new URL('../../../../shared/data/C_scifact/', import.meta.url));

describe.runIf(existsSync(SCIFACT))(
  'the floor and the cap on SciFact (train), a quarter of the abstracts and an eighth of the questions',
  () => {
    it('keeps 95 % of unrelated passages below the floor, lets most true ones pass, and caps 1 % of best scores', async () => {
      const lines = <T>(name: string): T[] =>
        readFileSync(`${SCIFACT}${name}`, 'utf8')
          .trim()
          .split('\n')
          .map((line) => JSON.parse(line) as T);
      const docs = lines<{ id: string; title: string; text: string }>('docs.jsonl').filter(
        (_, at) => at % 4 === 0,
      );
      const asked = lines<{ id: string; text: string }>('queries_train.jsonl').filter(
        (_, at) => at % 8 === 0,
      );
      const relevant = new Set(
        readFileSync(`${SCIFACT}qrels_train.tsv`, 'utf8')
          .split('\n')
          .map((row) => row.split('\t').slice(0, 2).join('\t')),
      );
      const passages = await embedder.embed(docs.map(({ title, text }) => `${title}\n${text}`));
      const questions = await embedder.embed(asked.map(({ text }) => text));
      let below = 0,
        unrelated = 0,
        passed = 0,
        related = 0,
        capped = 0;
      for (const [at, question] of questions.entries()) {
        let best = 0;
        for (const [of, passage] of passages.entries()) {
          const score = dot(question, passage);
          best = Math.max(best, score);
          if (relevant.has(`${asked[at]?.id}\t${docs[of]?.id}`)) {
            related++;
            if (score >= NGRAM_FLOOR) passed++;
          } else {
            unrelated++;
            if (score < NGRAM_FLOOR) below++;
          }
        }
        if (best > NGRAM_SCORE_CAP) capped++;
      }
      expect(below / unrelated).toBeGreaterThanOrEqual(0.95);
      expect(passed / related).toBeGreaterThan(0.6);
      expect(capped / questions.length).toBeLessThanOrEqual(0.02);
    });
  },
);

const PINNED = 1417866312;

it('finds a long text by words of its first paragraph, which names it', async () => {
  const body = Array.from({ length: 400 }, (_, at) => `word${at} and others`).join(' ');
  const embedder = createNgramEmbedder();
  const [named, unnamed, question] = await embedder.embed([
    `Reading the Ferry Ledgers\n\n${body}`,
    `Reading the Ferry Ledgers ${body}`,
    'ferry ledgers',
  ]);
  const near = (text: Float32Array | undefined): number =>
    (text ?? new Float32Array()).reduce((sum, value, axis) => sum + value * (question?.[axis] ?? 0), 0);
  expect(near(named)).toBeGreaterThan(0.2);
  expect(near(unnamed)).toBeLessThan(0.1);
});
