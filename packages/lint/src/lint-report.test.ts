import { describe, expect, it } from 'vitest';
import type { LintedGist } from '@archive/contract';
import type { Fragment, FragmentInput, SemanticProjection } from '@archive/contract/private';
import { lintReport } from './lint-report.ts';
import { privateWork } from './work.fixture.ts';

const passed = (gist: string): SemanticProjection => ({
  source: 'edited',
  review: 'reviewed',
  contentHash: '0',
  lint: 'passed',
  gist: gist as LintedGist,
});
const failed = (draft: string): SemanticProjection => ({
  source: 'generated',
  review: 'unreviewed',
  contentHash: '0',
  lint: 'failed',
  draft,
});
const words = (from: number, to: number) => ({ unit: 'words', from, to });

function reported() {
  const { entity, fragments } = privateWork(undefined, { title: 'Why the last boat came', themes: ['a\tb'] });
  const [first, second, third] = fragments as [FragmentInput, FragmentInput, FragmentInput];
  return {
    entity,
    fragments: [
      { ...first, projection: passed('He hid the twelfth one and counted eleven lanterns before the tide.') },
      { ...second, projection: failed('Its captain that winter morning.') },
      { ...third, exposure: 'locator' as const, projection: passed('She had written every letter twice.') },
    ],
  };
}

describe('lintReport', () => {
  it('lists every fault of every travelling string and gist, by field and position', () => {
    const { entity, fragments } = reported();
    expect(lintReport(entity, fragments)).toEqual([
      { field: 'title', rule: 'shared-run', positions: words(1, 5) },
      { field: 'themes[0]', rule: 'line-break' },
      { field: 'fragments[0].gist', fragment: 0, rule: 'shared-run', positions: words(1, 5) },
      { field: 'fragments[0].gist', fragment: 0, rule: 'shared-run', positions: words(7, 12) },
      { field: 'fragments[1].draft', fragment: 1, rule: 'shared-run', positions: words(1, 5) },
    ]);
  });

  it('looks through any window for a dry run', () => {
    const { entity, fragments } = reported();
    expect(lintReport(entity, fragments, { window: 6 })).toEqual([
      { field: 'themes[0]', rule: 'line-break' },
      { field: 'fragments[0].gist', fragment: 0, rule: 'shared-run', positions: words(7, 12) },
    ]);
    expect(lintReport(entity, fragments, { window: 16, chars: 48 })).toEqual([
      { field: 'themes[0]', rule: 'line-break' },
    ]);
    expect(() => lintReport(entity, fragments, { window: 0 })).toThrow(RangeError);
  });

  it('takes the granted exposure of a built fragment', () => {
    const { entity, fragments } = reported();
    const built = fragments.map(
      (fragment): Fragment => ({ ...fragment, disclosure: { raw: 'private', exposure: 'locator' } }),
    );
    expect(lintReport(entity, built).map(({ field }) => field)).toEqual(['title', 'themes[0]']);
  });

  it('reports the gists of a public work and nothing else of it', () => {
    const { entity, fragments } = reported();
    const open = { ...entity, disclosure: { raw: 'public', exposure: 'semantic' } as const };
    expect(lintReport(open, fragments).map(({ field }) => field)).toEqual([
      'fragments[0].gist',
      'fragments[0].gist',
      'fragments[1].draft',
    ]);
  });

  it('holds the gist to the length of the work', () => {
    const { entity, fragments } = privateWork(['text'], { policy: { lint: { gistMaxChars: 80 } } });
    const long = fragments.map((fragment) => ({ ...fragment, projection: passed('x'.repeat(81)) }));
    expect(lintReport(entity, long)).toEqual([{ field: 'fragments[0].gist', fragment: 0, rule: 'too-long' }]);
  });

  it('is empty for an honest work', () => {
    const { entity, fragments } = privateWork();
    expect(lintReport(entity, fragments)).toEqual([]);
  });
});
