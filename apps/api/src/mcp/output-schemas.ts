/**
 * JSON Schema of the structured twins, written by hand: no references, no recursion, every key required, no union but
 * with null.
 *
 * A client may refuse an answer that does not fit the schema it was told, and many read only the plainest part of JSON
 * Schema. Unknown keys are allowed, so that a later version may add one.
 */
import { ANSWER_MODES, SERVED_EXPOSURES } from '@archive/contract';
import type { FlatAnswer, FlatRelated, FlatRelatedPlace, FlatSentence, FlatSource } from './flat-answer.ts';
import type {
  FlatContent,
  FlatEntity,
  FlatHit,
  FlatPassage,
  FlatPerson,
  FlatPlace,
  FlatPlaceOfPassage,
  FlatSearch,
  FlatWork,
} from './flat-record.ts';

/** A JSON Schema as this server writes it. */
export interface PlainSchema {
  type?: string;
  /** Only ever one type or null: what a reader that knows no lists of types still takes. */
  anyOf?: readonly PlainSchema[];
  description?: string;
  properties?: Readonly<Record<string, PlainSchema>>;
  required?: readonly string[];
  items?: PlainSchema;
  enum?: readonly (string | null)[];
  minimum?: number;
  maximum?: number;
  minLength?: number;
  maxLength?: number;
  minItems?: number;
  maxItems?: number;
  default?: string | number;
  additionalProperties?: boolean;
}

/** A schema of an object. */
export type ObjectSchema = PlainSchema & { type: 'object' };

type Properties<Record> = { readonly [Key in keyof Record]-?: PlainSchema };

const TEXT: PlainSchema = { type: 'string' };
const TEXT_OR_NULL: PlainSchema = { anyOf: [{ type: 'string' }, { type: 'null' }] };
const COUNT: PlainSchema = { type: 'integer', minimum: 0 };
const TEXTS: PlainSchema = { type: 'array', items: TEXT };

const PERSON = object<FlatPerson>({
  name: TEXT,
  role: TEXT_OR_NULL,
  placeholder: {
    ...TEXT_OR_NULL,
    description:
      'When set this is not a person: unnamed, a speaker who is no creator; unverified, not established.',
  },
  identifiers: TEXTS,
});

const PLACE = object<FlatPlace>({ scheme: TEXT, value: TEXT, end: TEXT_OR_NULL });

const WORK: Properties<FlatWork> = {
  title: TEXT,
  entityId: { type: 'string', description: 'Id of the work, for get_entity.' },
  entityType: TEXT,
  creators: { type: 'array', items: PERSON },
  entityDate: { ...TEXT_OR_NULL, description: 'Date of the work: YYYY, YYYY-MM or YYYY-MM-DD.' },
  version: TEXT_OR_NULL,
  url: { type: 'string', description: 'The page to link when the work is cited.' },
  identifiers: { type: 'array', items: TEXT, description: 'As scheme:value.' },
  parent: { ...TEXT_OR_NULL, description: 'Id of the work this one belongs to.' },
};

const PLACE_OF_PASSAGE: Properties<FlatPlaceOfPassage> = {
  fragmentId: TEXT,
  exposure: {
    type: 'string',
    enum: SERVED_EXPOSURES,
    description: 'What is released of the passage; see policy.',
  },
  raw: { type: 'string', enum: ['public', 'private'], description: 'Whether the source is public.' },
  locatorLabel: { type: 'string', description: 'Where in the work, for people.' },
  locator: { type: 'array', items: PLACE, description: 'Where in the work, coarse to fine.' },
  date: { ...TEXT_OR_NULL, description: 'The date that counts for this passage.' },
  speakers: { type: 'array', items: PERSON },
};

const CONTENT: Properties<FlatContent> = {
  gist: {
    ...TEXT_OR_NULL,
    description: 'A description drafted by software; no quotation. Only when exposure is semantic.',
  },
  gistSource: { ...TEXT_OR_NULL, description: 'generated or edited.' },
  gistReview: { ...TEXT_OR_NULL, description: 'unreviewed or reviewed.' },
  summary: TEXT_OR_NULL,
  text: { ...TEXT_OR_NULL, description: 'The passage, word for word. Only when exposure is text.' },
};

const PASSAGE = object<FlatPassage>({ ...PLACE_OF_PASSAGE, ...CONTENT });

