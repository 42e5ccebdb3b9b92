/**
 * Writes a signed report into `audit/` of an output folder, under the date of the day, for its owner alone.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type AuditReport, parseAuditReport } from '@archive/evaluation';
import { auditKey } from './audit-key.ts';
import { signedReport } from './signed-report.ts';

/** Where a report is, and who signed it. */
export interface WrittenReport {
  readonly json: string;
  readonly html: string;
  readonly fingerprint: string;
}

/** Signs and writes; a second report of a day gets a number, and none is ever written over. */
export async function writeReport(out: string, report: AuditReport): Promise<WrittenReport> {
  const key = await auditKey(out);
  // What would not be read back is not signed.
  const files = signedReport(parseAuditReport(report), key);
  const folder = path.join(out, 'audit');
  await mkdir(folder, { recursive: true, mode: 0o700 });
  const day = report.ranAt.slice(0, 'YYYY-MM-DD'.length);
  for (let number = 1; ; number++) {
    const stem = path.join(folder, number === 1 ? day : `${day}-${number}`);
    try {
      await writeFile(`${stem}.json`, files.json, { mode: 0o600, flag: 'wx' });
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'EEXIST') continue;
      throw error;
    }
    await writeFile(`${stem}.html`, files.html, { mode: 0o600 });
    return { json: `${stem}.json`, html: `${stem}.html`, fingerprint: key.fingerprint };
  }
}
