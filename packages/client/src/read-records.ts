/**
 * Reads direct reads and listings off the wire, tolerantly: what is not known is dropped, what is missing is named.
 */
import {
  ContractError,
  type EntityFace,
  type FragmentFace,
  parseEntityFace,
  parseFragmentFace,
  type PolicyCopy,
  type Raw,
  type ServedCounts,
} from '@archive/contract';
import { fieldsOf } from './read-problem.ts';

/** A work as a direct read returns it. */
export interface EntityRecord {
  /** Its provenance. */
  entity: EntityFace;
  /** Whether its text is public. */
  raw: Raw;
  /** Served fragments of this work. */
  fragmentCount: number;
  /** Faces in source order; always empty for a private work. */
  fragments: FragmentFace[];
}

/** One page of works, and how to ask for the next. */
export interface EntityPage {
  entities: EntityFace[];
  /** Cursor of the next page; absent on the last. */
  next?: string;
}

/** What an archive says of itself. */
export interface ArchivePolicy {
  /** Contracts the server speaks, such as `archive-search/1`. */
  contracts: string[];
  /** What each exposure means, in fixed words. */
  policy: PolicyCopy;
  /** What is served: counts, and when it last changed. */
  index: ServedCounts;
}

/** Reads a work. @throws {ContractError} `invalid-response` */
export function readEntityRecord(input: unknown): EntityRecord {
  const { entity, raw, fragmentCount, fragments } = fieldsOf(input);
  if (raw !== 'public' && raw !== 'private') throw misfit('raw', 'is not public or private');
  return {
    entity: parseEntityFace(entity),
    raw,
    fragmentCount: count(fragmentCount, 'fragmentCount'),
    fragments: list(fragments, 'fragments').map(parseFragmentFace),
  };
}

/** Reads a page of works. @throws {ContractError} `invalid-response` */
export function readEntityPage(input: unknown): EntityPage {
  const { entities, next } = fieldsOf(input);
  const page: EntityPage = { entities: list(entities, 'entities').map(parseEntityFace) };
  if (next === undefined || next === null) return page;
  if (typeof next !== 'string' || next === '') throw misfit('next', 'is not a cursor');
  return { ...page, next };
}

/** Reads what an archive says of itself. @throws {ContractError} `invalid-response` */
export function readPolicy(input: unknown): ArchivePolicy {
  const { contracts, policy, index } = fieldsOf(input);
  const { exposure, note } = fieldsOf(policy);
  const { text, semantic, locator } = fieldsOf(exposure);
  const { builtAt, entityCount, fragmentCount } = fieldsOf(index);
  return {
    contracts: list(contracts, 'contracts').filter((name) => typeof name === 'string'),
    policy: {
      exposure: {
        text: words(text, 'policy.exposure.text'),
        semantic: words(semantic, 'policy.exposure.semantic'),
        locator: words(locator, 'policy.exposure.locator'),
      },
      note: words(note, 'policy.note'),
    },
    index: {
      builtAt: words(builtAt, 'index.builtAt'),
      entityCount: count(entityCount, 'index.entityCount'),
      fragmentCount: count(fragmentCount, 'index.fragmentCount'),
    },
  };
}

function words(value: unknown, field: string): string {
  if (typeof value !== 'string') throw misfit(field, 'is not a string');
  return value;
}

function count(value: unknown, field: string): number {
  if (!Number.isInteger(value) || (value as number) < 0) throw misfit(field, 'is not a count');
  return value as number;
}

function list(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw misfit(field, 'is not a list');
  return value;
}

function misfit(field: string, message: string): ContractError {
  return new ContractError('invalid-response', {
    message: `the answer does not fit archive-search/1: ${field}`,
    issues: [{ field, message }],
  });
}
