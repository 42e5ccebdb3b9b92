/**
 * Schema 3 to 4: records and notes become works with one fragment each.
 *
 * Pure and keyless: vectors, hashes and order stay, because the embed rule of schema 4 yields the same bytes for them;
 * every entry is `embeds: 'text'`. Ids of records and notes are kept as they are; the one fragment of each is `#whole`,
 * so no authored place becomes part of an id. A date that is none is dropped, as it always counted as unknown. The
 * lints run when the result is written or loaded, not here.
 */
import { parseDateInterval, type Locator } from '@archive/contract';
import type { Entity, Fragment, FragmentInput } from '@archive/contract/private';
import { collectEntities } from './collect-entities.ts';
import { byCodeUnit } from './code-unit-order.ts';
import { readV3, type LegacyRecord, type LegacyNote } from './legacy-index.ts';
import type { PrivateIndex } from './private-index.ts';
import { createChecker } from './refusal.ts';
import { resolveDisclosure } from './resolve-disclosure.ts';

/**
 * Turns a parsed schema 3 file into a private index of schema 4.
 *
 * @param options.builtAt  date or timestamp to state, which older schemas lack; default 1970-01-01
 * @throws {IndexFormatError} for any other value, for an empty one, and for one with several models
 * @throws {MisauthoredError} when a note asks to be shown as text
 */
export function migrateV3ToV4(
  value: unknown,
  { builtAt = '1970-01-01' }: { builtAt?: string } = {},
): PrivateIndex {
  const { entries } = readV3(value);
  const checker = createChecker('schema 3 index');
  const first = entries[0];
  if (first === undefined) throw checker.refuse('entries', 'is empty, so model and dimensions are unknown');
  const { model, dimensions } = first;
  const pairs = entries.map((entry, at) => {
    if (entry.model !== model) throw checker.refuse(`entries[${at}].model`, 'is not that of the first entry');
    if (entry.dimensions !== dimensions) {
      throw checker.refuse(`entries[${at}].dimensions`, 'is not that of the first entry');
    }
    return entry.sourceType === 'record'
      ? fromRecord(entry.record)
      : fromNote(entry.note, `entries[${at}].note`);
  });
  return {
    version: 4,
    kind: 'private',
    builtAt,
    model,
    dimensions,
    entities: collectEntities(pairs)
      .map(({ entity }) => entity)
      .sort((a, b) => byCodeUnit(a.id, b.id)),
    entries: entries.map(({ vector, contentHash }, at) => ({
      vector,
      contentHash,
      embeds: 'text',
      fragment: (pairs[at] as Pair).fragment,
    })),
  };
}

interface Pair {
  entity: Entity;
  fragment: Fragment;
}

function fromRecord({ id, type, title, url, summary, body, themes, date }: LegacyRecord): Pair {
  const entity: Entity = {
    id,
    type: type ?? typeOf(id),
    title,
    attribution: [],
    ...(date === undefined || parseDateInterval(date) === null ? {} : { date: date.trim() }),
    url,
    identifiers: [],
    ...(themes === undefined || themes.length === 0 ? {} : { themes }),
    disclosure: { raw: 'public', exposure: 'text' },
  };
  return {
    entity,
    fragment: {
      id: `${id}#${WHOLE}`,
      entityId: id,
      locator: [{ scheme: 'whole', value: '' }],
      text: body,
      disclosure: { raw: 'public', exposure: 'text' },
      ...(summary === undefined || summary === '' ? {} : { summary }),
    },
  };
}

function fromNote({ id, title, label, url, locator: place, text, exposure }: LegacyNote, path: string): Pair {
  const entity: Entity = {
    id,
    type: typeOf(id),
    title: label,
    attribution: [],
    url,
    identifiers: [],
    disclosure: { raw: 'private', exposure: 'locator' },
  };
  const locator: Locator[] = [{ scheme: 'note', value: place }];
  const fragment = {
    id: `${id}#${WHOLE}`,
    entityId: id,
    locator,
    text: [title, text].filter((part) => part !== '').join('\n\n'),
  };
  const input: FragmentInput = exposure === undefined ? fragment : { ...fragment, exposure };
  return { entity, fragment: { ...fragment, disclosure: resolveDisclosure(entity, input, { path }) } };
}

function typeOf(id: string): string {
  const colon = id.indexOf(':');
  return colon > 0 ? id.slice(0, colon) : id;
}

const WHOLE = 'whole';
