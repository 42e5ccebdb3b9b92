import { describe, expect, it } from 'vitest';
import { IndexFormatError, MIGRATE } from './index-format-error.ts';
import type { ServedIndexData } from './served-index.ts';
import { asJson, withValue, type Place } from './testing/edit-json.ts';
import { PRIVATE_STEMS, sampleIndex } from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';
import { validateServedIndex } from './validate-served-index.ts';

/**
 * Entities: 0 book, 1 diary, 2 episode, 3 essay, 4 record, 5 transcript. Entries: 0–1 semantic, 2 locator (bits),
 * 3–4 face, 5 to 8 text, 9 public semantic, 10–11 locator with speakers.
 */
const good = asJson(
  toServedIndex(sampleIndex(), { about: { name: 'Sample', fixture: true } }),
) as ServedIndexData;

function refusalOf(value: unknown): IndexFormatError {
  try {
    validateServedIndex(value);
  } catch (error) {
    if (error instanceof IndexFormatError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

const fragment = (at: number, ...place: Place): Place => ['entries', at, 'fragment', ...place];
const gist = 'A keeper arrives.';

describe('validateServedIndex', () => {
  it('reads JSON and memory alike, bits as bytes', () => {
    const served = toServedIndex(sampleIndex(), { about: { name: 'Sample', fixture: true } });
    expect(validateServedIndex(good)).toEqual(served);
    expect(validateServedIndex(served)).toEqual(served);
  });

  it.each<[place: Place, value: unknown, field: string]>([
    // Header
    [['version'], 3, 'version'],
    [['builtAt'], '2024-03-05T00:00:00Z', 'builtAt'],
    [['builtAt'], undefined, 'builtAt'],
    [['model'], ' ', 'model'],
    [['policy'], {}, 'policy'],
    [['codes', 'bits'], 8, 'codes.bits'],
    [['codes', 'seed'], -1, 'codes.seed'],
    [['codes', 'mean'], [0.5], 'codes.mean'],
    [['codes', 'line', 'a'], null, 'codes.line.a'],
    [['codes', 'key'], 'x', 'codes.key'],
    [['codes'], undefined, 'entries[0].bits'],
    [['about', 'fixture'], 'yes', 'about.fixture'],
    [['about', 'folder'], '/home', 'about.folder'],
    // What the strip removes
    [['entities', 0, 'policy'], { publicTitle: true }, 'entities[0].policy'],
    [['entities', 0, 'themes'], ['solitude'], 'entities[0].themes'],
    [['entities', 0, 'parent'], 'note:cellar', 'entities[0].parent'],
    [['entities', 0, 'disclosure', 'exposure'], 'locator', 'entities[0].disclosure.exposure'],
    [['entities', 3, 'disclosure', 'exposure'], 'none', 'entities[3].disclosure.exposure'],
    [['entries', 0, 'contentHash'], '0123456789abcdef', 'entries[0].contentHash'],
    [fragment(0, 'text'), 'amber', 'entries[0].fragment.text'],
    [fragment(2, 'text'), 'dune', 'entries[2].fragment.text'],
    [fragment(9, 'text'), 'chalk', 'entries[9].fragment.text'],
    [fragment(0, 'summary'), 'copper', 'entries[0].fragment.summary'],
    [fragment(0, 'themes'), ['storms'], 'entries[0].fragment.themes'],
    [fragment(0, 'sourceReview'), 'reviewed', 'entries[0].fragment.sourceReview'],
    [
      fragment(2, 'projection'),
      { lint: 'passed', gist, source: 'edited', review: 'reviewed' },
      'entries[2].fragment.projection',
    ],
    [fragment(0, 'projection'), undefined, 'entries[0].fragment.projection'],
    [
      fragment(0, 'projection', 'contentHash'),
      '0123456789abcdef',
      'entries[0].fragment.projection.contentHash',
    ],
    [fragment(0, 'projection', 'vetoed'), false, 'entries[0].fragment.projection.vetoed'],
    [fragment(0, 'projection', 'stale'), false, 'entries[0].fragment.projection.stale'],
    [fragment(0, 'projection', 'model'), 'm', 'entries[0].fragment.projection.model'],
    [fragment(0, 'projection', 'lint'), 'failed', 'entries[0].fragment.projection.lint'],
    [fragment(0, 'projection', 'gist'), ' ', 'entries[0].fragment.projection.gist'],
    [fragment(0, 'projection', 'gist'), 'two\nlines', 'entries[0].fragment.projection.gist'],
    [fragment(0, 'projection', 'gist'), 'x'.repeat(801), 'entries[0].fragment.projection.gist'],
    [fragment(0, 'disclosure', 'exposure'), 'none', 'entries[0].fragment.disclosure.exposure'],
    [fragment(0, 'disclosure', 'exposure'), 'text', 'entries[0].fragment.disclosure.exposure'],
    [fragment(2, 'disclosure'), { raw: 'public', exposure: 'locator' }, 'entries[2].fragment.disclosure.raw'],
    // Vectors and bits
    [['entries', 0, 'embeds'], undefined, 'entries[0].embeds'],
    [['entries', 5, 'embeds'], 'text', 'entries[5].embeds'],
    [['entries', 0, 'bits'], undefined, 'entries[0].bits'],
    [['entries', 0, 'bits'], 'AA==', 'entries[0].bits'],
    [['entries', 0, 'bits'], 'AAA', 'entries[0].bits'],
    [['entries', 0, 'bits'], 'AAAA', 'entries[0].bits'],
    [['entries', 0, 'bits'], 'APA=', 'entries[0].bits'],
    [['entries', 0, 'bits'], '%AA=', 'entries[0].bits'],
    [['entries', 0, 'vector'], Array(12).fill(1), 'entries[0].vector'],
    [['entries', 3, 'vector'], undefined, 'entries[3].vector'],
    [['entries', 3, 'vector'], Array(12).fill(0), 'entries[3].vector'],
    [['entries', 3, 'bits'], 'AAA=', 'entries[3].bits'],
    [['entries', 5, 'bits'], 'AAA=', 'entries[5].bits'],
    [['entries', 3, 'embeds'], 'text', 'entries[3].vector'],
    [['entries', 5, 'vector', 3], 1e39, 'entries[5].vector'],
    [['entries', 5, 'vector', 3], 'x', 'entries[5].vector'],
    // Structure
    [fragment(0, 'id'), 'book:lantern#p2', 'entries[1].fragment.id'],
    [fragment(0, 'entityId'), 'book:lamp', 'entries[0].fragment.id'],
    [fragment(10, 'locator', 0, 'end'), '12:30', 'entries[10].fragment.locator[0].end'],
    [fragment(5, 'date'), '2019-1', 'entries[5].fragment.date'],
    [['entities', 0, 'url'], 'javascript:alert(1)', 'entities[0].url'],
    [['entities', 6], { ...good.entities[2], id: 'episode:twelve' }, 'entities[6]'],
    [['entities', 0, '__proto__'], { polluted: true }, 'entities[0].__proto__'],
  ])('at %j refuses %j', (place, value, field) => {
    expect(refusalOf(withValue(good, place, value)).field).toBe(field);
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });

  it('accepts an empty summary beside an empty text, and drops it', () => {
    expect(validateServedIndex(withValue(good, fragment(0, 'summary'), ''))).toEqual(
      validateServedIndex(good),
    );
  });

  it('refuses codes when nothing is coded', () => {
    const exact = asJson(toServedIndex(sampleIndex({ reach: 'lexical' })));
    expect(refusalOf(withValue(exact, ['codes'], good.codes)).field).toBe('codes');
  });

  it('refuses a private index on the served path, by its kind, with a remedy', () => {
    const refusal = refusalOf(asJson(sampleIndex()));
    expect(refusal).toMatchObject({ field: 'kind', help: expect.stringContaining('archive build') });
    expect(refusalOf({ version: 4, entities: [], entries: [] })).toMatchObject({ field: 'kind' });
    expect(refusalOf({ version: 2, entries: [] })).toMatchObject({ field: 'version', help: MIGRATE });
  });

  it('names a field and a position, never a value', () => {
    for (const place of [
      fragment(0, 'text'),
      fragment(0, 'summary'),
      fragment(0, 'projection', 'draft'),
      ['entities', 0, 'amber basalt'],
    ] as Place[]) {
      const { message, help } = refusalOf(withValue(good, place, 'amber basalt chalk'));
      for (const stem of PRIVATE_STEMS) expect(`${message} ${help}`).not.toContain(stem);
    }
  });
});
