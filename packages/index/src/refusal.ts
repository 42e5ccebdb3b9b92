/**
 * Says no to a stored value: names file and field, never repeats what stands there.
 */
import type { z } from 'zod';
import { IndexFormatError, REBUILD } from './index-format-error.ts';

/** Builds errors about one value that is being checked, and checks its parts. */
export interface Checker {
  /** Path of the file, when the value came from one. */
  readonly file: string | undefined;
  /** The error for a field; the problem ends the sentence that the field begins. */
  refuse(field: string | undefined, problem: string, help?: string): IndexFormatError;
  /** Checks a part against its schema and returns the checked copy. */
  check<T>(schema: z.ZodType<T>, value: unknown, field: string): T;
}

/**
 * Makes a {@link Checker}.
 *
 * @param subject  what the value claims to be, such as `private index`
 * @param remedy   advice where the caller gives none; default: build the index again
 */
export function createChecker(subject: string, file?: string, remedy: string = REBUILD): Checker {
  const refuse = (field: string | undefined, problem: string, help: string = remedy): IndexFormatError =>
    new IndexFormatError({ subject, file, field, problem, help });
  return {
    file,
    refuse,
    check(schema, value, field) {
      const result = schema.safeParse(value);
      if (result.success) return result.data;
      const { path, problem } = describe(result.error);
      throw refuse(joinField(field, path) || undefined, problem);
    },
  };
}

/** A plain object; arrays, class instances and null are none. */
export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** Names a key that could be one of a schema: at most 40 letters, digits and marks, so no sentence; a word it may still be. */
function printableKey(key: string): string {
  return /^[\w.-]{1,40}$/u.test(key) ? key : '(unprintable key)';
}

/** Refuses every key that is not listed, by name. */
export function refuseUnknownKeys(
  checker: Checker,
  value: object,
  known: readonly string[],
  field?: string,
): void {
  const unknown = Object.keys(value).find((key) => !known.includes(key));
  if (unknown === undefined) return;
  throw checker.refuse(joinField(field ?? '', [printableKey(unknown)]), 'is not a known field');
}

function joinField(field: string, path: readonly PropertyKey[]): string {
  return path.reduce<string>((joined, step) => {
    if (typeof step === 'number') return `${joined}[${step}]`;
    return joined === '' ? String(step) : `${joined}.${String(step)}`;
  }, field);
}

function describe(error: z.ZodError): { path: PropertyKey[]; problem: string } {
  const issue = error.issues[0] as z.core.$ZodIssue;
  switch (issue.code) {
    case 'unrecognized_keys':
      return {
        path: [...issue.path, printableKey(issue.keys[0] as string)],
        problem: 'is not a known field',
      };
    case 'invalid_type':
      return { path: issue.path, problem: `is missing or not of type ${issue.expected}` };
    case 'invalid_value':
      return { path: issue.path, problem: `is not one of ${issue.values.map(String).join(', ')}` };
    case 'too_small':
      return { path: issue.path, problem: `is below ${String(issue.minimum)}` };
    case 'too_big':
      return { path: issue.path, problem: `is above ${String(issue.maximum)}` };
    case 'custom':
      return { path: issue.path, problem: issue.message };
    default:
      return { path: issue.path, problem: 'is not valid' };
  }
}
