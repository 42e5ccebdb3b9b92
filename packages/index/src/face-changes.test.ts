import { describe, expect, it } from 'vitest';
import { compareGenerations } from './compare-generations.ts';
import {
  buildSample,
  changeFragment,
  changeWork,
  PRIVATE_STEMS,
  sampleProjection,
  sampleWorks,
  type SampleWork,
  words,
} from './testing/sample-index.ts';

const works = sampleWorks();
const changesOf = (next: readonly SampleWork[]) =>
  compareGenerations(buildSample(works), buildSample(next)).changed;
const textOf = (id: string, at: number): string =>
  works.find(({ entity }) => entity.id === id)?.fragments[at]?.text as string;

describe('what a plan says of hits that change', () => {
  it('lists every hit that changes, with the parts a caller sees otherwise', () => {
    const retitled = changeWork(works, 'diary:winter', (work) => ({
      ...work,
      entity: { ...work.entity, title: 'Another winter' },
    }));
    expect(changesOf(retitled).map(({ fragmentId, parts }) => [fragmentId, parts])).toEqual([
      ['diary:winter#p1', ['work']],
      ['diary:winter#p2', ['work']],
    ]);
    const described = changeWork(works, 'book:lantern', (work) =>
      changeFragment(work, 0, {
        projection: sampleProjection(textOf('book:lantern', 0), 'Something else is told.'),
      }),
    );
    expect(changesOf(described)).toEqual([
      {
        entityId: 'book:lantern',
        fragmentId: 'book:lantern#p1',
        exposure: 'semantic',
        parts: ['gist'],
      },
    ]);
  });

  it('lists no hit whose private text changed behind what a caller sees', () => {
    const edited = changeWork(works, 'diary:winter', (work) =>
      changeFragment(work, 0, { text: words(PRIVATE_STEMS[0], 120, 77) }),
    );
    expect(changesOf(edited)).toEqual([]);
  });
});
