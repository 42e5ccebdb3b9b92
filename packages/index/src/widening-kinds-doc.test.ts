/**
 * The table of what widens, in docs/reference/rules.md, lists every kind and no other.
 */
import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import type { WideningKind } from './widenings.ts';

/** Every kind, once: the compiler misses none and takes no other. */
const KINDS: Record<WideningKind, true> = {
  'raw-public': true,
  'wider-exposure': true,
  'veto-removed': true,
  'review-not-required': true,
  'match-text': true,
  'comments-kept': true,
  'exact-vectors': true,
  gist: true,
  'known-text': true,
  'override-lapsed': true,
};

it('lists the kinds of widening', () => {
  const page = readFileSync(new URL('../../../docs/reference/rules.md', import.meta.url), 'utf8');
  const section = page.split('## What widens')[1]?.split('\n## ')[0] ?? '';
  const listed = Array.from(section.matchAll(/^\| `([\w-]+)` \|/gm), ([, kind]) => kind);
  expect(listed.sort()).toStrictEqual(Object.keys(KINDS).sort());
});
