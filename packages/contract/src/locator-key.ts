/**
 * The part of a fragment id after `#`, made from its locator.
 *
 * Pure and stable: the same locator gives the same key on every machine. Authored values (notes, unknown schemes)
 * pass through `slug`; a caller that must hide or hash them hands in its own.
 */
import { LocatorError } from './errors.ts';
import type { Locator } from './locator.ts';

const PREFIX: Readonly<Record<string, string>> = {
  page: 'p',
  chapter: 'ch',
  section: 's',
  paragraph: 'para',
  chunk: 'c',
  timecode: 't',
};

/**
 * Folds a string to letters, digits, dots and dashes of any script: NFKC, lower case, other runs become one dash.
 */
export function locatorSlug(value: string): string {
  return value
    .normalize('NFKC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}.]+/gu, '-')
    .replace(/^[-.]+|[-.]+$/g, '');
}

/**
 * Makes the key of a locator: `whole`, `p184`, `ch12.s3`, `t750-845`; steps are joined by a dot.
 *
 * @param slug  folds values into the key; default {@link locatorSlug}
 * @throws {LocatorError} when the list is empty or a value folds to nothing
 */
export function locatorKey(
  locator: readonly Locator[],
  slug: (value: string) => string = locatorSlug,
): string {
  if (locator.length === 0) {
    throw new LocatorError({
      message: 'a locator has no step',
      help: 'give at least one {scheme, value}',
    });
  }
  return locator.map((step) => stepKey(step, slug)).join('.');
}

function stepKey({ scheme, value, end }: Locator, slug: (value: string) => string): string {
  if (scheme === 'whole') return 'whole';
  const span = slug(end === undefined || end === value ? value : `${value}-${end}`);
  if (span === '') {
    throw new LocatorError({
      message: 'a locator value holds no letter or digit',
      help: 'give the step a value that names a place',
    });
  }
  if (scheme === 'note') return span;
  const prefix = Object.hasOwn(PREFIX, scheme) ? PREFIX[scheme] : undefined;
  return prefix === undefined ? `${slug(scheme)}-${span}` : `${prefix}${span}`;
}
