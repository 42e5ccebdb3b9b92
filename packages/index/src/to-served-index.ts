/**
 * The strip: makes the served index from the private one, the last step of a build.
 *
 * Every object is built from named fields, so a private field that is added tomorrow cannot travel by being forgotten.
 * Fragments at `none` and works without a served fragment are gone; text, summary and themes stay on what is exposed
 * as text; of a gist only itself, source and review; policy, hashes and source reviews nowhere; vectors of what is not
 * exposed as text become sign bits, unless they were made from the face (S§3 rule 4, decisions 1.3, 1.12).
 */
import type { Attribution, Disclosure, Exposure, Identifier, Locator, Raw } from '@archive/contract';
import { isServableGist, type Embeds, type Entity } from '@archive/contract/private';
import { groupInOrder } from './code-unit-order.ts';
import { IndexFormatError } from './index-format-error.ts';
import type { PrivateEntry, PrivateIndex } from './private-index.ts';
import { EXPOSURE_RANK } from './resolve-disclosure.ts';
import type {
  CodesSpec,
  ServedAbout,
  ServedEntity,
  ServedEntry,
  ServedFragment,
  ServedIndexData,
  ServedProjection,
} from './served-index.ts';
import { completeCodesSpec, encodeSignBits } from './sign-codes.ts';

/** How to strip. */
export interface StripOptions {
  /** `exact` keeps full vectors of what is not exposed as text: opt-in, to be warned of. Default `coded`. */
  privateVectors?: 'coded' | 'exact';
  /** Mean, line and seed of the embedder; `bits` follows from the dimensions. */
  codes?: Partial<CodesSpec>;
  /** UTC date on which the served content last changed; see `servedBuiltAt`. Default: the date of the private index. */
  builtAt?: string;
  about?: ServedAbout;
}

/** Rises whenever the strip makes something else of the same works: strips of another version are not taken over. */
export const STRIP_VERSION = 'strip/1';

/**
 * Strips a private index to what may be served.
 *
 * @returns works by id in code unit order, fragments by work and then in source order
 * @throws {IndexFormatError} when a fragment is exposed as semantic and its gist may not be served, or has no work
 */
export function toServedIndex(index: PrivateIndex, options: StripOptions = {}): ServedIndexData {
  return stripIndex(index, options, ({ vector }, codes) => encodeSignBits(vector, codes));
}

/** As {@link toServedIndex}, with another way to sign bits, for whoever knows them already. */
export function stripIndex(
  index: PrivateIndex,
  options: StripOptions,
  bitsOf: (entry: PrivateEntry, codes: CodesSpec) => Uint8Array,
): ServedIndexData {
  const { privateVectors = 'coded', about } = options;
  const codes = privateVectors === 'exact' ? undefined : completeCodesSpec(index.dimensions, options.codes);
  const owners = new Map(index.entities.map((entity) => [entity.id, entity]));
  const served = index.entries.filter(({ fragment }) => fragment.disclosure.exposure !== 'none');
  const groups = groupInOrder(served, ({ fragment }) => fragment.entityId);

  const entries: ServedEntry[] = [];
  const entities: ServedEntity[] = [];
  for (const [entityId, group] of groups) {
    const owner = owners.get(entityId);
    if (owner === undefined)
      throw refusal(index, group[0] as PrivateEntry, 'entityId', 'names no work of the index');
    entities.push(servedEntity(owner, group, owners, groups));
    for (const entry of group) entries.push(servedEntry(index, owner, entry, { codes, bitsOf }));
  }
  return {
    version: 4,
    kind: 'served',
    builtAt: (options.builtAt ?? index.builtAt).slice(0, DATE_LENGTH),
    model: index.model,
    dimensions: index.dimensions,
    entities,
    entries,
    ...(codes !== undefined && entries.some((entry) => 'bits' in entry) ? { codes } : {}),
    ...(about === undefined ? {} : { about: copyAbout(about) }),
  };
}

/** Whether the vector of a served fragment is stored as sign bits in an index that has codes. */
export function isCoded(exposure: Exposure, embeds: Embeds): boolean {
  return exposure !== 'text' && embeds !== 'face';
}

function servedEntry(
  index: PrivateIndex,
  owner: Entity,
  entry: PrivateEntry,
  {
    codes,
    bitsOf,
  }: {
    codes: CodesSpec | undefined;
    bitsOf: (entry: PrivateEntry, codes: CodesSpec) => Uint8Array;
  },
): ServedEntry {
  const { vector, embeds = 'text' } = entry;
  const { exposure } = entry.fragment.disclosure;
  const fragment = servedFragment(index, owner, entry);
  if (exposure === 'text') return { fragment, vector };
  if (codes === undefined || !isCoded(exposure, embeds)) return { fragment, vector, embeds };
  return { fragment, bits: bitsOf(entry, codes), embeds };
}

