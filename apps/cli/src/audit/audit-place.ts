/**
 * The folder an audit copies into: of its owner alone, in the temporary directory, with a note of who made it.
 *
 * A process that is killed leaves its copy behind, private text in the clear. So every audit first removes what earlier ones
 * of the same user left whose process is gone; without a note, or with one that cannot be read, nothing is removed but
 * what is a day old.
 */
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { z } from 'zod';

const noteSchema = z.object({ pid: z.int().min(1), started: z.string() });

/** Makes a folder for the copy. */
export async function makeAuditPlace(tmp: string): Promise<string> {
  const place = await mkdtemp(path.join(tmp, PREFIX));
  const note = { pid: process.pid, started: await startOf(process.pid) };
  await writeFile(path.join(place, NOTE), JSON.stringify(note), { mode: 0o600 });
  return place;
}

/** Removes folders of audits that did not end by themselves. @returns how many */
export async function removeStalePlaces(tmp: string, now: Date): Promise<number> {
  let removed = 0;
  for (const entry of await readdir(tmp, { withFileTypes: true }).catch(() => [])) {
    if (!entry.isDirectory() || !PLACE.test(entry.name)) continue;
    const place = path.join(tmp, entry.name);
    if (!(await isStale(place, now))) continue;
    await rm(place, { recursive: true, force: true });
    removed += 1;
  }
  return removed;
}

async function isStale(place: string, now: Date): Promise<boolean> {
  const facts = await stat(place).catch(() => undefined);
  if (facts === undefined || facts.uid !== process.getuid?.()) return false;
  const note = await readFile(path.join(place, NOTE), 'utf8')
    .then((text) => noteSchema.parse(JSON.parse(text)))
    .catch(() => undefined);
  if (note === undefined) return now.getTime() - facts.mtimeMs > DAY_MS;
  if (!isAlive(note.pid)) return true;
  // The number of a process is given again; the time it began is not.
  return (await startOf(note.pid)) !== note.started;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code !== 'ESRCH';
  }
}

/** When a process began, as Linux says it (ticks since the machine did, field 22); empty where nothing says so. */
async function startOf(pid: number): Promise<string> {
  const stated = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
  // The name in parentheses may hold anything.
  return stated.slice(stated.lastIndexOf(')') + 2).split(' ')[19] ?? '';
}

const PREFIX = 'archive-audit-';
/** What `mkdtemp` makes of it. */
const PLACE = /^archive-audit-[A-Za-z0-9]{6}$/;
const NOTE = 'made-by.json';
const DAY_MS = 24 * 3600 * 1000;
