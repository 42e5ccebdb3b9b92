/**
 * A private index of any size, made up: short texts with the frequencies of a natural one, vectors near the direction of
 * their work. Seven works in ten are public, the others private and matched by their face; twenty fragments each.
 */
import type { Entity, Fragment } from '@archive/contract/private';
import { contentHash, embedPlans, type PrivateEntry, type PrivateIndex } from '@archive/index';
import { seededRandom } from './seeded-random.ts';

/** Length of the vectors. */
const GROWTH_DIMENSIONS = 384;
const FRAGMENTS_PER_WORK = 20;
const WORDS_PER_FRAGMENT = 12;
const VOCABULARY = 50_000;

/** A made archive and what to ask it. */
export interface GrowingArchive {
  index: PrivateIndex;
  /** A question near a work. */
  question(): { text: string; vector: Float32Array };
  /** The same archive with one fragment edited, another one each time. */
  edited(index: PrivateIndex): PrivateIndex;
}

/** Makes it. The same size gives the same archive. */
export function growingArchive(fragments: number): GrowingArchive {
  const next = seededRandom(20_261_130);
  const words = (count: number): string =>
    Array.from({ length: count }, () => `w${Math.floor(VOCABULARY ** next()).toString(36)}`).join(' ');
  const near = (direction: Float32Array): Float32Array =>
    direction.map((value) => value + (next() - 0.5) * 2);
  const directions: Float32Array[] = [];
  const entities: Entity[] = [];
  const entries: PrivateEntry[] = [];
  for (let work = 0; entries.length < fragments; work++) {
    const isPublic = work % 10 < 7;
    const disclosure: Fragment['disclosure'] = isPublic
      ? { raw: 'public', exposure: 'text' }
      : { raw: 'private', exposure: 'locator' };
    const entity: Entity = {
      id: `essay:made-up-${String(work).padStart(7, '0')}`,
      type: 'essay',
      title: `Made up ${work}`,
      attribution: [{ name: `Author ${work % 500}` }],
      date: String(1900 + (work % 120)),
      url: `https://archive.example/made-up-${work}`,
      identifiers: [],
      disclosure,
      ...(isPublic ? {} : { policy: { match: 'face' as const } }),
    };
    entities.push(entity);
    const direction = Float32Array.from({ length: GROWTH_DIMENSIONS }, () => next() - 0.5);
    directions.push(direction);
    const own = Array.from(
      { length: Math.min(FRAGMENTS_PER_WORK, fragments - entries.length) },
      (_, at): Fragment => ({
        id: `${entity.id}#c${at + 1}`,
        entityId: entity.id,
        locator: [{ scheme: 'chunk', value: String(at + 1) }],
        text: words(WORDS_PER_FRAGMENT),
        disclosure,
      }),
    );
    for (const [at, plan] of embedPlans(entity, own).entries())
      entries.push({
        vector: near(direction),
        contentHash: plan.contentHash,
        embeds: plan.embeds,
        fragment: own[at] as Fragment,
      });
  }
  return {
    index: {
      version: 4,
      kind: 'private',
      builtAt: '2026-01-01',
      model: 'made-up/1',
      dimensions: GROWTH_DIMENSIONS,
      entities,
      entries,
    },
    question: () => ({
      text: words(3),
      vector: near(directions[Math.floor(next() * directions.length)] as Float32Array),
    }),
    edited(index) {
      // A public one, somewhere else each time.
      const works = Math.ceil(index.entities.length / 10);
      const at = Math.min(Math.floor(next() * works) * 10 * FRAGMENTS_PER_WORK, index.entries.length - 1);
      const entry = index.entries[at] as PrivateEntry;
      const entity = index.entities.find(({ id }) => id === entry.fragment.entityId) as Entity;
      const fragment = { ...entry.fragment, text: `${entry.fragment.text} ${words(2)}` };
      const [plan] = embedPlans(entity, [fragment]);
      const changed = {
        vector: Float32Array.from(entry.vector, (value) => value * 0.9),
        contentHash: plan?.contentHash ?? contentHash(''),
        embeds: plan?.embeds ?? 'text',
        fragment,
      };
      return { ...index, entries: index.entries.with(at, changed) };
    },
  };
}
