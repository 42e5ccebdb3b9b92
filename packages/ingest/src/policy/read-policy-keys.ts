/**
 * The keys by which a file states its own policy (decisions 1.7a–b).
 *
 * Our keys are read exactly; a key that looks like a misspelt one of ours refuses the file. Words of other tools can
 * only narrow: they make a file private, or leave it out, or refuse it when their value is not understood.
 */
import { exposureSchema, type Exposure, type Raw, rawSchema } from '@archive/contract';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { isMetaRecord, type MetaRecord, type MetaValue } from '../front-matter/meta-value.ts';
import { type AuthoredPolicy, authoredPolicySchema } from './authored-policy.ts';
import { foldKey, foreignEffect, isPolicyWord, meantWord, POLICY_KEYS, restricts } from './policy-words.ts';

/** What a file says about its own disclosure. */
export interface PolicyKeys {
  raw?: Raw;
  exposure?: Exposure;
  publicTitle?: boolean;
  requireReview?: boolean;
  policy?: AuthoredPolicy;
  /** As written; its moment depends on the time zone of the archive. */
  embargo?: string;
  /** Foreign keys that make the file private and expose nothing, in file order. */
  narrowedBy: string[];
  /** The foreign key that keeps the file out of the index. */
  leftOutBy?: string;
}

function refuse(field: string, reason: string, help?: string): never {
  throw new FileRefusedError(help === undefined ? { field, reason } : { field, reason, help });
}

function refuseLookalike(key: string, folded: string, value: MetaValue): void {
  const meant = meantWord(folded);
  if (meant === undefined) return;
  // A flag such as `isPublic: true` that leaves a file open is no misspelling.
  if (folded.endsWith(meant) && typeof value === 'boolean' && foreignEffect(meant, value) === 'nothing') {
    if (folded.length > meant.length + 1) return;
  }
  refuse(
    key,
    'it looks like a misspelt policy key',
    `write the key as it is documented (${meant} is near), or rename it`,
  );
}

/** Refuses a record in which a restriction lies below its first level, where no policy is read. */
function refuseNested(field: string, value: MetaValue): void {
  if (Array.isArray(value)) for (const item of value) refuseNested(field, item);
  if (!isMetaRecord(value)) return;
  for (const [key, item] of Object.entries(value)) {
    const folded = foldKey(key);
    const word = isPolicyWord(folded) ? folded : meantWord(folded);
    if (
      word !== undefined &&
      (typeof item === 'string' || typeof item === 'boolean') &&
      restricts(word, item)
    )
      refuse(
        field,
        'a restriction stands inside it, where none is read',
        'state it at the first level of the file',
      );
    refuseNested(field, item);
  }
}

/** The form of a record after number-like text has become numbers, for the schema. */
function withNumbers(value: MetaValue): unknown {
  if (typeof value === 'string' && /^\d{1,6}(?:\.\d{1,6})?$/.test(value)) return Number(value);
  if (isMetaRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, key === 'terms' ? item : withNumbers(item)]),
    );
  return value;
}

function readOwnKey(keys: PolicyKeys, key: (typeof POLICY_KEYS)[number], value: MetaValue): void {
  if (key === 'raw') {
    const raw = rawSchema.safeParse(value);
    if (!raw.success)
      refuse(key, 'it is neither public nor private', 'write `raw: public` or `raw: private`');
    keys.raw = raw.data;
  } else if (key === 'exposure') {
    const exposure = exposureSchema.safeParse(value);
    if (!exposure.success)
      refuse(key, 'it is none of text, semantic, locator, none', 'write `exposure:` and one of these words');
    keys.exposure = exposure.data;
  } else if (key === 'publicTitle' || key === 'requireReview') {
    if (typeof value !== 'boolean') refuse(key, 'it is neither true nor false');
    keys[key] = value;
  } else if (key === 'policy') {
    const policy = authoredPolicySchema.safeParse(withNumbers(value));
    if (!policy.success)
      refuse(
        ['policy', ...(policy.error.issues[0]?.path ?? [])].join('.'),
        'it is not a policy as documented',
      );
    keys.policy = policy.data;
  } else {
    if (typeof value !== 'string') refuse(key, 'it is no date');
    keys.embargo = value;
  }
}

/** Says whether a key states or could state a policy; such keys are never reported as ignored. */
export function isPolicyKey(key: string): boolean {
  return (POLICY_KEYS as readonly string[]).includes(key) || foreignEffect(foldKey(key), null) !== undefined;
}

/**
 * Reads every policy key of a record.
 *
 * @throws {FileRefusedError} at the first key that is malformed, not understood, or near a key of ours
 */
export function readPolicyKeys(data: MetaRecord): PolicyKeys {
  const keys: PolicyKeys = { narrowedBy: [] };
  for (const [key, value] of Object.entries(data)) {
    const own = POLICY_KEYS.find((known) => known === key);
    if (own !== undefined) {
      readOwnKey(keys, own, value);
      continue;
    }
    const folded = foldKey(key);
    const effect = foreignEffect(folded, value);
    if (effect === undefined) refuseLookalike(key, folded, value);
    if (effect === 'unknown') refuse(key, 'its value is not understood, so it is taken as a restriction');
    if (effect === 'private') keys.narrowedBy.push(key);
    if (effect === 'left-out') keys.leftOutBy ??= key;
    refuseNested(key, value);
  }
  return keys;
}
