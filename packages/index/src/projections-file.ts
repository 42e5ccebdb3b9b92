/**
 * `projections.json`, version 2: what the author decided about descriptions, kept apart from the index that is rebuilt.
 *
 * Private material, of the same custody as the texts it describes. By fragment id it holds the stored projections (a
 * veto is `vetoed: true` on one), exposures that override front matter, and fingerprints by which an entry follows its
 * text when a work is split anew; and a history of who changed what, without any text. A file of version 1 is read;
 * version 2 is written. Two writers cannot lose each other's changes: a write names the content it started from.
 */
import { createHash } from 'node:crypto';
import { ArchiveError, exposureSchema, type Exposure } from '@archive/contract';
import { z } from 'zod';
import { writeFileAtomic } from './atomic-write.ts';
import { acquireLock } from './build-lock.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { MAX_JSON_BYTES, parseJson, readBytesIfPresent } from './read-json.ts';
import { createChecker, isRecord, refuseUnknownKeys, type Checker } from './refusal.ts';
import type { StoredProjection } from './stored-projection.ts';
import { hashSchema, storedProjectionSchema } from './stored-shape.ts';

/** An exposure the author set for one fragment, against the default of its work. */
export interface ExposureOverride {
  exposure: Exposure;
  /** Hash of the text it was set for; an override that widens lapses when the text is another (decisions 1.8). */
  contentHash?: string;
}

/** One change an author or a build made. */
export interface ProjectionEvent {
  fragmentId: string;
  /** Kebab-case word, such as `edited`, `reviewed`, `vetoed`, `moved`. */
  action: string;
  /** Hash of the text at that time. */
  contentHash?: string;
  /** UTC timestamp. */
  at?: string;
}

/** The content of `projections.json`. */
export interface Projections {
  projections: Record<string, StoredProjection>;
  overrides: Record<string, ExposureOverride>;
  /** See `fingerprint`. */
  fingerprints: Record<string, string>;
  /** Oldest first. */
  history: ProjectionEvent[];
}

/** A file as it was read, with what a later write must find unchanged. */
export interface ReadProjections extends Projections {
  /** sha256 of the bytes, 64 hex digits; undefined when there is no file. */
  sha256: string | undefined;
}

/** Raised when the file was changed by another since it was read. */
export class ProjectionConflictError extends ArchiveError {
  readonly path: string;

  constructor(path: string) {
    super('projection-conflict', {
      message: `projections file \`${path}\` was changed since it was read`,
      help: 'read it again and make the change anew',
    });
    this.path = path;
  }
}

/** Reads the file of version 1 or 2; an absent file is empty. @throws {IndexFormatError} naming the field at fault */
export async function readProjections(path: string): Promise<ReadProjections> {
  const source = { subject: SUBJECT, file: path };
  const bytes = await readBytesIfPresent(path, source, MAX_JSON_BYTES);
  if (bytes === undefined) return { ...emptyProjections(), sha256: undefined };
  return {
    ...parseProjections(createChecker(SUBJECT, path, RESTORE), parseJson(bytes, source)),
    sha256: digest(bytes),
  };
}

/** A file nobody has written yet. */
export function emptyProjections(): Projections {
  return { projections: {}, overrides: {}, fingerprints: {}, history: [] };
}

/**
 * Writes the file in one step: ids in code unit order, two spaces, for the owner only.
 *
 * @param expectedSha256  `sha256` of the read this write is based on; undefined when there was no file
 * @returns the digest of what was written, for the next write
 * @throws {ProjectionConflictError} when the file is no longer the one that was read
 * @throws {IndexFormatError} when the content would not be read back
 */
export async function writeProjections(
  path: string,
  content: Projections,
  expectedSha256: string | undefined,
): Promise<{ sha256: string }> {
  const bytes = Buffer.from(serialize(content), 'utf8');
  parseProjections(createChecker(SUBJECT, path, RESTORE), JSON.parse(bytes.toString('utf8')));
  const lock = await acquireLock(`${path}.lock`);
  try {
    const present = await readBytesIfPresent(path, { subject: SUBJECT, file: path }, MAX_JSON_BYTES);
    const found = present === undefined ? undefined : digest(present);
    if (found !== expectedSha256) throw new ProjectionConflictError(path);
    await writeFileAtomic(path, [bytes]);
  } finally {
    await lock.release();
  }
  return { sha256: digest(bytes) };
}

function parseProjections(checker: Checker, value: unknown): Projections {
  if (!isRecord(value)) throw checker.refuse(undefined, 'is not an object');
  const { version } = value;
  if (version !== 1 && version !== 2) throw checker.refuse('version', 'is not 1 or 2');
  refuseUnknownKeys(checker, value, version === 1 ? KEYS_V1 : KEYS_V2);
  return {
    projections: readMap(checker, value, 'projections', storedProjectionSchema),
    overrides: readMap(checker, value, 'overrides', overrideSchema),
    fingerprints: readMap(checker, value, 'fingerprints', z.string().regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    history: checker.check(z.array(eventSchema), value['history'] ?? [], 'history'),
  };
}

/** Reads an object keyed by fragment id. Errors name an entry by its place, for ids can be authored strings. */
function readMap<T>(
  checker: Checker,
  value: Record<string, unknown>,
  field: string,
  schema: z.ZodType<T>,
): Record<string, T> {
  const map = value[field] ?? {};
  if (!isRecord(map)) throw checker.refuse(field, 'is not an object');
  const entries = Object.entries(map).map(([id, entry], at): [string, T] => {
    if (!FRAGMENT_ID.test(id)) throw checker.refuse(`${field}[${at}]`, 'is not under a fragment id');
    return [id, checker.check(schema, entry, `${field}[${at}]`)];
  });
  return Object.fromEntries(entries);
}

function serialize({ projections, overrides, fingerprints, history }: Projections): string {
  const content = {
    version: 2,
    projections: sorted(projections),
    ...(Object.keys(overrides).length === 0 ? {} : { overrides: sorted(overrides) }),
    ...(Object.keys(fingerprints).length === 0 ? {} : { fingerprints: sorted(fingerprints) }),
    history,
  };
  return `${JSON.stringify(content, null, 2)}\n`;
}

function sorted<T>(map: Record<string, T>): Record<string, T> {
  return Object.fromEntries(Object.entries(map).sort(([a], [b]) => byCodeUnit(a, b)));
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex');
}

/** A bare exposure is an override without a hash: it narrows always and widens never. */
const overrideSchema: z.ZodType<ExposureOverride> = z.union([
  exposureSchema.transform((exposure): ExposureOverride => ({ exposure })),
  z.strictObject({ exposure: exposureSchema, contentHash: hashSchema.exactOptional() }),
]);
const eventSchema = z.strictObject({
  fragmentId: z.string().min(1),
  action: z.string().regex(/^[a-z]+(-[a-z]+)*$/),
  contentHash: hashSchema.exactOptional(),
  at: z.string().min(1).max(40).exactOptional(),
});
const SUBJECT = 'projections file';
const RESTORE = 'restore the file from a copy, or delete it to draft all descriptions anew';
const KEYS_V1 = ['version', 'projections'];
const KEYS_V2 = ['version', 'projections', 'overrides', 'fingerprints', 'history'];
const FRAGMENT_ID = /^[^\s\p{Cc}\p{Cf}\p{Cs}#]+#[^\s\p{Cc}\p{Cf}\p{Cs}#]+$/u;