function servedFragment(index: PrivateIndex, owner: Entity, entry: PrivateEntry): ServedFragment {
  const { fragment } = entry;
  const { raw, exposure } = fragment.disclosure;
  if (raw !== owner.disclosure.raw) throw refusal(index, entry, 'disclosure.raw', 'is not that of its work');
  const isText = exposure === 'text';
  return {
    id: fragment.id,
    entityId: fragment.entityId,
    locator: fragment.locator.map(copyLocator),
    text: isText ? fragment.text : '',
    disclosure: disclosureOf(raw, exposure),
    ...(exposure === 'semantic' ? { projection: servedProjection(index, owner, entry) } : {}),
    ...(fragment.attribution === undefined || fragment.attribution.length === 0
      ? {}
      : { attribution: fragment.attribution.map(copyAttribution) }),
    ...(fragment.date === undefined ? {} : { date: fragment.date }),
    ...(isText && fragment.summary !== undefined && fragment.summary !== ''
      ? { summary: fragment.summary }
      : {}),
    ...(isText && fragment.themes !== undefined ? { themes: [...fragment.themes] } : {}),
  };
}

function servedProjection(index: PrivateIndex, owner: Entity, entry: PrivateEntry): ServedProjection {
  const { fragment } = entry;
  if (!isServableGist(fragment, owner)) {
    throw refusal(
      index,
      entry,
      'projection',
      'holds no gist that may be served, though the fragment is exposed as semantic',
    );
  }
  const { gist, source, review } = fragment.projection;
  return { lint: 'passed', gist, source, review };
}

function servedEntity(
  owner: Entity,
  group: readonly PrivateEntry[],
  owners: ReadonlyMap<string, Entity>,
  servedGroups: ReadonlyMap<string, unknown>,
): ServedEntity {
  const exposures = group.map(({ fragment }) => fragment.disclosure.exposure);
  const widest = exposures.reduce((a, b) => (EXPOSURE_RANK[b] > EXPOSURE_RANK[a] ? b : a));
  const { parent, themes } = owner;
  return {
    id: owner.id,
    type: owner.type,
    title: owner.title,
    attribution: owner.attribution.map(copyAttribution),
    ...(owner.date === undefined ? {} : { date: owner.date }),
    ...(owner.version === undefined ? {} : { version: owner.version }),
    url: owner.url,
    identifiers: owner.identifiers.map(copyIdentifier),
    ...(parent !== undefined && owners.has(parent) && servedGroups.has(parent) ? { parent } : {}),
    ...(widest === 'text' && themes !== undefined && themes.length > 0 ? { themes: [...themes] } : {}),
    disclosure: disclosureOf(owner.disclosure.raw, widest),
  };
}

function disclosureOf(raw: Raw, exposure: Exposure): Disclosure {
  if (raw === 'public') return { raw, exposure };
  if (exposure !== 'text') return { raw, exposure };
  throw new IndexFormatError({ subject: 'private index', problem: 'exposes the text of a private work' });
}

function copyLocator({ scheme, value, end }: Locator): Locator {
  return end === undefined ? { scheme, value } : { scheme, value, end };
}

function copyIdentifier({ scheme, value }: Identifier): Identifier {
  return { scheme, value };
}

function copyAttribution({ name, role, identifiers, placeholder }: Attribution): Attribution {
  return {
    name,
    ...(role === undefined ? {} : { role }),
    ...(identifiers === undefined ? {} : { identifiers: identifiers.map(copyIdentifier) }),
    ...(placeholder === undefined ? {} : { placeholder }),
  };
}

function copyAbout({ name, author, fixture, reach, floor, scoreCap, fusion }: ServedAbout): ServedAbout {
  return {
    ...(name === undefined ? {} : { name }),
    ...(author === undefined ? {} : { author }),
    ...(fixture === undefined ? {} : { fixture }),
    ...(reach === undefined ? {} : { reach }),
    ...(floor === undefined ? {} : { floor }),
    ...(scoreCap === undefined ? {} : { scoreCap }),
    ...(fusion === undefined
      ? {}
      : { fusion: { knots: fusion.knots.map(([share, lift]) => [share, lift] as const) } }),
  };
}

function refusal(index: PrivateIndex, entry: PrivateEntry, field: string, problem: string): IndexFormatError {
  return new IndexFormatError({
    subject: 'private index',
    field: `entries[${index.entries.indexOf(entry)}].fragment.${field}`,
    problem,
  });
}

const DATE_LENGTH = 'YYYY-MM-DD'.length;
