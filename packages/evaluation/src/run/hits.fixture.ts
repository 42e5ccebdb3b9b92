/** Hits and answers made by hand, for tests. */
import {
  type Answer,
  ANSWER_CONTRACT,
  type EvidenceHit,
  type LintedGist,
  POLICY_COPY,
  SEARCH_CONTRACT,
  type SearchResponse,
} from '@archive/contract';

interface HitText {
  key?: string;
  score?: number;
  text?: string;
  gist?: string;
  title?: string;
  creator?: string;
  locatorLabel?: string;
}

function common(
  id: string,
  { key = 'whole', score = 0.5, title = 'A title', creator, locatorLabel = 'whole' }: HitText,
) {
  return {
    fragmentId: `${id}#${key}`,
    entity: {
      id,
      type: id.split(':')[0] ?? '',
      title,
      attribution: creator === undefined ? [] : [{ name: creator, role: 'author' }],
      url: `https://a.example/e/${id}`,
      identifiers: [],
    },
    locator: [{ scheme: 'section', value: key }],
    locatorLabel,
    score,
  };
}

/** A public passage. */
export function text(id: string, hit: HitText = {}): EvidenceHit {
  return { ...common(id, hit), raw: 'public', exposure: 'text', text: hit.text ?? 'words of a passage' };
}

/** A description. */
export function semantic(id: string, hit: HitText = {}): EvidenceHit {
  return {
    ...common(id, { key: 'ch1', ...hit }),
    raw: 'private',
    exposure: 'semantic',
    gist: (hit.gist ?? 'a description') as LintedGist,
    gistSource: 'edited',
    gistReview: 'reviewed',
  };
}

/** A place. */
export function place(id: string, hit: HitText = {}): EvidenceHit {
  return { ...common(id, { key: 'p1', ...hit }), raw: 'private', exposure: 'locator' };
}

/** A response with these hits. */
export function responseOf(query: string, hits: EvidenceHit[]): SearchResponse {
  return {
    contract: SEARCH_CONTRACT,
    query,
    hits,
    matched: hits.length,
    excludedUndated: 0,
    index: INDEX,
    policy: POLICY_COPY,
  };
}

/** An answer that quotes these passages, or refuses when there is none. */
export function answerOf(
  question: string,
  cited: readonly EvidenceHit[],
  said = 'Words of a passage.',
): Answer {
  const own = {
    contract: ANSWER_CONTRACT,
    question,
    method: 'extractive',
    related: [],
    index: INDEX,
  } as const;
  if (cited.length === 0)
    return {
      ...own,
      related: [],
      mode: 'not-found',
      sentences: [],
      sources: [],
      refusal: { reason: 'not-answered', text: 'Nothing.' },
    };
  return {
    ...own,
    related: [],
    mode: 'partial',
    sentences: [
      { text: said, citations: cited.map(({ fragmentId, entity: { url } }) => ({ fragmentId, url })) },
    ],
    sources: cited.map(({ fragmentId, entity, locatorLabel }) => ({ fragmentId, entity, locatorLabel })),
  };
}

const INDEX = { builtAt: '2026-01-01', entityCount: 3, fragmentCount: 4 };
