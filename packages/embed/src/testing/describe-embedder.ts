/**
 * The behaviour every embedder shows, as a suite over a factory.
 *
 * Bring the `describe` and `it` of the runner at hand: this file depends on none, so that the door it stands behind
 * opens in plain scripts too.
 */
import assert from 'node:assert/strict';
import type { Embedder } from '../embedder.ts';
import { EmptyInputError } from '../empty-input-error.ts';

/** The part of a test runner the suite needs. */
export interface SuiteRunner {
  describe(name: string, body: () => void): void;
  it(name: string, body: () => Promise<void>): void;
}

/** Opens a fresh embedder for one test; `close` is called when the test ends, however it ends. */
export type OpenEmbedder = () => Promise<{ embedder: Embedder; close?: () => Promise<void> }>;

/** Registers the suite under a name. */
export function describeEmbedder(name: string, open: OpenEmbedder, { describe, it }: SuiteRunner): void {
  describe(`${name} as an embedder`, () => {
    for (const [title, check] of Object.entries(BEHAVIOURS)) {
      it(title, async () => {
        const { embedder, close } = await open();
        try {
          await check(embedder);
        } finally {
          await close?.();
        }
      });
    }
  });
}

const BEHAVIOURS: Record<string, (embedder: Embedder) => Promise<void>> = {
  'says what it is': async (embedder) => {
    assert.notEqual(embedder.model.trim(), '');
    assert.ok(Number.isInteger(embedder.dimensions) && embedder.dimensions > 0);
    assert.ok(embedder.reach === 'lexical' || embedder.reach === 'semantic');
    for (const bound of [embedder.defaultFloor, embedder.scoreCap]) {
      if (bound !== undefined) assert.ok(bound > 0 && bound <= 1);
    }
    if (embedder.codes?.mean !== undefined) assert.equal(embedder.codes.mean.length, embedder.dimensions);
  },
  'gives one finite non-zero float32 vector of its dimensions for each text': async (embedder) => {
    const vectors = await embedder.embed(TEXTS);
    assert.equal(vectors.length, TEXTS.length);
    for (const vector of vectors) {
      assert.ok(vector instanceof Float32Array);
      assert.equal(vector.length, embedder.dimensions);
      assert.ok(vector.every((value) => Number.isFinite(value)));
      assert.ok(vector.some((value) => value !== 0));
    }
  },
  'gives nothing for nothing': async (embedder) => {
    assert.deepEqual(await embedder.embed([]), []);
  },
  'gives a text the same vector alone, in a batch, repeated and later': async (embedder) => {
    const together = await embedder.embed([...TEXTS, ...TEXTS]);
    for (const [position, text] of TEXTS.entries()) {
      const [alone] = await embedder.embed([text]);
      assert.deepEqual(together[position], alone);
      assert.deepEqual(together[position + TEXTS.length], alone);
    }
  },
  'keeps the order of the texts': async (embedder) => {
    const forward = await embedder.embed(TEXTS);
    const backward = await embedder.embed([...TEXTS].reverse());
    assert.deepEqual(backward.reverse(), forward);
  },
  'gives vectors that share no memory': async (embedder) => {
    const [first, second] = await embedder.embed(['same words', 'same words']);
    assert.ok(first !== undefined && second !== undefined && first.buffer !== second.buffer);
  },
  'puts a text nearer to itself reworded than to another text': async (embedder) => {
    const [asked, near, far] = await embedder.embed([
      'the harbour bell in the fog',
      'a bell in the harbour fog rings',
      'quarterly revenue forecasts exceeded projections',
    ]);
    assert.ok(cosine(asked, near) > cosine(asked, far));
  },
  'accepts both purposes': async (embedder) => {
    for (const purpose of ['document', 'query'] as const) {
      assert.equal((await embedder.embed(['one text'], { purpose })).length, 1);
    }
  },
  'refuses a text with nothing in it by name and place': async (embedder) => {
    for (const nothing of ['', ' \t\n', '\u200B\u00AD\u2060']) {
      await assert.rejects(
        embedder.embed(['words', nothing]),
        (error) => error instanceof EmptyInputError && error.position === 1,
      );
    }
  },
  'stops before it starts when the signal is already aborted': async (embedder) => {
    const reason = new Error('enough');
    await assert.rejects(
      embedder.embed(TEXTS, { signal: AbortSignal.abort(reason) }),
      (error) => error === reason,
    );
  },
};

function cosine(a: Float32Array | undefined, b: Float32Array | undefined): number {
  assert.ok(a !== undefined && b !== undefined);
  const dot = (x: Float32Array, y: Float32Array): number =>
    x.reduce((sum, value, axis) => sum + value * (y[axis] ?? 0), 0);
  return dot(a, b) / Math.sqrt(dot(a, a) * dot(b, b));
}

const TEXTS = [
  'The ferry leaves at seven.',
  '海の潮が満ちる',
  'ฉันชอบกินข้าวเช้า',
  'والبحر هادئ',
  'école, ecole, École',
  '👨‍👩‍👧‍👦 family',
  'x',
];
