/**
 * The served half of a generation, read whole: chunks behind a manifest, or, as generations were before there were
 * chunks, `served/index.json` and `served/vectors.bin`.
 *
 * All that a serving process opens. Nothing here knows where a private half would be.
 */
import type { Current } from './current-generation.ts';
import { readServedHalfWhole, readServedManifest } from './chunks/open-served-half.ts';
import { readHalfFiles, withRows, type HalfNames } from './half-files.ts';
import { isRecord } from './refusal.ts';
import type { ServedIndexData } from './served-index.ts';
import { codeBits } from './sign-codes.ts';
import { isCoded } from './to-served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

/** Names of the files of the half in the form before chunks. */
const SERVED_FILES: HalfNames = { json: 'index.json', vectors: 'vectors.bin' };

/**
 * Reads and checks the served half in a folder.
 *
 * @param expected  what `current.json` says of it; without it only the validator speaks
 * @throws {IndexFormatError} when files are missing, were changed or fail a check
 */
export async function readServedHalf(
  folder: string,
  expected?: Pick<Current, 'servedSha256' | 'builtAt'>,
): Promise<{ index: ServedIndexData; sha256: string }> {
  const manifest = await readServedManifest(folder, expected);
  if (manifest !== undefined)
    return { index: await readServedHalfWhole(folder, manifest), sha256: manifest.sha256 };
  const half = await readHalfFiles(folder, {
    subject: SUBJECT,
    names: SERVED_FILES,
    expectedSha256: expected?.servedSha256,
  });
  const { dimensions, entries, value } = half;
  const filled = withRows(half, {
    bitBytes: (codeBits(dimensions) + 7) >> 3,
    isCoded: entries.map((entry) => value['codes'] !== undefined && isCodedEntry(entry)),
  });
  const index = validateServedIndex(filled, { file: half.file });
  if (expected !== undefined && index.builtAt !== expected.builtAt) {
    throw half.checker.refuse('builtAt', 'is not the date that current.json names');
  }
  return { index, sha256: half.sha256 };
}

/** Whether an entry that nothing has checked yet would be coded; anything odd is left for the validator to refuse. */
function isCodedEntry(entry: unknown): boolean {
  if (!isRecord(entry) || !isRecord(entry['fragment']) || !isRecord(entry['fragment']['disclosure']))
    return false;
  const { exposure } = entry['fragment']['disclosure'];
  const { embeds } = entry;
  if (exposure !== 'text' && exposure !== 'semantic' && exposure !== 'locator') return false;
  return embeds === 'text' || embeds === 'window' ? isCoded(exposure, embeds) : false;
}

const SUBJECT = 'served index';
