/**
 * Reads what a caller sent by a strict schema, and says what is wrong with it in sentences of ours.
 *
 * Invariant: an error holds nothing of what was sent but printable names of keys, at most 40 characters of each.
 */
import * as z from 'zod';
import { ContractError, type FieldIssue } from './errors.ts';

/** A string with something in it, of at most this many code points; JSON Schema counts the same way. */
export const line = (maxLength: number) =>
  z
    .string()
    .refine((text) => text.trim() !== '', { error: 'is blank' })
    .refine((text) => Array.from(text).length <= maxLength, {
      error: `is longer than ${maxLength} characters`,
    })
    .meta({ pattern: '\\S', maxLength });

/**
 * Reads a request from outside.
 *
 * @param what  the name of the thing in the message
 * @throws {ContractError} `invalid-request`, with every field at fault
 */
export function readRequest<T>(schema: z.ZodType<T>, what: string, input: unknown): T {
  // Zod leaves out what was sent unless told: without it nothing tells a field that is missing from one of another type.
  const result = schema.safeParse(input, { reportInput: true });
  if (result.success) return result.data;
  const issues = fieldIssues(result.error);
  throw new ContractError('invalid-request', {
    message: `the ${what} is not valid: ${issues.map(({ field }) => field || 'request').join(', ')}`,
    help: 'see the errors list for each field',
    issues,
  });
}

/** Turns zod's issues into fields and sentences of ours that hold nothing of the input but printable names of keys. */
export function fieldIssues(error: z.ZodError): FieldIssue[] {
  return error.issues.flatMap((issue): FieldIssue[] => {
    const path = issue.path.map((part) => printableKey(String(part)));
    if (issue.code === 'unrecognized_keys') {
      return issue.keys.map((key) => ({
        field: [...path, printableKey(key)].join('.'),
        message: 'is not a known field',
      }));
    }
    return [{ field: path.join('.'), message: sentence(issue) }];
  });
}

/** Keeps a key a caller made up from filling an error: letters, digits and a few marks, at most 40 of them. */
function printableKey(key: string): string {
  return /^[\w.-]{1,40}$/u.test(key) ? key : '(unprintable key)';
}

function sentence(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'custom':
      return issue.message;
    case 'invalid_type':
      return issue.input === undefined
        ? `is missing; expected ${issue.expected}`
        : `is not of type ${issue.expected}`;
    case 'invalid_value':
      return `is not one of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      // What a schema says of a list is its own words.
      return OWN_WORDS.test(issue.message) ? issue.message : `is below ${String(issue.minimum)}`;
    case 'too_big':
      return OWN_WORDS.test(issue.message) ? issue.message : `is above ${String(issue.maximum)}`;
    default:
      return 'is not valid';
  }
}

/** A bound whose schema says itself what is wrong with it. */
const OWN_WORDS = /^holds /;
