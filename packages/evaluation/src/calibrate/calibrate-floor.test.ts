import { describe, expect, it } from 'vitest';
import { parseGoldSuite } from '../gold/parse-gold-suite.ts';
import { place, responseOf, text } from '../run/hits.fixture.ts';
import { calibrateFloor, scoreHistogram } from './calibrate-floor.ts';

/** Questions that name the score of what they find: `a 0.3` expects it, `r 0.3` is to be refused. */
function suiteOf(questions: readonly string[]) {
  const queries = questions.map(
    (query, at) =>
      `  - {id: q${at}, query: ${query}, expect: ${query.startsWith('a') ? '{sources: [essay:a]}' : '{refusal: true}'}}`,
  );
  return parseGoldSuite(`queries:\n${queries.join('\n')}`, { path: 'g' });
}
const search = async ({ q }: { q: string }) => {
  const score = Number(q.split(' ')[1]);
  return responseOf(q, score === 0 ? [] : [text('essay:a', { score })]);
};

describe('calibrateFloor', () => {
  it('takes the floor that parts the two kinds, the lowest of equals', async () => {
    const suite = suiteOf([
      'a 0.5',
      'a 0.6',
      'a 0.7',
      'a 0.8',
      'a 0.55',
      'r 0.1',
      'r 0.22',
      'r 0.3',
      'r 0',
      'r 0.05',
    ]);
    const { suggested, expected, refused, notFound } = await calibrateFloor(suite, search);
    expect(suggested).toEqual({ floor: 0.35, kept: 5, silenced: 5 });
    expect([expected, refused, notFound]).toEqual([[0.5, 0.6, 0.7, 0.8, 0.55], [0.1, 0.22, 0.3, 0, 0.05], 0]);
  });

  it('counts a source on the floor as kept and a refusal on it as heard', async () => {
    const suite = suiteOf([
      'a 0.25',
      'a 0.25',
      'a 0.25',
      'a 0.25',
      'a 0.25',
      'r 0.25',
      'r 0.2',
      'r 0.2',
      'r 0.2',
      'r 0.2',
    ]);
    const { choices, suggested } = await calibrateFloor(suite, search);
    expect(choices.find(({ floor }) => floor === 0.25)).toEqual({ floor: 0.25, kept: 5, silenced: 4 });
    expect(suggested?.floor).toBe(0.25);
  });

  it('gives up no more than one expected source in twenty, whatever that would silence', async () => {
    const answered = (at020: number): string[] => [
      ...Array.from({ length: at020 }, () => 'a 0.2'),
      ...Array.from({ length: 20 - at020 }, () => 'a 0.5'),
    ];
    const refused = Array.from({ length: 5 }, () => 'r 0.22');
    const of = async (at020: number) =>
      (await calibrateFloor(suiteOf([...answered(at020), ...refused]), search)).suggested;
    expect(await of(1)).toEqual({ floor: 0.25, kept: 19, silenced: 5 });
    expect(await of(2)).toEqual({ floor: 0, kept: 20, silenced: 0 });
  });

  it('goes by hits released as text alone, and measures the others beside them (decisions 1.5)', async () => {
    const suite = suiteOf([
      'a 0.5',
      'a 0.5',
      'a 0.5',
      'a 0.5',
      'a 0.5',
      'r 0.1',
      'r 0.1',
      'r 0.1',
      'r 0.1',
      'r 0.1',
    ]);
    const alone = await calibrateFloor(suite, search);
    const withPlaces = await calibrateFloor(
      parseGoldSuite(
        `queries:\n${suite.queries.map(({ id, query }) => `  - {id: ${id}, query: ${query}, expect: ${query.startsWith('a') ? '{sources: [essay:a, book:b]}' : '{refusal: true}'}}`).join('\n')}`,
        { path: 'g' },
      ),
      async (request) => {
        const { hits } = await search(request);
        return responseOf(request.q, [...hits, place('book:b', { score: 0.2 })]);
      },
    );
    expect(withPlaces).toEqual({ ...alone, coarse: [0.2, 0.2, 0.2, 0.2, 0.2] });
    expect(alone.suggested).toEqual({ floor: 0.15, kept: 5, silenced: 5 });
  });

  it('suggests nothing from fewer than five of a kind, and counts what is not found', async () => {
    const { suggested, notFound } = await calibrateFloor(suiteOf(['a 0', 'a 0.5', 'r 0.1']), search);
    expect([suggested, notFound]).toEqual([undefined, 1]);
  });

  it('draws both kinds in steps of 0.05', async () => {
    const calibration = await calibrateFloor(suiteOf(['a 0.1', 'a 0.12', 'r 0.05', 'r 0']), search);
    expect(scoreHistogram(calibration)).toEqual(['0.00  o', '0.05  o', '0.10  ##']);
  });
});
