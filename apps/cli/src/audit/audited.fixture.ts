/**
 * A report of an audit that was never made, for tests of what becomes of one.
 */
import { AUDIT_FORMAT, type AuditReport } from '@archive/evaluation';

const DIGEST = 'a'.repeat(64);
/** The report. */
export const AUDITED: AuditReport = {
  format: AUDIT_FORMAT,
  version: '1.2.3',
  ranAt: '2026-01-02T03:04:05.000Z',
  seconds: 7,
  size: 'quick',
  seed: 1,
  archive: {
    name: 'Shelf <b>',
    model: 'ngram/1',
    vectors: 'coded',
    published: null,
    audited: { servedSha256: DIGEST, privateSha256: DIGEST },
    works: 3,
    fragments: [{ raw: 'private', exposure: 'locator', count: 5 }],
    quarantined: 0,
    linksLeft: 0,
    tooLarge: 0,
  },
  planted: [{ kind: 'notes', raw: 'private', exposure: 'none', sorts: ['phrase'], canaries: 1, indexed: 1 }],
  tested: {
    routes: ['GET /v1/search'],
    tools: ['search_archive'],
    requests: 10,
    limitedRequests: 5,
    rateLimited: 1,
    failures: 0,
    payloads: 20,
    bytes: 12_345,
    files: 3,
    guardedRuns: 9,
    guardedCanaries: 1,
  },
  scanner: { planted: 8, found: 8 },
  gates: [{ name: 'private text found', value: 0, unit: 'places', goal: '= 0', ok: true }],
  figures: [
    { name: 'no limits/gists seen, 10 questions', value: 0.5, unit: 'of 4', goal: 'for scale', ok: true },
  ],
  unmeasured: [],
  findings: [],
  verdict: 'holds',
  open: [{ says: 'Something stays open.', see: 'docs/threat-model.md' }],
};
