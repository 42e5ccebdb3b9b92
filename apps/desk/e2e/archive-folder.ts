/**
 * Archives for the end-to-end tests, and the command line over them, as an author has it: built, and in processes of its
 * own.
 */
import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { promisify } from 'node:util';

const ROOT = path.join(import.meta.dirname, '../../..');
const ARCHIVE = path.join(ROOT, 'apps/cli/bin/archive.mjs');

/** What a command printed. */
export interface CommandResult {
  code: number;
  stdout: string;
  stderr: string;
}

/** Runs `archive` with these arguments. */
export async function archive(...args: string[]): Promise<CommandResult> {
  try {
    const { stdout, stderr } = await promisify(execFile)(process.execPath, [ARCHIVE, ...args], {
      env: { ...process.env, CI: '' },
    });
    return { code: 0, stdout, stderr };
  } catch (error) {
    const { code, stdout, stderr } = error as { code: number; stdout: string; stderr: string };
    return { code, stdout, stderr };
  }
}

/** Makes a folder with files. */
export async function makeFolder(files: Record<string, string>): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'desk-e2e-'));
  for (const [file, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(folder, file)), { recursive: true });
    await writeFile(path.join(folder, file), content);
  }
  return folder;
}

/** Copies the Markdown files of a folder. */
export async function copyTexts(from: string, to: string): Promise<void> {
  await cp(from, to, { recursive: true, filter: (file) => !file.endsWith('SOURCE.txt') });
}

/** Removes a folder made here. */
export async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true });
}

/** The file of decisions of an archive. */
export async function decisions(
  folder: string,
): Promise<{ projections: Record<string, Record<string, unknown>> }> {
  return JSON.parse(await readFile(path.join(folder, '.archive/projections.json'), 'utf8')) as {
    projections: Record<string, Record<string, unknown>>;
  };
}

/** Stores gists as a drafter would have left them: passed, and nobody has looked. */
export async function storeDrafts(folder: string, gists: Record<string, string>): Promise<void> {
  for (const [id, gist] of Object.entries(gists))
    await archive('gists', 'edit', id, '--gist', gist, '--folder', folder);
  const file = path.join(folder, '.archive/projections.json');
  await writeFile(
    file,
    (await readFile(file, 'utf8')).replaceAll('"source": "edited"', '"source": "generated"'),
  );
}

/** A desk in a process of its own. */
export interface DeskProcess {
  link: string;
  stop: () => Promise<void>;
}

/** Starts `archive desk` and waits for its link. */
export async function startDesk(folder: string): Promise<DeskProcess> {
  const child = spawn(process.execPath, [ARCHIVE, 'desk', folder, '--port', '0'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const link = await new Promise<string>((resolve, reject) => {
    child.once('exit', (code) => reject(new Error(`the desk ended with ${code}`)));
    createInterface({ input: child.stdout }).on('line', (line) => {
      const found = /http:\S+#\S+/.exec(line);
      if (found !== null) resolve(found[0]);
    });
  });
  return { link, stop: () => stopped(child) };
}

async function stopped(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  child.kill('SIGTERM');
  await ended;
}

/** What `archive plan` says, and the hash it says it under. */
export async function plan(folder: string): Promise<{ text: string; hash: string }> {
  const { stdout, stderr } = await archive('plan', folder, '--json', '--reveal');
  const [, hash = ''] = /"(?:planHash|hash)": "([0-9a-f]{8,64})"/.exec(stdout) ?? [];
  return { text: `${stdout}${stderr}`, hash };
}

/** Publishes exactly what `archive plan` says now. */
export async function applyPlan(folder: string): Promise<CommandResult> {
  const { hash } = await plan(folder);
  return await archive('build', folder, '--apply', hash);
}

/** Hits of a search, as any caller gets them. */
export async function search(folder: string, question: string): Promise<Record<string, unknown>[]> {
  const { stdout } = await archive('search', question, '--archive', folder, '--json');
  return (JSON.parse(stdout) as { hits: Record<string, unknown>[] }).hits;
}
