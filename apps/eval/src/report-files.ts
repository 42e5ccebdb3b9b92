/**
 * Where reports are kept: files that only their owner can read, in a folder that only its owner can open.
 */
import { mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { type EvalReport, parseEvalReport } from '@archive/evaluation';
import { EvaluationUsageError } from './evaluation-error.ts';

/** The file of a report that nobody named. */
export function reportName(now: Date): string {
  return `${now.toISOString().replaceAll(/[:.]/g, '-')}.json`;
}

/** Writes a file of an evaluation; a folder that is not there is made. */
export async function writeClosed(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, text, { mode: 0o600 });
}

/** Reads a report; `latest` is the newest in the folder. @throws {EvaluationUsageError} {EvalReportError} */
export async function readReport(named: string, cwd: string, folder: string): Promise<EvalReport> {
  const file = named === 'latest' ? await newestIn(folder) : path.resolve(cwd, named);
  return parseEvalReport(await readNamed(file, 'report'), { path: path.basename(file) });
}

/** Reads a file somebody named, 64 MiB at most. @throws {EvaluationUsageError} when it is not there, or larger */
export async function readNamed(file: string, what: string): Promise<string> {
  try {
    if ((await stat(file)).size <= MOST_BYTES) return await readFile(file, 'utf8');
  } catch (cause) {
    throw new EvaluationUsageError({
      message: `the ${what} that was named cannot be read`,
      help: 'check the path',
      cause,
    });
  }
  throw new EvaluationUsageError({
    message: `the ${what} ${path.basename(file)} is larger than ${MOST_BYTES / MIB} MiB`,
    help: 'check the path',
  });
}

async function newestIn(folder: string): Promise<string> {
  const names = (await readdir(folder).catch(() => [])).filter((name) => name.endsWith('.json'));
  const times = await Promise.all(
    names.map(async (name) => ({ name, at: (await stat(path.join(folder, name))).mtimeMs })),
  );
  const [newest] = times.sort((a, b) => b.at - a.at || (a.name < b.name ? 1 : -1));
  if (newest === undefined)
    throw new EvaluationUsageError({
      message: 'there is no report yet',
      help: 'run the evaluation once, or name a report',
    });
  return path.join(folder, newest.name);
}

const MIB = 1024 * 1024;
/** A report of ten thousand questions with all their hits; suites are bounded further by who reads them. */
const MOST_BYTES = 64 * MIB;
