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
  type ServedExposure,
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
  nextCursor?: string;
}

/** Reads a work. @throws {ContractError} `invalid-response` */
export function readEntityRecord(input: unknown): EntityRecord {
  const { entity, raw, fragmentCount, fragments } = fieldsOf(input);
  if (raw !== 'public' && raw !== 'private') throw misfit('raw', 'is not public or private');
  if (!isCount(fragmentCount)) throw misfit('fragmentCount', 'is not a count');
  return {
    entity: parseEntityFace(entity),
    raw,
    fragmentCount,
    fragments: list(fragments, 'fragments').map(parseFragmentFace),
  };
}

/** Reads a page of works. @throws {ContractError} `invalid-response` */
export function readEntityPage(input: unknown): EntityPage {
  const { entities, nextCursor } = fieldsOf(input);
  const page: EntityPage = { entities: list(entities, 'entities').map(parseEntityFace) };
  if (nextCursor === undefined || nextCursor === null) return page;
  if (typeof nextCursor !== 'string' || nextCursor === '') throw misfit('nextCursor', 'is not a cursor');
  return { ...page, nextCursor };
}

/** Reads the words about the policy. @throws {ContractError} `invalid-response` */
export function readPolicy(input: unknown): PolicyCopy {
  const fields = fieldsOf(input);
  const { exposure, note } = fieldsOf(fields['policy'] ?? input);
  const of = (name: ServedExposure): string => {
    const words = fieldsOf(exposure)[name];
    if (typeof words !== 'string') throw misfit(`policy.exposure.${name}`, 'is not a string');
    return words;
  };
  if (typeof note !== 'string') throw misfit('policy.note', 'is not a string');
  return { exposure: { text: of('text'), semantic: of('semantic'), locator: of('locator') }, note };
}

function list(value: unknown, field: string): unknown[] {
  if (!Array.isArray(value)) throw misfit(field, 'is not a list');
  return value;
}

function isCount(value: unknown): value is number {
  return Number.isInteger(value) && (value as number) >= 0;
}

function misfit(field: string, message: string): ContractError {
  return new ContractError('invalid-response', {
    message: `the answer does not fit archive-search/1: ${field}`,
    issues: [{ field, message }],
  });
}
