/**
 * What both indexes owe beyond shape: ids, dates, places, links and references (S§12, decisions 1.10, 4.8).
 *
 * Positions stand for ids in every message, because the id of a private work is an authored string.
 */
import {
  parseDateInterval,
  TIMECODE_FORM,
  type Attribution,
  type EntityFace,
  type Locator,
} from '@archive/contract';
import type { Disclosure } from '@archive/contract';
import type { Checker } from './refusal.ts';

interface EntityParts extends EntityFace {
  themes?: string[];
  disclosure: Disclosure;
}

interface FragmentParts {
  id: string;
  entityId: string;
  locator: Locator[];
  disclosure: Disclosure;
  attribution?: Attribution[];
  date?: string;
}

/** Checks one entity by itself. */
export function checkEntity(checker: Checker, entity: EntityParts, field: string): void {
  const { id, type, title, date, url } = entity;
  if (!ID_CHARACTERS.test(id))
    throw checker.refuse(`${field}.id`, 'holds white space, a control character or a `#`');
  if (!id.startsWith(`${type}:`) || id.length === type.length + 1) {
    throw checker.refuse(`${field}.id`, 'is not the type, a colon and a slug');
  }
  if (title.trim() === '') throw checker.refuse(`${field}.title`, 'is blank');
  checkDate(checker, date, field);
  const linkProblem = urlProblem(url);
  if (linkProblem !== undefined) throw checker.refuse(`${field}.url`, linkProblem);
  checkWellFormed(checker, entity, field);
}

/** Checks one fragment by itself. */
export function checkFragment(checker: Checker, fragment: FragmentParts, field: string): void {
  const { id, entityId, locator, date } = fragment;
  if (!id.startsWith(`${entityId}#`))
    throw checker.refuse(`${field}.id`, 'does not begin with the id of its work and a `#`');
  if (!ID_CHARACTERS.test(id.slice(entityId.length + 1))) {
    throw checker.refuse(
      `${field}.id`,
      'has a key that is empty or holds white space, a control character or a `#`',
    );
  }
  locator.forEach((step, at) => {
    checkLocator(checker, step, `${field}.locator[${at}]`);
  });
  checkDate(checker, date, field);
  checkWellFormed(checker, fragment, field);
}

/** Checks that no two ids are equal after NFC and case folding. */
export function checkDistinctIds(
  checker: Checker,
  ids: readonly string[],
  fieldOf: (at: number) => string,
): void {
  const seen = new Map<string, number>();
  ids.forEach((id, at) => {
    const key = id.normalize('NFC').toUpperCase().toLowerCase().normalize('NFC');
    const first = seen.get(key);
    if (first !== undefined) {
      throw checker.refuse(
        `${fieldOf(at)}`,
        `is that of ${fieldOf(first)}, or differs from it only in case or composition`,
      );
    }
    seen.set(key, at);
  });
}

/**
 * Checks that no chain of parents closes, and, where asked, that every parent is an entity of the index.
 *
 * A private index may name a work it does not hold, such as one whose file is quarantined: the strip drops the name.
 * Works `elsewhere` belong to the index, though they are not among those that are checked.
 */
export function checkParents(
  checker: Checker,
  entities: readonly EntityFace[],
  { mustResolve, elsewhere }: { mustResolve: boolean; elsewhere?: ReadonlySet<string> | undefined },
): void {
  const positions = new Map(entities.map(({ id }, at) => [id, at]));
  const settled = new Set<number>();
  entities.forEach((_, start) => {
    const chain = new Set<number>();
    let at: number | undefined = start;
    while (at !== undefined && !settled.has(at)) {
      if (chain.has(at)) throw checker.refuse(`entities[${at}].parent`, 'leads back to the work itself');
      chain.add(at);
      const { parent } = entities[at] as EntityFace;
      if (parent !== undefined) checkParentId(checker, parent, `entities[${at}].parent`);
      const next: number | undefined = parent === undefined ? undefined : positions.get(parent);
      if (mustResolve && parent !== undefined && next === undefined && elsewhere?.has(parent) !== true) {
        throw checker.refuse(`entities[${at}].parent`, 'names no work of the index');
      }
      at = next;
    }
    for (const member of chain) settled.add(member);
  });
}

