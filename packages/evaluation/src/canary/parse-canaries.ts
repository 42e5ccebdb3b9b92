/**
 * Reads a list of canaries: a YAML list, or `canaries:` with a list or the word `none`.
 */
import { z } from 'zod';
import { fieldName, issueWords } from '../gold/describe-issue.ts';
import { canariesSchema } from '../gold/gold-file.ts';
import { GoldSuiteError } from '../gold/gold-suite-error.ts';
import { readYaml } from '../gold/read-yaml.ts';
import { PatternError, safePattern } from '../gold/safe-pattern.ts';
import { type Canary, patternCanary, phraseCanary } from './canary.ts';

/**
 * Reads a file of canaries.
 *
 * @returns the canaries, numbered as they stand, or `none` when the file says that there are none
 * @throws {GoldSuiteError} naming file and number, never a canary
 */
export function parseCanaries(text: string, { path }: { path: string }): readonly Canary[] | 'none' {
  const written = readYaml(text, path);
  const result = fileSchema.safeParse(Array.isArray(written) ? { canaries: written } : written);
  if (!result.success) {
    const [issue] = result.error.issues;
    throw new GoldSuiteError(
      path,
      issue === undefined
        ? 'is no list of canaries'
        : `${fieldName(issue.path) || 'the file'} ${issueWords(issue)}`,
      { help: 'write `canaries:` and a list of phrases, or `canaries: none`' },
    );
  }
  const { canaries } = result.data;
  return canaries === 'none' ? canaries : canariesFrom(canaries, path);
}

/** Compiles canaries as they are written. @throws {GoldSuiteError} naming file and number */
export function canariesFrom(
  written: readonly (string | { pattern: string })[],
  path: string,
): readonly Canary[] {
  return written.map((entry, at) => {
    const number = at + 1;
    try {
      const canary =
        typeof entry === 'string'
          ? phraseCanary(number, entry)
          : patternCanary(number, safePattern(entry.pattern));
      if (canary !== undefined) return canary;
    } catch (error) {
      if (!(error instanceof PatternError)) throw error;
      throw new GoldSuiteError(path, `canary ${number} ${error.message}`);
    }
    throw new GoldSuiteError(path, `canary ${number} holds no letter and no digit`);
  });
}

const fileSchema = z.strictObject({ canaries: canariesSchema });
