/**
 * What a schema found, in words that quote no value.
 */
import type { z } from 'zod';

/** A field as a person writes it: `expect.sources[2]`. */
export function fieldName(path: readonly PropertyKey[]): string {
  return path.reduce<string>(
    (name, part) =>
      typeof part === 'number' ? `${name}[${part}]` : name === '' ? String(part) : `${name}.${String(part)}`,
    '',
  );
}

/** The issue in a few words. */
export function issueWords(issue: z.core.$ZodIssue): string {
  switch (issue.code) {
    case 'unrecognized_keys':
      return `has a key nobody knows: ${issue.keys.map((key) => `\`${key.slice(0, 40)}\``).join(', ')}`;
    case 'invalid_type':
      return issue.input === undefined ? `is missing, or is no ${issue.expected}` : `is no ${issue.expected}`;
    case 'invalid_value':
      return `is none of ${issue.values.map(String).join(', ')}`;
    case 'too_small':
      return `is less than ${issue.minimum}, or empty`;
    case 'too_big':
      return `is more than ${issue.maximum}`;
    case 'custom':
      return issue.message;
    default:
      return 'is not what it should be';
  }
}
