/**
 * The report of an audit, `archive-audit/1`: what was attacked, how, what was found, and what stays open.
 *
 * Numbers, rules, names of routes and keyed ids; no text of the archive, no name of a private work, no canary. A report
 * that says more, or contradicts itself, is none.
 */
import { ArchiveError } from '@archive/contract';
import { z } from 'zod';
import type { ProbeRow } from '../probe/probe-row.ts';
import { CANARY_SORTS } from './invent-secret.ts';

/** The name of this form, in every report. */
export const AUDIT_FORMAT = 'archive-audit/1';

const count = z.int().min(0);
const line = z
  .string()
  .min(1)
  .max(300)
  .regex(/^[^\p{Cc}]*$/u);
const digest = z.string().regex(/^[0-9a-f]{64}$/);
const row = z.strictObject({
  name: line,
  value: z.number(),
  unit: z.string().max(80),
  goal: line,
  ok: z.boolean(),
}) satisfies z.ZodType<ProbeRow>;
const cell = {
  raw: z.enum(['public', 'private']),
  exposure: z.enum(['text', 'semantic', 'locator', 'none']),
};

/** Checks an {@link AuditReport}. */
export const auditReportSchema = z.strictObject({
  format: z.literal(AUDIT_FORMAT),
  /** Version of the program. */
  version: line,
  /** UTC. */
  ranAt: z.iso.datetime(),
  seconds: count,
  size: z.enum(['quick', 'default', 'full']),
  /** Where the choices of the attack began. What was planted was drawn apart from it. */
  seed: count,
  archive: z.strictObject({
    /** As its owner calls it on its pages; absent where it has no name. */
    name: line.exactOptional(),
    /** Name of the embedder. */
    model: line,
    /** How vectors of what is not exposed as text are served. */
    vectors: z.enum(['coded', 'exact']),
    /** What is published; null before the first build. */
    published: z
      .strictObject({
        seq: z.int().min(1),
        servedSha256: digest,
        privateSha256: digest,
        builtAt: z.string().regex(/^\d{4}-\d{2}-\d{2}$/),
        /** Whether a build of the folder as it is would publish the same. */
        isCurrent: z.boolean(),
      })
      .nullable(),
    /** What was attacked: a build of a copy with secrets planted in it. */
    audited: z.strictObject({ servedSha256: digest, privateSha256: digest }),
    works: count,
    /** Fragments of the copy by cell of the table of disclosure. */
    fragments: z.array(z.strictObject({ ...cell, count })),
    quarantined: count,
    /** Links out of the archive and special files, which were left out. */
    linksLeft: count,
    tooLarge: count,
  }),
  /** Canaries by what they were planted in. */
  planted: z.array(
    z.strictObject({
      kind: z.enum(['records', 'notes', 'book', 'transcripts', 'comment', 'unpublished', 'quarantined']),
      ...cell,
      sorts: z.array(z.enum(CANARY_SORTS)),
      canaries: count,
      /** How many of them the private index holds. */
      indexed: count,
    }),
  ),
  tested: z.strictObject({
    /** Of the description the server gives of itself. */
    routes: z.array(line),
    tools: z.array(line),
    requests: count,
    /** Requests under the default limits, and how many of these were refused as too many. */
    limitedRequests: count,
    rateLimited: count,
    /** Answers that say that something failed inside. */
    failures: count,
    /** Answers, files, logs and errors that were looked through, and their size. */
    payloads: count,
    bytes: count,
    files: count,
    guardedRuns: count,
    guardedCanaries: count,
  }),
  /** Leaks planted in front of the scanner before it was used, and how many it found. */
  scanner: z.strictObject({ planted: count, found: count }),
  gates: z.array(row),
  figures: z.array(row),
  /** What was meant to be asked and could not be. */
  unmeasured: z.array(line),
  findings: z.array(
    z.strictObject({
      place: line,
      what: line,
      sources: z.array(line).max(5),
      characters: count,
      times: count,
    }),
  ),
  verdict: z.enum(['holds', 'fails']),
  /** What an audit does not close, in words of ours, and where the threat model says more. */
  open: z.array(z.strictObject({ says: z.string().min(1).max(600), see: line })),
});

/** A report. */
export type AuditReport = z.infer<typeof auditReportSchema>;

/** Raised when something is no report of an audit. */
export class AuditReportError extends ArchiveError {
  constructor(problem: string, cause?: unknown) {
    super('audit-report', {
      message: `this is no report of an audit: ${problem}`,
      help: 'give the .json or .html file that `archive audit` wrote',
      cause,
    });
  }
}

/**
 * Reads a report.
 *
 * @throws {AuditReportError} when it is none, or when its verdict is not what its gates say
 */
export function parseAuditReport(value: unknown): AuditReport {
  const result = auditReportSchema.safeParse(value);
  if (!result.success) {
    const path = result.error.issues[0]?.path.map(String).join('.') ?? '';
    throw new AuditReportError(path === '' ? `it is not ${AUDIT_FORMAT}` : `${path} is not as it should be`);
  }
  if (result.data.verdict !== verdictOf(result.data.gates))
    throw new AuditReportError('its verdict is not what its gates say');
  return result.data;
}

/** What gates say together; no gate is no promise kept. */
export function verdictOf(gates: readonly ProbeRow[]): AuditReport['verdict'] {
  return gates.length > 0 && gates.every(({ ok }) => ok) ? 'holds' : 'fails';
}
