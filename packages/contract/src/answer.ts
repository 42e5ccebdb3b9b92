/**
 * The envelope of a written answer, `archive-answer/1`: additive only.
 *
 * Prose stands in sentences, each with the public passages it rests on. What is not released as text never stands in prose:
 * it is listed in `related`, whose words are a fixed template's. A mode says which of the two there is; nothing else is
 * claimed by it.
 */
import * as z from 'zod';
import { entityFaceReader, entityFaceSchema, type EntityFace } from './entity-face.ts';
import type { LocatorContent, SemanticContent } from './evidence-hit.ts';
import { rawSchema, type Raw } from './exposure.ts';
import { STRUCTURAL_MAX_CHARS } from './identifier.ts';
import { lintedGistSchema } from './linted-gist.ts';
import { readAs } from './read-as.ts';
import { servedCountsReader, servedCountsSchema, type ServedCounts } from './served-counts.ts';

/** The name of this contract, in every answer. */
export const ANSWER_CONTRACT = 'archive-answer/1';

/**
 * What an answer is made of: `supported` has prose and related places, `partial` prose alone, `related-material` places
 * alone, `not-found` neither.
 */
export type AnswerMode = 'supported' | 'partial' | 'related-material' | 'not-found';

/** Every mode, from most to least. */
export const ANSWER_MODES = [
  'supported',
  'partial',
  'related-material',
  'not-found',
] as const satisfies readonly AnswerMode[];

/** The pair that names what a sentence rests on: a fragment, and the address of its work. */
export interface AnswerCitation {
  /** Names the passage. */
  fragmentId: string;
  /** Address of its work, as the archive serves it. */
  url: string;
}

/** One sentence of prose, without link, image or markup. */
export interface AnswerSentence {
  /** Not empty; no link, image or markup. */
  text: string;
  /** Public passages, at least one, each once. */
  citations: AnswerCitation[];
}

/** A public passage that the prose cites. */
export interface AnswerSource {
  /** Names the passage, as in its citations. */
  fragmentId: string;
  /** The work it is from. */
  entity: EntityFace;
  /** Where in the work it stands, in words. */
  locatorLabel: string;
  /** Of the passage, where it has one of its own. */
  date?: string;
}

/** A place that may be relevant and whose text is not released. */
export type RelatedPlace = {
  fragmentId: string;
  locatorLabel: string;
  date?: string;
} & (SemanticContent | LocatorContent);

/** The related places of one work, and the words of the fixed template about them. */
export interface RelatedWork {
  /** The work. */
  entity: EntityFace;
  /** Whether its source is public or private. */
  raw: Raw;
  /** In the order of their hits, never empty. */
  places: RelatedPlace[];
  /** Rendered from the fields above; no address in it. */
  text: string;
}

/**
 * Why there is no answer: nothing was found; what was found does not answer; what the model wrote could not be made to hold;
 * the model did not reply.
 */
export type RefusalReason = 'no-evidence' | 'not-answered' | 'not-grounded' | 'model-unavailable';

/** A refusal, in fixed words. */
export interface AnswerRefusal {
  /** Why, for programs. */
  reason: RefusalReason;
  /** The same in fixed words. */
  text: string;
}

/** What writing the answer took. */
export interface AnswerUsage {
  /** The model that was asked. */
  model: string;
  /** Times it was asked: 1, or 2 when the first reply had to be corrected. */
  calls: number;
  /** Absent when the endpoint does not say. */
  inputTokens?: number;
  /** Absent when the endpoint does not say. */
  outputTokens?: number;
}

/** An answer to a question. */
export interface Answer {
  /** The contract this fits. */
  contract: 'archive-answer/1';
  /** As it was asked. */
  question: string;
  /** What the answer is made of. */
  mode: AnswerMode;
  /** `extractive`: sentences of the archive, quoted. `model`: sentences a model wrote, checked. */
  method: 'extractive' | 'model';
  /** The prose; empty unless the mode is `supported` or `partial`. */
  sentences: AnswerSentence[];
  /** Places that may be relevant, by work; empty unless the mode is `supported` or `related-material`. */
  related: RelatedWork[];
  /** Each passage the prose cites, once, in the order of first citation. */
  sources: AnswerSource[];
  /** Present exactly when the mode is `not-found`. */
  refusal?: AnswerRefusal;
  /** Present exactly when a model was asked. */
  usage?: AnswerUsage;
  /** Facts about the index that was searched. */
  index: ServedCounts;
}

