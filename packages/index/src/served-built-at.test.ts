import { describe, expect, it } from 'vitest';
import { privateVectorsOf, servedBuiltAt, servedContentHash } from './served-built-at.ts';
import {
  buildSample,
  changeFragment,
  changeWork,
  sampleIndex,
  sampleWorks,
  words,
} from './testing/sample-index.ts';
import { toServedIndex } from './to-served-index.ts';

const served = toServedIndex(sampleIndex());

describe('servedContentHash', () => {
  it('does not change with the date, nor with the rounding of a generation', () => {
    const hash = servedContentHash(served);
    expect(servedContentHash({ ...served, builtAt: '2030-01-01' })).toBe(hash);
    const first = served.entries.findIndex((entry) => 'vector' in entry);
    const entry = served.entries[first];
    if (entry === undefined || !('vector' in entry)) throw new Error('the sample has vectors');
    const rough = Array.from(entry.vector, (x) => x + x * 1e-12);
    expect(
      servedContentHash({ ...served, entries: served.entries.with(first, { ...entry, vector: rough }) }),
    ).toBe(hash);
  });

  it('changes with text, gist, vector, bits, codes and what the index says of itself', () => {
    const works = sampleWorks();
    const others = [
      toServedIndex(
        buildSample(
          changeWork(works, 'episode:eleven', (work) => changeFragment(work, 0, { text: 'Other.' })),
        ),
      ),
      toServedIndex(
        buildSample(
          changeWork(works, 'transcript:eleven', (work) =>
            changeFragment(work, 0, { text: words('fjord', 31) }),
          ),
        ),
      ),
      toServedIndex(sampleIndex(), { codes: { seed: 2 } }),
      toServedIndex(sampleIndex(), { privateVectors: 'exact' }),
      toServedIndex(sampleIndex(), { about: { name: 'x' } }),
    ];
    const hashes = [served, ...others].map(servedContentHash);
    expect(new Set(hashes).size).toBe(hashes.length);
  });
});

describe('servedBuiltAt', () => {
  it('keeps the date while the content stands, and takes that of today when it changed (decisions 1.12)', () => {
    expect(servedBuiltAt(undefined, served, '2024-06-01')).toBe('2024-06-01');
    expect(servedBuiltAt(served, { ...served, builtAt: '2024-06-01' }, '2024-06-01')).toBe('2024-03-05');
    expect(servedBuiltAt(served, toServedIndex(sampleIndex(), { about: { name: 'x' } }), '2024-06-01')).toBe(
      '2024-06-01',
    );
  });

  it('stands while a private text under match: face is edited', () => {
    const edited = changeWork(sampleWorks(), 'diary:winter', (work) =>
      changeFragment(work, 0, { text: words('icicle', 150) }),
    );
    expect(servedBuiltAt(served, toServedIndex(buildSample(edited)), '2024-06-01')).toBe('2024-03-05');
  });
});

describe('privateVectorsOf', () => {
  it('tells coded from exact, and takes faces for neither', () => {
    expect(privateVectorsOf(served)).toBe('coded');
    expect(privateVectorsOf(toServedIndex(sampleIndex(), { privateVectors: 'exact' }))).toBe('exact');
    expect(
      privateVectorsOf(toServedIndex(sampleIndex({ reach: 'lexical' }), { privateVectors: 'exact' })),
    ).toBe('coded');
  });
});
