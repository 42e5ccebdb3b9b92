/**
 * Reads authored files for what is private and what is public in them, without the readers under test.
 *
 * Coarse on purpose: everything after the front matter of a private file is secret, everything in a public file is open.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { listFiles } from '@archive/process';
import { parse } from 'yaml';
import type { PlannedArchive } from './planned-archive.ts';

/** A file cut at the end of its front matter. */
export interface AuthoredFile {
  readonly front: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** Cuts a Markdown file at its front matter. */
export function readAuthored(path: string): AuthoredFile {
  const text = readFileSync(path, 'utf8')
    .replace(/^\uFEFF/, '')
    .replaceAll('\r\n', '\n');
  const [, front, body] = /^---\n([\s\S]*?)\n---(?:\n|$)([\s\S]*)$/.exec(text) ?? [];
  if (front === undefined || body === undefined) return { front: {}, body: text };
  return { front: parse(front) as Record<string, unknown>, body };
}

/** What is said in a recording, one line after another: no times, numbers, headers or marks of speakers. */
export function spokenText(path: string): string {
  const blocks = readFileSync(path, 'utf8')
    .replaceAll('\r\n', '\n')
    .split(/\n{2,}/);
  const said = blocks.flatMap((block) => {
    const lines = block.split('\n');
    const time = lines.findIndex((line) => line.includes('-->'));
    return time < 0 ? [] : lines.slice(time + 1);
  });
  return said.map((line) => line.replace(/<[^>]*>/g, '')).join('\n');
}

/** Adds the bodies of files to the secrets, as they are and without markup. */
export function addSecretFiles(
  plan: PlannedArchive,
  folder: string,
  pattern: RegExp,
  textOf = (path: string): string => readAuthored(path).body,
): void {
  for (const path of listFiles(folder).filter((each) => pattern.test(each))) {
    for (const text of variantsOf(textOf(join(folder, path)))) plan.secrets.push({ text, source: path });
  }
}

/** Adds whole files to what is open, as they are and without markup. */
export function addOpenFiles(plan: PlannedArchive, folder: string, pattern: RegExp): void {
  for (const path of listFiles(folder).filter((each) => pattern.test(each))) {
    plan.open.push(...variantsOf(readFileSync(join(folder, path), 'utf8')));
  }
}

/** Every string in a parsed YAML value. */
export function stringsIn(value: unknown): string[] {
  if (typeof value === 'string') return [value];
  if (value === null || typeof value !== 'object') return [];
  return Object.values(value).flatMap(stringsIn);
}

/** A text as written, and as a reader sees links, emphasis and tags. */
function variantsOf(text: string): string[] {
  const bare = text
    .replace(/<[^>]*>/g, ' ')
    .replace(/!?\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/[*_`~]/g, '');
  return bare === text ? [text] : [text, bare];
}