const line = z.string().min(1).max(STRUCTURAL_MAX_CHARS);
const count = z.int().min(0);

/** Checked where an answer is written and where it is read. */
const isWhole = (answer: Pick<Answer, 'mode' | 'sentences' | 'related' | 'sources' | 'refusal'>): boolean => {
  const { mode, sentences, related, sources, refusal } = answer;
  const hasProse = mode === 'supported' || mode === 'partial';
  const hasPlaces = mode === 'supported' || mode === 'related-material';
  // Each source once, in the order of first citation, under the address that the citations give.
  const cited = new Set(sentences.flatMap(({ citations }) => citations.map(pairKey)));
  const listed = sources.map(({ fragmentId, entity }) => pairKey({ fragmentId, url: entity.url }));
  return (
    sentences.length > 0 === hasProse &&
    related.length > 0 === hasPlaces &&
    (refusal !== undefined) === (mode === 'not-found') &&
    JSON.stringify([...cited]) === JSON.stringify(listed) &&
    sentences.every(({ citations }) => new Set(citations.map(pairKey)).size === citations.length)
  );
};
const pairKey = ({ fragmentId, url }: AnswerCitation): string => JSON.stringify([fragmentId, url]);
const UNWHOLE = { error: 'is not made of what its mode says' };

/** The parts, written once for the strict and for the tolerant reading. */
function parts(strict: boolean) {
  const object = strict ? z.strictObject : z.object;
  const place = { fragmentId: line, locatorLabel: line, date: line.exactOptional() };
  const entity = strict ? entityFaceSchema : entityFaceReader;
  return {
    contract: z.literal(ANSWER_CONTRACT),
    question: z.string(),
    mode: z.enum(ANSWER_MODES).meta({
      description:
        'Which parts there are: prose, related places, both or neither. **It does not say how well they answer.**',
    }),
    method: z.enum(['extractive', 'model']),
    sentences: z.array(
      object({
        text: z.string().min(1),
        citations: z.array(object({ fragmentId: line, url: line })).min(1),
      }),
    ),
    related: z.array(
      object({
        entity,
        raw: rawSchema,
        places: z
          .array(
            z.discriminatedUnion('exposure', [
              object({
                ...place,
                exposure: z.literal('semantic'),
                gist: lintedGistSchema,
                gistSource: z.enum(['generated', 'edited']),
                gistReview: z.enum(['unreviewed', 'reviewed']),
              }),
              object({ ...place, exposure: z.literal('locator') }),
            ]),
          )
          .min(1),
        text: z.string().min(1),
      }),
    ),
    sources: z.array(object({ fragmentId: line, entity, locatorLabel: line, date: line.exactOptional() })),
    refusal: object({
      reason: z.enum(['no-evidence', 'not-answered', 'not-grounded', 'model-unavailable']),
      text: z.string().min(1),
    }).exactOptional(),
    usage: object({
      model: z.string(),
      calls: count,
      inputTokens: count.exactOptional(),
      outputTokens: count.exactOptional(),
    }).exactOptional(),
    index: strict ? servedCountsSchema : servedCountsReader,
  };
}

/** Checks an {@link Answer}; an unknown key, and parts that do not go with the mode, are refused. */
export const answerSchema: z.ZodType<Answer> = z.strictObject(parts(true)).refine(isWhole, UNWHOLE);

/** Checks an {@link Answer} as a client reads it; unknown keys are dropped, unknown schemes kept. */
export const answerReader: z.ZodType<Answer> = z.object(parts(false)).refine(isWhole, UNWHOLE);

/**
 * Reads an answer from a server: unknown keys are dropped, unknown schemes are kept.
 *
 * @throws {ContractError} `invalid-response`, naming the fields at fault
 */
export function parseAnswer(input: unknown): Answer {
  return readAs(answerReader, 'answer', input, ANSWER_CONTRACT);
}
