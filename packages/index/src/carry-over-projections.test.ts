import { describe, expect, it } from 'vitest';
import {
  CarryOverError,
  carryOverProjections,
  stampFingerprints,
  type TextPiece,
} from './carry-over-projections.ts';
import { emptyProjections, type Projections } from './projections-file.ts';
import { sampleProjection, words } from './testing/sample-index.ts';

const piece = (key: string, text: string): TextPiece => ({ id: `book:a#${key}`, text });
const generated = sampleProjection('x', 'A gist.');
const edited = sampleProjection('x', 'An edited gist.', { source: 'edited' });
const of = (projections: Projections['projections'], parts: Partial<Projections> = {}): Projections => ({
  ...emptyProjections(),
  projections,
  ...parts,
});
const [a, b, c] = [words('a', 60), words('b', 60), words('c', 60)] as const;

describe('carryOverProjections', () => {
  it('changes nothing when texts and ids are as before', () => {
    const content = of({ 'book:a#p1': edited }, { overrides: { 'book:a#p2': { exposure: 'none' } } });
    const pieces = [piece('p1', a), piece('p2', b)];
    expect(carryOverProjections(content, pieces, pieces)).toEqual({ content, moved: [], dropped: [] });
  });

  it('follows texts that were renumbered, and writes it down (decisions 4.6)', () => {
    const content = of(
      { 'book:a#p1': edited, 'book:a#p2': generated },
      { overrides: { 'book:a#p1': { exposure: 'none' } }, fingerprints: { 'book:a#p1': 'AQIDBA==' } },
    );
    const before = [piece('p1', a), piece('p2', b)];
    const after = [piece('p1', c), piece('p2', a), piece('p3', b)];
    expect(carryOverProjections(content, before, after, { at: '2024-01-01T00:00:00Z' })).toEqual({
      content: {
        projections: { 'book:a#p2': edited, 'book:a#p3': generated },
        overrides: { 'book:a#p2': { exposure: 'none' } },
        fingerprints: { 'book:a#p2': 'AQIDBA==' },
        history: [
          { fragmentId: 'book:a#p2', action: 'moved', at: '2024-01-01T00:00:00Z' },
          { fragmentId: 'book:a#p3', action: 'moved', at: '2024-01-01T00:00:00Z' },
        ],
      },
      moved: [
        { from: 'book:a#p1', to: 'book:a#p2' },
        { from: 'book:a#p2', to: 'book:a#p3' },
      ],
      dropped: [],
    });
  });

  it('follows a text into a larger fragment that holds 0.8 of it, and stops below that', () => {
    const content = of({ 'book:a#p1': edited });
    const keeps = (count: number) => [piece('s1', `${words('a', count)} ${c}`)];
    expect(carryOverProjections(content, [piece('p1', a)], keeps(49)).moved).toEqual([
      { from: 'book:a#p1', to: 'book:a#s1' },
    ]);
    expect(() => carryOverProjections(content, [piece('p1', a)], keeps(48))).toThrow(CarryOverError);
    const exactly = carryOverProjections(content, [piece('p1', words('a', 14))], keeps(12));
    expect(exactly.moved).toHaveLength(1);
  });

  it('stops when several new fragments hold the text, or when two decisions meet in one, with the list', () => {
    const twice = [piece('s1', `${a} ${b}`), piece('s2', `${a} ${c}`)];
    expect(() => carryOverProjections(of({ 'book:a#p1': edited }), [piece('p1', a)], twice)).toThrow(
      CarryOverError,
    );
    const both = of({ 'book:a#p2': edited, 'book:a#p1': { ...generated, vetoed: true } });
    const merge = () =>
      carryOverProjections(both, [piece('p1', a), piece('p2', b)], [piece('s1', `${a} ${b}`)]);
    expect(merge).toThrow(expect.objectContaining({ fragmentIds: ['book:a#p1', 'book:a#p2'] }));
    expect(merge).toThrow('2 edited, vetoed, reviewed or overridden fragments');
  });

  it.each([
    ['a veto', of({ 'book:a#p1': { ...generated, vetoed: true } })],
    ['a review', of({ 'book:a#p1': { ...generated, review: 'reviewed' } })],
    ['an override', of({}, { overrides: { 'book:a#p1': { exposure: 'none' } } })],
  ])('never loses %s', (_, content) => {
    expect(() => carryOverProjections(content, [piece('p1', a)], [piece('s1', b)])).toThrow(CarryOverError);
  });

  it('drops a draft that nobody touched: it is made again', () => {
    const result = carryOverProjections(of({ 'book:a#p1': generated }), [piece('p1', a)], [piece('s1', b)]);
    expect(result).toEqual({ content: emptyProjections(), moved: [], dropped: ['book:a#p1'] });
    const merged = carryOverProjections(
      of({ 'book:a#p1': generated, 'book:a#p2': edited }),
      [piece('p1', a), piece('p2', b)],
      [piece('s1', `${a} ${b}`)],
    );
    expect(merged.content.projections).toEqual({ 'book:a#s1': edited });
    expect(merged.dropped).toEqual(['book:a#p1']);
  });

  it('leaves a decision on a fragment that was edited in place beyond recognition', () => {
    const content = of({ 'book:a#p1': edited });
    expect(carryOverProjections(content, [piece('p1', a)], [piece('p1', c)])).toEqual({
      content,
      moved: [],
      dropped: [],
    });
  });

  it('keeps what belongs to a work that is not there now, and looks at no other work', () => {
    const content = of({ 'book:a#p1': edited, 'book:b#p1': edited });
    const result = carryOverProjections(content, [piece('p1', a)], [{ id: 'book:c#p1', text: a }]);
    expect(result).toEqual({ content, moved: [], dropped: [] });
  });

  it('knows a text by its fingerprint when the old index is gone', () => {
    const stamped = stampFingerprints(of({ 'book:a#p1': edited }), [piece('p1', words('long', 2000))]);
    expect(stamped.fingerprints['book:a#p1']?.length).toBeLessThan(700);
    const after = [piece('s1', `${b} ${words('long', 2000)}`), piece('s2', c)];
    expect(carryOverProjections(stamped, [], after).moved).toEqual([{ from: 'book:a#p1', to: 'book:a#s1' }]);
    expect(() => carryOverProjections(stamped, [], [piece('s2', c)])).toThrow(CarryOverError);
  });

  it('follows a Japanese text by its characters', () => {
    const text = '海辺の町では毎朝、古い時計が鳴るまで誰も舟を出さなかった。祖父はそれを約束と呼んだ。';
    const result = carryOverProjections(
      of({ 'book:a#p1': edited }),
      [piece('p1', text)],
      [piece('s1', `まえがき。${text}`), piece('s2', c)],
    );
    expect(result.moved).toEqual([{ from: 'book:a#p1', to: 'book:a#s1' }]);
  });
});

describe('stampFingerprints', () => {
  it('keeps one for each entry, refreshed where the fragment is there, and none besides', () => {
    const content = of(
      { 'book:a#p1': edited, 'book:b#p1': edited },
      { fingerprints: { 'book:b#p1': 'AAAA', 'book:z#p1': 'BBBB' } },
    );
    const stamped = stampFingerprints(content, [piece('p1', a), piece('p2', b)]);
    expect(Object.keys(stamped.fingerprints).sort()).toEqual(['book:a#p1', 'book:b#p1']);
    expect(stamped.fingerprints['book:b#p1']).toBe('AAAA');
  });
});
