import type { Entity } from '@archive/contract/private';
import { createTestEmbedder } from '@archive/embed/testing';
import { completeCodesSpec, encodeQuery, encodeSignBits } from '@archive/index';
import { retrieve } from '@archive/retrieve/core';
import { expect, test } from 'vitest';
import { cosineScores, embedSet, signScorer } from './dense-scores.ts';
import type { JudgedSet } from './judged-set.ts';

const set: JudgedSet = {
  name: 'made',
  language: { questions: 'en', passages: 'en' },
  passages: ['eels in the mud', 'a bell in fog', 'fog over the mud and eels'].map((text, at) => ({
    id: `p${at}`,
    title: '',
    text,
  })),
  questions: [{ id: 'q', text: 'fog and mud' }],
  judgements: new Map(),
};

test.each([64, 320])(
  'scores of floats and of sign bits are those of the search, at %i dimensions',
  async (dimensions) => {
    const embedder = createTestEmbedder({ dimensions });
    const codes = { line: { a: 0.9, c: 0.02 } };
    const vectors = await embedSet(embedder, set);
    const spec = completeCodesSpec(dimensions, codes);
    const entity: Entity = {
      id: 'note:n',
      type: 'note',
      title: 'Untitled',
      attribution: [],
      url: 'https://archive.example/n',
      identifiers: [],
      disclosure: { raw: 'private', exposure: 'locator' },
    };
    const scoresOf = (keep: (vector: Float32Array) => { vector: Float32Array } | { bits: Uint8Array }) => {
      const hits = retrieve(
        vectors.questions[0] ?? [],
        'zzz',
        {
          entities: new Map([[entity.id, entity]]),
          dimensions,
          codes: { bits: spec.bits, line: spec.line, encodeQuery: (asked) => encodeQuery(asked, spec) },
          entries: vectors.passages.map((vector, at) => ({
            fragment: {
              id: `note:n#${at}`,
              entityId: entity.id,
              locator: [],
              text: '',
              disclosure: entity.disclosure,
            },
            ...keep(vector),
            embeds: 'text',
          })),
        },
        { limit: 3, scoreFloor: -1 },
      );
      return [0, 1, 2].map((at) => hits.find(({ fragment }) => fragment.id === `note:n#${at}`)?.cosine);
    };
    expect(scoresOf((vector) => ({ vector }))).toEqual(
      [...cosineScores(vectors, 0)].map((score) => expect.closeTo(score, 6)),
    );
    expect(scoresOf((vector) => ({ bits: encodeSignBits(vector, spec) }))).toEqual(
      [...signScorer(vectors, codes)(0)].map((score) => expect.closeTo(score, 9)),
    );
  },
);