function checkParentId(checker: Checker, parent: string, field: string): void {
  if (ID_CHARACTERS.test(parent) && /^[^:]+:./u.test(parent)) return;
  throw checker.refuse(field, 'is not the id of a work: a type, a colon and a slug');
}

/**
 * Checks that every fragment has a work of the same `raw` and every work a fragment.
 *
 * @returns the positions of the fragments of each entity, by position of the entity
 */
export function checkReferences(
  checker: Checker,
  entities: readonly EntityParts[],
  fragments: readonly FragmentParts[],
): number[][] {
  const positions = new Map(entities.map(({ id }, at) => [id, at]));
  const members: number[][] = entities.map(() => []);
  fragments.forEach(({ entityId, disclosure }, at) => {
    const owner = positions.get(entityId);
    if (owner === undefined)
      throw checker.refuse(`entries[${at}].fragment.entityId`, 'names no work of the index');
    if (disclosure.raw !== (entities[owner] as EntityParts).disclosure.raw) {
      throw checker.refuse(`entries[${at}].fragment.disclosure.raw`, 'is not that of its work');
    }
    (members[owner] as number[]).push(at);
  });
  const empty = members.findIndex(({ length }) => length === 0);
  if (empty >= 0) throw checker.refuse(`entities[${empty}]`, 'has no fragment');
  return members;
}

/** Says what is wrong with a date of a build, as the end of a sentence. */
export function builtAtProblem(value: string): string | undefined {
  if (UTC_DATE.test(value) && parseDateInterval(value) !== null) return undefined;
  if (
    UTC_TIMESTAMP.test(value) &&
    !Number.isNaN(Date.parse(value)) &&
    parseDateInterval(value.slice(0, 10)) !== null
  )
    return undefined;
  return 'is neither a UTC date nor a UTC timestamp';
}

/** Whether a string is a UTC date of the form YYYY-MM-DD that the calendar has. */
export function isUtcDate(value: string): boolean {
  return UTC_DATE.test(value) && parseDateInterval(value) !== null;
}

function checkLocator(checker: Checker, { scheme, value, end }: Locator, field: string): void {
  if (scheme !== 'whole' && value.trim() === '') throw checker.refuse(`${field}.value`, 'is blank');
  if (scheme !== 'timecode') return;
  if (!TIMECODE_FORM.test(value)) throw checker.refuse(`${field}.value`, 'is not decimal seconds');
  if (end === undefined) return;
  if (!TIMECODE_FORM.test(end)) throw checker.refuse(`${field}.end`, 'is not decimal seconds');
  if (Number(end) < Number(value)) throw checker.refuse(`${field}.end`, 'comes before the value');
}

function checkDate(checker: Checker, date: string | undefined, field: string): void {
  if (date === undefined || (date.trim() === date && parseDateInterval(date) !== null)) return;
  throw checker.refuse(
    `${field}.date`,
    'is not a date of the form YYYY, YYYY-MM or YYYY-MM-DD that the calendar has',
  );
}

function urlProblem(url: string): string | undefined {
  if (!HTTP_URL.test(url) || !URL.canParse(url)) return 'is not an absolute http or https address';
  const { username, password, hash } = new URL(url);
  if (username !== '' || password !== '') return 'holds credentials';
  return hash.includes(':~:') ? 'holds a text fragment' : undefined;
}

/** Refuses half surrogate pairs: no embedder takes them, and different texts would have one hash. */
function checkWellFormed(checker: Checker, value: object, field: string): void {
  for (const [key, part] of Object.entries(value)) {
    const partField = Array.isArray(value) ? `${field}[${key}]` : `${field}.${key}`;
    if (typeof part === 'string' && LONE_SURROGATE.test(part))
      throw checker.refuse(partField, 'holds half of a surrogate pair');
    if (typeof part === 'object' && part !== null) checkWellFormed(checker, part as object, partField);
  }
}

const ID_CHARACTERS = /^[^\s\p{Cc}\p{Cf}\p{Cs}#]+$/u;
const HTTP_URL = /^https?:\/\/[^\s\p{Cc}]+$/iu;
const LONE_SURROGATE = /\p{Cs}/u;
const UTC_DATE = /^\d{4}-\d{2}-\d{2}$/;
const UTC_TIMESTAMP = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d{1,3})?Z$/;