const HIT = object<FlatHit>({
  score: {
    type: 'number',
    description: 'Comparable within this archive only; rounded unless exposure is text.',
  },
  scoreParts: {
    type: 'array',
    items: object<FlatHit['scoreParts'][number]>({ part: TEXT, value: { type: 'number' } }),
  },
  ...PLACE_OF_PASSAGE,
  ...WORK,
  ...CONTENT,
});

const POLICY: PlainSchema = {
  type: 'array',
  items: TEXT,
  description: 'What the exposures that occur here allow and what else to know.',
};

/** What `search_archive` returns. */
export const SEARCH_OUTPUT = object<FlatSearch>({
  matched: {
    ...COUNT,
    description: 'Public hits above the floor, before limit, and the private ones that are returned.',
  },
  excludedUndated: {
    ...COUNT,
    description: 'Passages left out because a date bound was given and they carry none.',
  },
  builtAt: { type: 'string', description: 'When the content of the archive last changed.' },
  entityCount: COUNT,
  fragmentCount: COUNT,
  degraded: {
    ...TEXT_OR_NULL,
    description:
      'lexical when questions cannot be read for their meaning at the moment and words alone found the hits; scores then compare with no others.',
  },
  didYouMean: {
    ...TEXT_OR_NULL,
    description: 'The question with words that no public text holds put right; null when there are none.',
  },
  policy: POLICY,
  hits: { type: 'array', items: HIT, description: 'Best first.' },
});

/** What `get_entity` returns. */
export const ENTITY_OUTPUT = object<FlatEntity>({
  ...WORK,
  raw: PLACE_OF_PASSAGE.raw,
  fragmentCount: { ...COUNT, description: 'Passages of this work that can be found.' },
  page: COUNT,
  pages: COUNT,
  policy: POLICY,
  fragments: {
    type: 'array',
    items: PASSAGE,
    description: 'Public passages in source order; none of a private work.',
  },
});

const RELATED_PLACE = object<FlatRelatedPlace>({
  fragmentId: TEXT,
  exposure: { type: 'string', enum: ['semantic', 'locator'], description: 'What is released; see policy.' },
  locatorLabel: PLACE_OF_PASSAGE.locatorLabel,
  date: PLACE_OF_PASSAGE.date,
  gist: CONTENT.gist,
  gistSource: CONTENT.gistSource,
  gistReview: CONTENT.gistReview,
});

/** What `ask_archive` returns. */
export const ANSWER_OUTPUT = object<FlatAnswer>({
  mode: { type: 'string', enum: ANSWER_MODES, description: 'What the answer is made of; see meaning.' },
  method: {
    type: 'string',
    enum: ['extractive', 'model'],
    description: 'Who wrote the sentences; see meaning.',
  },
  meaning: TEXT,
  refusalReason: {
    ...TEXT_OR_NULL,
    description:
      'no-evidence, not-answered, not-grounded or model-unavailable; null unless mode is not-found.',
  },
  refusal: TEXT_OR_NULL,
  builtAt: { type: 'string', description: 'When the content of the archive last changed.' },
  entityCount: COUNT,
  fragmentCount: COUNT,
  policy: POLICY,
  sentences: {
    type: 'array',
    items: object<FlatSentence>({
      cites: {
        type: 'array',
        items: { type: 'integer', minimum: 1 },
        description: 'Numbers of the sources this sentence rests on, from 1.',
      },
      text: TEXT,
    }),
    description: 'The answer; empty unless mode is supported or partial.',
  },
  sources: {
    type: 'array',
    items: object<FlatSource>({
      fragmentId: TEXT,
      locatorLabel: PLACE_OF_PASSAGE.locatorLabel,
      date: PLACE_OF_PASSAGE.date,
      ...WORK,
    }),
    description: 'The public passages the answer cites, in the order of their numbers.',
  },
  related: {
    type: 'array',
    items: object<FlatRelated>({
      ...WORK,
      raw: PLACE_OF_PASSAGE.raw,
      places: { type: 'array', items: RELATED_PLACE },
      text: { type: 'string', description: 'The same in fixed words.' },
    }),
    description: 'Places that may be relevant and whose text is not released, by work.',
  },
});

/** An object whose keys are all required. */
function object<Record>(properties: Properties<Record>): ObjectSchema {
  return { type: 'object', properties: properties as never, required: Object.keys(properties) };
}
