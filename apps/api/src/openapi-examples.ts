/**
 * One example for each schema of the description: made up, and checked against the schemas by a test.
 *
 * They describe every archive alike: nothing of the one that is served stands in them.
 */
import { POLICY_COPY, VERIFICATION_CHECKS } from '@archive/contract';
import type { Json } from './json-value.ts';

const ENTITY: Json = {
  id: 'essay:harbour-lights',
  type: 'essay',
  title: 'Harbour lights',
  attribution: [{ name: 'Wenna Sarkady', role: 'author' }],
  date: '2021-04',
  url: 'https://archive.example.org/e/essay:harbour-lights',
  identifiers: [],
};

const FACE = {
  fragmentId: 'essay:harbour-lights#s1',
  entity: ENTITY,
  raw: 'public',
  locator: [{ scheme: 'section', value: '1' }],
  locatorLabel: '§ 1',
  date: '2021-04',
  exposure: 'text',
  text: 'The lamps along the quay were lit by hand until the winter of the flood.',
} as const;

const PLACE = {
  fragmentId: 'book:the-keeper#ch4',
  entity: {
    id: 'book:the-keeper',
    type: 'book',
    title: 'The Keeper',
    attribution: [{ name: 'Odile Marr', role: 'author' }],
    url: 'https://archive.example.org/e/book:the-keeper',
    identifiers: [{ scheme: 'isbn', value: '9780000000002' }],
  },
  raw: 'private',
  locator: [{ scheme: 'chapter', value: '4' }],
  locatorLabel: 'ch. 4',
  exposure: 'locator',
} as const;

const INDEX: Json = { builtAt: '2026-01-31', entityCount: 2, fragmentCount: 9 };
const POLICY: Json = { exposure: { ...POLICY_COPY.exposure }, note: POLICY_COPY.note };

const SENTENCE: Json = {
  text: 'The lamps along the quay were lit by hand until the winter of the flood.',
  citations: [{ fragmentId: FACE.fragmentId, url: 'https://archive.example.org/e/essay:harbour-lights' }],
};

const ANSWER: Json = {
  contract: 'archive-answer/1',
  question: 'who lit the lamps',
  mode: 'supported',
  method: 'extractive',
  sentences: [SENTENCE],
  related: [
    {
      entity: PLACE.entity,
      raw: PLACE.raw,
      places: [{ fragmentId: PLACE.fragmentId, locatorLabel: PLACE.locatorLabel, exposure: PLACE.exposure }],
      text: 'The Keeper, by Odile Marr. This work is private and cannot be quoted here. It may bear on the question at this place:\n- ch. 4',
    },
  ],
  sources: [
    {
      fragmentId: FACE.fragmentId,
      entity: ENTITY,
      locatorLabel: FACE.locatorLabel,
      date: FACE.date,
    },
  ],
  index: INDEX,
};

/** Examples by the name of their schema. */
export const OPENAPI_EXAMPLES: Readonly<Record<string, Json>> = {
  SearchRequest: { q: 'who lit the lamps', limit: 5, filters: { type: ['essay', 'book'], dateTo: '2022' } },
  SearchResponse: {
    contract: 'archive-search/1',
    query: 'who lit the lamps',
    hits: [
      { ...FACE, score: 0.61, breakdown: { cosine: 0.61 } },
      { ...PLACE, score: 0.45 },
    ],
    matched: 2,
    excludedUndated: 0,
    index: INDEX,
    policy: POLICY,
  },
  Answer: ANSWER,
  AnswerEvent: { event: 'sentence', sentence: SENTENCE },
  VerifyRequest: { question: 'who lit the lamps', sentences: [SENTENCE] },
  AnswerVerification: {
    contract: 'archive-answer/1',
    pass: true,
    checks: VERIFICATION_CHECKS.map((check) => ({ check, deterministic: true, pass: true, findings: [] })),
    judged: null,
  },
  FragmentFace: FACE,
  WorkRecord: { entity: ENTITY, raw: 'public', fragmentCount: 1, fragments: [FACE] },
  WorkList: { entities: [ENTITY], counts: { public: 1, private: 1 } },
  PolicyDocument: { contracts: ['archive-search/1', 'archive-answer/1'], policy: POLICY, index: INDEX },
  Readiness: { status: 'ready', checks: { index: true, embedder: true } },
  Problem: {
    type: 'about:blank',
    title: 'Bad Request',
    status: 400,
    code: 'invalid-request',
    detail: 'the search request is not valid',
    errors: [{ field: 'limit', message: 'is larger than 20' }],
  },
};
