/**
 * What the desk accepts, checked before anything is done with it. Unknown keys are refused.
 */
import { EXPOSURES } from '@archive/contract';
import { z } from 'zod';
import type { ActRequest, RowFilter } from './desk-api.ts';
import { DeskError } from './desk-error.ts';
import type { RowsQuery } from './desk.ts';

/** Largest body, in bytes: a few thousand ids. */
export const BODY_MAX_BYTES = 1024 * 1024;
/** Most rows of one answer. */
const MAX_ROWS = 500;
/** Longest gist that is looked at, in UTF-16 units; the lint bounds what is stored far below. */
const MAX_WORDS = 20_000;

const id = z.string().min(1).max(4096);
const ids = z.array(id).min(1).max(10_000);
const sha256 = z
  .string()
  .regex(/^[0-9a-f]{64}$/)
  .nullable();
const words = z.string().max(MAX_WORDS);

const actSchema = z.discriminatedUnion('action', [
  z.strictObject({
    action: z.literal('edit'),
    sha256,
    fragmentId: id,
    gist: words,
    reviewed: z.boolean().exactOptional(),
  }),
  ...(['veto', 'unveto', 'accept', 'review', 'clear-exposure'] as const).map((action) =>
    z.strictObject({ action: z.literal(action), sha256, fragmentIds: ids }),
  ),
  z.strictObject({
    action: z.literal('set-exposure'),
    sha256,
    fragmentIds: ids,
    exposure: z.enum(EXPOSURES),
  }),
]);
const checkSchema = z.strictObject({ fragmentId: id, gist: words });
const tokenSchema = z.strictObject({ token: z.string().min(1).max(200) });

const FILTERS = [
  'all',
  'todo',
  'asked',
  'none',
  'vetoed',
  'failed',
  'stale',
  'outdated',
  'needs-review',
  'reviewed',
  'edited',
  'current',
] as const satisfies readonly RowFilter[];

const rowsSchema = z.strictObject({
  work: id,
  show: z.enum(FILTERS).default('all'),
  chapter: z.string().max(1000).exactOptional(),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(MAX_ROWS).default(MAX_ROWS),
});
const fragmentSchema = z.strictObject({ id });

/** Reads a change. @throws {DeskError} `bad-request` */
export function parseAct(body: unknown): ActRequest {
  return checked(actSchema, body) as ActRequest;
}

/** Reads words to be looked at. @throws {DeskError} `bad-request` */
export function parseCheck(body: unknown): { fragmentId: string; gist: string } {
  return checked(checkSchema, body);
}

/** Reads a token. @throws {DeskError} `bad-request` */
export function parseToken(body: unknown): string {
  return checked(tokenSchema, body).token;
}

/** Reads the query of a list. @throws {DeskError} `bad-request` */
export function parseRows(query: URLSearchParams): RowsQuery {
  const { work, ...rest } = checked(rowsSchema, Object.fromEntries(query));
  return { workId: work, ...rest };
}

/** Reads the id of a fragment. @throws {DeskError} `bad-request` */
export function parseFragmentId(query: URLSearchParams): string {
  return checked(fragmentSchema, Object.fromEntries(query)).id;
}

/** The issue names a field and a rule, never a value. */
function checked<T>(schema: z.ZodType<T>, value: unknown): T {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  const field = parsed.error.issues[0]?.path.map(String).join('.') ?? '';
  throw new DeskError(
    'bad-request',
    field === '' ? 'the request is not understood' : `${field} is not valid`,
  );
}
