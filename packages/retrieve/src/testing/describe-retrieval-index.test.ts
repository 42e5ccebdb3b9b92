import { describe, expect, it } from 'vitest';
import type { RetrievalEntry, RetrievalIndex } from '../index-port.ts';
import { indexOf, type SampleArchive } from './arbitrary-index.ts';
import { describeRetrievalIndex, type OpenIndex, type SuiteOptions } from './describe-retrieval-index.ts';

/** An index in memory that holds what a served one may hold. */
const openStripped: OpenIndex = (archive) => strip(indexOf(archive, { coded: true, typedRows: true }));

describe('in memory, exact rows', () => {
  describeRetrievalIndex(
    (archive) => indexOf(archive, { coded: false, typedRows: false }),
    { describe, it, expect },
    { stripped: false },
  );
});

describe('in memory, coded rows, stripped', () => {
  describeRetrievalIndex(openStripped, { describe, it, expect });
});

function strip(index: RetrievalIndex): RetrievalIndex {
  const entries = [...index.entries]
    .filter(({ fragment }) => fragment.disclosure.exposure !== 'none')
    .map((entry): RetrievalEntry => {
      const { exposure } = entry.fragment.disclosure;
      if (exposure === 'text') return entry;
      const { summary: _summary, projection, ...fragment } = entry.fragment;
      const kept = exposure === 'semantic' && projection !== undefined ? { projection } : {};
      return { ...entry, fragment: { ...fragment, text: '', ...kept } };
    });
  return { ...index, entries };
}

/** Runs the suite with a runner of its own and names the tests that fail. */
async function failuresOf(open: OpenIndex, options?: SuiteOptions): Promise<string[]> {
  const bodies: [string, () => Promise<void>][] = [];
  describeRetrievalIndex(
    open,
    { describe: (_name, body) => body(), it: (name, body) => bodies.push([name, body]), expect },
    options,
  );
  const failed: string[] = [];
  for (const [name, body] of bodies) {
    await body().catch(() => failed.push(name));
  }
  return failed;
}

function changed(change: (entry: RetrievalEntry) => RetrievalEntry): OpenIndex {
  return async (archive: SampleArchive) => {
    const index = await openStripped(archive);
    return { ...index, entries: [...index.entries].map(change) };
  };
}

describe('the suite notices an index that', () => {
  const cases: [string, OpenIndex, string][] = [
    [
      'loses a fragment',
      async (archive) => {
        const index = await openStripped(archive);
        return { ...index, entries: [...index.entries].slice(1) };
      },
      'holds every fragment that may be served, once, and its work',
    ],
    [
      'widens a disclosure',
      changed((entry) =>
        entry.fragment.id === 'essay:tide-tables#p9'
          ? { ...entry, fragment: { ...entry.fragment, disclosure: { raw: 'public', exposure: 'text' } } }
          : entry,
      ),
      'grants every fragment the disclosure that was resolved for it',
    ],
    [
      'stores a short row',
      changed((entry) =>
        entry.vector === undefined ? entry : { ...entry, vector: Array.from(entry.vector).slice(1) },
      ),
      'gives every entry one row that can be compared',
    ],
    [
      'quantises public text',
      changed((entry) =>
        entry.vector === undefined
          ? entry
          : { ...entry, vector: Array.from(entry.vector, (value) => value + 0.01) },
      ),
      'keeps the rows of public text exact',
    ],
    [
      'codes queries differently each time',
      async (archive) => {
        const index = await openStripped(archive);
        let times = 0;
        const { codes } = index;
        if (codes === undefined) return index;
        return {
          ...index,
          codes: {
            ...codes,
            encodeQuery: (vector) => codes.encodeQuery(vector).map((value) => value + times++),
          },
        };
      },
      'codes a query alike each time, to finite numbers, and leaves it as it was',
    ],
    [
      'answers by the order it was filled in',
      async (archive) => {
        const index = await openStripped(archive);
        const [first, ...rest] = [...index.entries] as [RetrievalEntry, ...RetrievalEntry[]];
        const turned = Array.from(first.vector ?? []).reverse();
        return { ...index, entries: [{ ...first, vector: turned }, ...rest] };
      },
      'answers alike in whatever order it was filled',
    ],
    [
      'keeps private words',
      (archive) => {
        const index = indexOf(archive, { coded: true, typedRows: true });
        return {
          ...index,
          entries: [...index.entries].filter(({ fragment }) => fragment.disclosure.exposure !== 'none'),
        };
      },
      'holds no word that may not be shown',
    ],
  ];

  it.each(cases)('%s', async (_what, open, expected) => {
    expect(await failuresOf(open)).toContain(expected);
  });

  it('and passes one that does none of that', async () => {
    expect(await failuresOf(openStripped)).toEqual([]);
  });
});
