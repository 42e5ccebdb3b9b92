/**
 * The pointer to what is served: `current.json`, replaced in one step, read once by every reader (decisions 4.2).
 */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { writeFileAtomic } from './atomic-write.ts';
import { isUtcDate } from './check-structure.ts';
import { parseJson, readBytesIfPresent } from './read-json.ts';
import { createChecker } from './refusal.ts';

/** The generation in force. */
export interface Current {
  /** Number of the generation; rises by publishing. */
  seq: number;
  /** Digest of its served half. */
  servedSha256: string;
  /** Digest of its private half. */
  privateSha256: string;
  /** UTC date on which the served content last changed. */
  builtAt: string;
}

/**
 * Reads `current.json` of an output folder.
 *
 * @returns undefined when the folder has none: nothing was published
 * @throws {IndexFormatError} when it is not exactly as {@link writeCurrent} writes it
 */
export async function readCurrent(outDir: string): Promise<Current | undefined> {
  const source = { subject: 'generation pointer', file: currentPath(outDir) };
  const bytes = await readBytesIfPresent(source.file, source, MAX_BYTES);
  if (bytes === undefined) return undefined;
  const checker = createChecker(source.subject, source.file);
  const current = checker.check(currentSchema, parseJson(bytes, source), '');
  if (bytes.toString('utf8') !== serializeCurrent(current))
    throw checker.refuse(undefined, 'was changed after it was written');
  return current;
}

/** Points an output folder to a generation, in one step. */
export async function writeCurrent(outDir: string, current: Current): Promise<void> {
  await writeFileAtomic(currentPath(outDir), [serializeCurrent(current)]);
}

/** The folder of a generation. */
export function generationPath(outDir: string, seq: number): string {
  return join(outDir, GENERATIONS, String(seq));
}

/** The folder that holds the generations. */
export function generationsPath(outDir: string): string {
  return join(outDir, GENERATIONS);
}

/** The numbers of the generations in the folder that holds them, in no order. @throws when there is no such folder */
export async function generationNumbers(root: string): Promise<number[]> {
  return (await readdir(root)).filter(isGenerationNumber).map(Number);
}

/** The file a generation holds from its first byte until `current.json` has named it. */
export function unnamedMark(generation: string): string {
  return join(generation, 'unnamed');
}

/** Whether a file name is the number of a generation. */
export function isGenerationNumber(name: string): boolean {
  return /^[1-9]\d{0,14}$/.test(name);
}

function currentPath(outDir: string): string {
  return join(outDir, 'current.json');
}

function serializeCurrent({ seq, servedSha256, privateSha256, builtAt }: Current): string {
  return `${JSON.stringify({ seq, servedSha256, privateSha256, builtAt })}\n`;
}

const digest = z.string().regex(/^[0-9a-f]{64}$/);
const currentSchema = z.strictObject({
  seq: z.int().min(1),
  servedSha256: digest,
  privateSha256: digest,
  builtAt: z.string().refine(isUtcDate, { error: 'is not a UTC date' }),
});
const GENERATIONS = 'generations';
const MAX_BYTES = 4096;
