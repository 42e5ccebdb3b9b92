import { type Locator, renderLocatorLabel } from '@archive/contract';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { placeGaps } from './place-gaps.ts';

const place = (scheme: string, value: string, end?: string): Locator[] => [
  end === undefined ? { scheme, value } : { scheme, value, end },
];
const labels = (...places: Locator[][]): string[] => placeGaps(places).map(renderLocatorLabel);

describe('placeGaps', () => {
  it('finds pages before and between those that are served, in whatever order (decisions 1.13)', () => {
    expect(labels(place('page', '9'), place('page', '3', '4'), place('page', '7'))).toEqual([
      'pp. 1–2',
      'pp. 5–6',
      'p. 8',
    ]);
    expect(placeGaps([place('page', '2')])).toEqual([[{ scheme: 'page', value: '1' }]]);
  });

  it('finds stretches of time of a second and more, overlapping cues joined', () => {
    expect(
      labels(
        place('timecode', '12.5', '60'),
        place('timecode', '30', '45'),
        place('timecode', '60.8', '90'),
        place('timecode', '120', '130'),
      ),
    ).toEqual(['0:00–0:12', '1:30–2:00']);
  });

  it('finds missing chapters, and sections within the chapter they belong to', () => {
    const section = (chapter: string, value: string): Locator[] => [
      ...place('chapter', chapter),
      ...place('section', value),
    ];
    expect(labels(section('1', '1'), section('1', '3'), section('4', '2'))).toEqual([
      'ch. 2–3',
      'ch. 1, §2',
      'ch. 4, §1',
    ]);
  });

  it('says nothing where nothing is left out, or where places have no neighbours', () => {
    expect(placeGaps([])).toEqual([]);
    expect(labels(place('page', '1'), place('page', '2', '5'), place('page', '4'))).toEqual([]);
    expect(
      labels(place('page', 'xii'), place('note', '7'), place('whole', ''), place('page', '1e3')),
    ).toEqual([]);
  });

  it('names every number up to the last one that is not served, and no other (property)', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.nat({ max: 4 }))), (spans) => {
        const served = new Set(
          spans.flatMap(([from, more]) => Array.from({ length: more + 1 }, (_, at) => from + at)),
        );
        const gaps = placeGaps(spans.map(([from, more]) => place('page', `${from}`, `${from + more}`)));
        const named = gaps.flatMap(([step]) => {
          const [from, to] = [Number(step?.value), Number(step?.end ?? step?.value)];
          return Array.from({ length: to - from + 1 }, (_, at) => from + at);
        });
        const last = Math.max(0, ...served);
        expect(named).toEqual(
          Array.from({ length: last }, (_, at) => at + 1).filter((page) => !served.has(page)),
        );
      }),
      { numRuns: 200 },
    );
  });
});
