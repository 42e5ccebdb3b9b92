/**
 * The keys by which a file states its own policy (decisions 1.7a–b).
 *
 * Our keys are read exactly; a key that looks like a misspelt one of ours refuses the file. Words of other tools can
 * only narrow: they make a file private, or leave it out, or refuse it when their value is not understood.
 */
import { exposureSchema, type Exposure, type Raw, rawSchema } from '@archive/contract';
import { distance } from 'fastest-levenshtein';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { isMetaRecord, type MetaRecord, type MetaValue } from '../front-matter/meta-value.ts';
import { type AuthoredPolicy, authoredPolicySchema } from './authored-policy.ts';

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

/** The keys of ours that decide a disclosure. */
const POLICY_KEYS = ['raw', 'exposure', 'publicTitle', 'requireReview', 'policy', 'embargo'] as const;

const fold = (key: string): string => key.toLowerCase().replace(/[-_]/g, '');

const GUARDED_LONG = POLICY_KEYS.filter((key) => key.length >= 6).map(fold);
const GUARDED_FOREIGN = ['private', 'visibility', 'unlisted', 'password', 'confidential', 'restricted'];

const LEFT_OUT_WHEN: Readonly<Record<string, boolean>> = {
  draft: true,
  published: false,
  publish: false,
  dgpublish: false,
};
const PRIVATE_WHEN: Readonly<Record<string, boolean>> = {
  private: true,
  hidden: true,
  unlisted: true,
  noindex: true,
  confidential: true,
  restricted: true,
  public: false,
};
const STATUS_KEYS: ReadonlySet<string> = new Set(['visibility', 'access', 'status']);
const NARROW_WORDS: ReadonlySet<string> = new Set(['private', 'internal', 'restricted', 'draft', 'hidden']);
const OPEN_WORDS: ReadonlySet<string> = new Set([
  'public',
  'published',
  'open',
  'stable',
  'final',
  'active',
  'new',
]);

function refuse(field: string, reason: string, help?: string): never {
  throw new FileRefusedError(help === undefined ? { field, reason } : { field, reason, help });
}

type ForeignEffect = 'left-out' | 'private' | 'nothing' | 'unknown';

/** What a key of another tool does; undefined when the key is none of them. */
function foreignEffect(folded: string, value: MetaValue): ForeignEffect | undefined {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (folded === 'password') {
    if (value === null || word === '') return 'nothing';
    return word === undefined ? 'unknown' : 'private';
  }
  if (STATUS_KEYS.has(folded)) {
    if (word === undefined) return 'unknown';
    return NARROW_WORDS.has(word) ? 'private' : OPEN_WORDS.has(word) ? 'nothing' : 'unknown';
  }
  const leftOut = Object.hasOwn(LEFT_OUT_WHEN, folded) ? LEFT_OUT_WHEN[folded] : undefined;
  const narrow = Object.hasOwn(PRIVATE_WHEN, folded) ? PRIVATE_WHEN[folded] : undefined;
  if (leftOut === undefined && narrow === undefined) return undefined;
  if (typeof value === 'boolean') {
    if (value === leftOut) return 'left-out';
    return value === narrow ? 'private' : 'nothing';
  }
  return word !== undefined && OPEN_WORDS.has(word) ? 'nothing' : 'unknown';
}

function refuseLookalike(key: string, folded: string): void {
  const meant =
    GUARDED_LONG.find((guarded) => distance(folded, guarded) <= 2) ??
    (folded.startsWith('r') && distance(folded, 'raw') <= 1 ? 'raw' : undefined) ??
    GUARDED_FOREIGN.find((guarded) => distance(folded, guarded) <= 1);
  if (meant === undefined) return;
  refuse(
    key,
    'it looks like a misspelt policy key',
    `write the key as it is documented (${meant} is near), or rename it`,
  );
}

/** The form of a record after number-like text has become numbers, for the schema. */
function withNumbers(value: MetaValue): unknown {
  if (typeof value === 'string' && /^\d{1,6}$/.test(value)) return Number(value);
  if (isMetaRecord(value))
    return Object.fromEntries(
      Object.entries(value).map(([key, item]) => [key, key === 'terms' ? item : withNumbers(item)]),
    );
  return value;
}

function readOwnKey(keys: PolicyKeys, key: (typeof POLICY_KEYS)[number], value: MetaValue): void {
  if (key === 'raw') {
    const raw = rawSchema.safeParse(value);
    if (!raw.success) refuse(key, 'it is neither public nor private');
    keys.raw = raw.data;
  } else if (key === 'exposure') {
    const exposure = exposureSchema.safeParse(value);
    if (!exposure.success) refuse(key, 'it is none of text, semantic, locator, none');
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
  return (POLICY_KEYS as readonly string[]).includes(key) || foreignEffect(fold(key), null) !== undefined;
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
    const folded = fold(key);
    const effect = foreignEffect(folded, value);
    if (effect === undefined) refuseLookalike(key, folded);
    if (effect === 'unknown') refuse(key, 'its value is not understood, so it is taken as a restriction');
    if (effect === 'private') keys.narrowedBy.push(key);
    if (effect === 'left-out') keys.leftOutBy ??= key;
  }
  return keys;
}
