/**
 * Decides what one file asks for: the disclosure of its work, and the rules that decided it (decisions 1.7, 1.11).
 *
 * Order, each able to override the one before: kind default, `defaults.raw`, collection, path, the file's own keys;
 * then what can only narrow: words of other tools and an embargo. The result is a request; the build resolves it.
 */
import type { Disclosure, Exposure, Raw } from '@archive/contract';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { embargoEnd } from './embargo.ts';
import type { PolicyKeys } from './read-policy-keys.ts';

/** Why a part of a decision holds; printed by `preview`. */
export type DisclosureRule =
  | 'kind-default'
  | 'defaults.raw'
  | 'collection'
  | 'path'
  | 'file'
  | 'foreign-word'
  | 'embargo'
  | 'book-part';

/** What is known about a file besides its own keys. */
export interface DisclosureContext {
  kind: 'records' | 'notes' | 'book' | 'transcripts';
  /** `defaults.raw` of the config, when it states one. */
  defaultRaw?: Raw;
  /** What the collection states. */
  collection: { raw?: Raw; exposure?: Exposure };
  /** The path segment that makes the file private, if any. */
  privateSegment?: string;
  now: Date;
  timeZone: string;
}

/** The disclosure of a file as requested, with its reasons. */
export interface FileDisclosure {
  disclosure: Disclosure;
  /** Rules that had a say, in the order in which they spoke. */
  rules: DisclosureRule[];
  /** End of an embargo that is still running, in milliseconds since 1970. */
  embargoedUntil?: number;
}

const KIND_RAW: Readonly<Record<DisclosureContext['kind'], Raw>> = {
  records: 'public',
  notes: 'private',
  book: 'private',
  transcripts: 'private',
};

/** What a work exposes when nobody says: public text, the place of a private note, book or recording, nothing of else. */
function defaultExposure(raw: Raw, kind: DisclosureContext['kind']): Exposure {
  if (raw === 'public') return 'text';
  return kind === 'records' ? 'none' : 'locator';
}

function legal(raw: Raw, exposure: Exposure): Disclosure {
  if (raw === 'public') return { raw, exposure };
  if (exposure !== 'text') return { raw, exposure };
  throw new FileRefusedError({
    field: 'exposure',
    reason: 'it asks for the text of a private work',
    help: 'set exposure to semantic, locator or none, or state raw: public',
  });
}

/**
 * Decides the requested disclosure of a file.
 *
 * @throws {FileRefusedError} when the file asks for private text, or its embargo is no date
 */
export function decideFileDisclosure(keys: PolicyKeys, context: DisclosureContext): FileDisclosure {
  const rules: DisclosureRule[] = ['kind-default'];
  let raw = KIND_RAW[context.kind];
  let exposure: Exposure | undefined;
  if (context.defaultRaw !== undefined && (context.kind === 'records' || context.defaultRaw === 'private')) {
    raw = context.defaultRaw;
    rules.push('defaults.raw');
  }
  if (context.collection.raw !== undefined || context.collection.exposure !== undefined) {
    raw = context.collection.raw ?? raw;
    exposure = context.collection.exposure;
    rules.push('collection');
  }
  // A file that states its own `raw` is out of the reach of its path; what the collection says still holds for it.
  if (context.privateSegment !== undefined && keys.raw === undefined) {
    raw = 'private';
    exposure = 'none';
    rules.push('path');
  }
  if (keys.raw !== undefined || keys.exposure !== undefined) {
    if (keys.raw !== undefined && keys.raw !== raw) {
      // The exposure so far belongs to the other layer; only one that is legal in both may follow the file across.
      exposure = exposure === 'text' || keys.raw === 'public' ? undefined : exposure;
      raw = keys.raw;
    }
    exposure = keys.exposure ?? exposure;
    rules.push('file');
  }
  if (keys.narrowedBy.length > 0) {
    raw = 'private';
    exposure = 'none';
    rules.push('foreign-word');
  }
  const disclosure = legal(raw, exposure ?? defaultExposure(raw, context.kind));
  if (keys.embargo === undefined) return { disclosure, rules };
  const end = embargoEnd(keys.embargo, context.timeZone);
  if (end <= context.now.getTime()) return { disclosure, rules };
  return { disclosure: { raw, exposure: 'none' }, rules: [...rules, 'embargo'], embargoedUntil: end };
}
