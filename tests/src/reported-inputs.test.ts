/**
 * Inputs that broke other systems doing this job, tried from file to answer: where one package alone cannot tell.
 *
 * docs/problem-reports.md lists every kind of report, and where else it is tried.
 */
import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { createTestEmbedder } from '@archive/embed/testing';
import { emptyProjections, prepareOutDir, projectionContentHash, writeProjections } from '@archive/index';
import { readServedIndex } from '@archive/index/served';
import { assertSemanticProjection } from '@archive/lint';
import { temporaryFolder, writeFolder } from '@archive/process';
import { search } from '@archive/retrieve';
import { afterAll, describe, expect, test } from 'vitest';
import { buildFiles, buildFolder } from './lib/built-folder.ts';
import { answers, makeIndexes } from './lib/made-index.ts';

const workplace = temporaryFolder('reported-inputs');
let folders = 0;
const newFolder = (): string => join(workplace.path, String(++folders));
afterAll(workplace.remove);

const CONFIG =
  'defaults: { raw: public }\ncollections:\n  - { dir: texts, kind: records }\n  - { dir: novel, kind: book, raw: private, exposure: semantic }\n';

async function found(out: string, q: string, embedder: Embedder = createNgramEmbedder()): Promise<string[]> {
  const index = await readServedIndex(out);
  const [vector] = await embedder.embed([q]);
  // Below the floor of the n-gram embedder, which one short word against a long text may miss: this is about order.
  return search(vector!, q, index, { limit: 20, scoreFloor: 0.1 }).map(({ entity }) => entity.title);
}

describe('a word in the middle of a text written without spaces', () => {
  const texts: Record<string, string> = {
    Thai: 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้านของฉันในกรุงเทพมหานคร',
    Lao: 'ຂ້ອຍມັກກິນເຂົ້າໃນຕອນເຊົ້າແລະອ່ານໜັງສືພິມຢູ່ເຮືອນຂອງຂ້ອຍໃນວຽງຈັນ',
    Khmer: 'ខ្ញុំចូលចិត្តញ៉ាំអាហារពេលព្រឹកនិងអានកាសែតនៅផ្ទះរបស់ខ្ញុំក្នុងភ្នំពេញ',
    Burmese: 'ကျွန်တော်သည်မနက်စာစားရန်နှစ်သက်ပြီးညနေခင်းတွင်သတင်းစာဖတ်သည်',
    Japanese: '私は毎朝ごはんを食べてから夕方に新聞を読むのが好きで港町に住んでいる',
  };
  test.each([
    ['Thai', 'ข้าวเช้า'],
    ['Lao', 'ໜັງສືພິມ'],
    ['Khmer', 'អាហារពេលព្រឹក'],
    ['Burmese', 'မနက်စာ'],
    ['Japanese', '新聞を読む'],
  ])('is found first in %s', async (language, word) => {
    const files = Object.entries(texts).map(([title, text]) => [
      `texts/${title}.md`,
      `---\ntitle: ${title}\n---\n\n${text}\n`,
    ]);
    const out = await buildFiles(newFolder(), {
      'archive.config.yaml': CONFIG,
      'novel/.keep': '',
      ...Object.fromEntries(files),
    });
    expect((await found(out, word))[0]).toBe(language);
  });
});

test('a composed query finds a file whose name, title and text are decomposed', async () => {
  const [composed, decomposed] = ['학점인정', '학점인정'.normalize('NFD')];
  expect(decomposed).not.toBe(composed);
  const out = await buildFiles(newFolder(), {
    'archive.config.yaml': CONFIG,
    'novel/.keep': '',
    [`texts/${decomposed}.md`]: `---\ntitle: ${decomposed}\n---\n\n${decomposed} 신청은 여름에 한다.\n`,
    'texts/other.md': '---\ntitle: 다른 글\n---\n\n바다와 종에 대하여.\n',
  });
  const index = await readServedIndex(out);
  const [hit] = search((await createNgramEmbedder().embed([composed]))[0]!, composed, index);
  expect(hit).toMatchObject({
    exposure: 'text',
    text: `${composed} 신청은 여름에 한다.`,
    entity: { title: composed },
  });
});

test('a filter that lets ten of ten thousand passages through returns ten', async () => {
  const embedder = createTestEmbedder({ dimensions: 8 });
  const common = { raw: 'public' as const, exposure: 'text' as const };
  const crowd = Array.from({ length: 100 }, (_, work) => ({
    slug: `crowd${work}`,
    ...common,
    parts: Array.from({ length: 100 }, (__, part) => ({ text: `mud bell ${work} ${part}`, date: '1999' })),
  }));
  const few = {
    slug: 'few',
    ...common,
    parts: Array.from({ length: 10 }, (_, part) => ({ text: `mud bell salt ${part}`, date: '2010' })),
  };
  const { servedIndex } = await makeIndexes([...crowd, few], embedder);
  const [body = '{}'] = await answers(servedIndex, embedder, [
    { q: 'mud bell', limit: 10, filters: { dateFrom: '2005' } },
  ]);
  const { hits, matched } = JSON.parse(body) as { hits: { entity: { id: string } }[]; matched: number };
  expect(matched).toBe(10);
  expect(new Set(hits.map(({ entity }) => entity.id))).toEqual(new Set(['book:few']));
  expect(hits).toHaveLength(10);
});

describe('the tail of a longer version', () => {
  test('is gone once a shorter one is published, and so is a deleted work', async () => {
    const folder = newFolder();
    const sections = (count: number): string =>
      Array.from(
        { length: count },
        (_, at) => `## Part ${at}\n\n${`Lantern number ${at} hangs over the quay wall. `.repeat(60)}`,
      ).join('\n\n');
    const long = {
      'archive.config.yaml': CONFIG,
      'novel/.keep': '',
      'texts/lamps.md': `# Lamps\n\n${sections(10)}`,
      'texts/eels.md': '# Eels\n\nEels and drums.\n',
    };
    const out = await buildFiles(folder, long);
    expect((await readServedIndex(out)).fragmentCount).toBeGreaterThan(3);
    writeFileSync(join(folder, 'texts/lamps.md'), `# Lamps\n\n${sections(2)}`);
    rmSync(join(folder, 'texts/eels.md'));
    expect((await buildFolder(folder)).status).toBe('published');
    const { entries, entities } = await readServedIndex(out);
    expect(Array.from(entries, ({ fragment }) => fragment.text).join(' ')).not.toContain('Lantern number 9');
    expect([...entities.keys()]).toEqual(['page:lamps']);
  });
});

test('a description is not served for a text that was edited after it was written', async () => {
  const folder = writeFolder(newFolder(), {
    'archive.config.yaml': CONFIG,
    'texts/.keep': '',
    'novel/book.yaml': 'title: The Salt Clerk\nabout: https://shelf.example/salt\n',
    'novel/01.md': '# Chapter 1\n\nA clerk weighs salt for a dishonest harbour.\n',
  });
  const out = join(folder, '.archive');
  const gist = 'Somebody measures goods in a port that cheats.';
  const text = 'Chapter 1\n\nA clerk weighs salt for a dishonest harbour.';
  const base = {
    source: 'edited' as const,
    review: 'reviewed' as const,
    contentHash: projectionContentHash(text),
  };
  await prepareOutDir(out);
  await writeProjections(
    join(out, 'projections.json'),
    {
      ...emptyProjections(),
      projections: {
        'book:novel#ch1': {
          ...base,
          lint: 'passed',
          gist: assertSemanticProjection(gist, { path: 'test', fragmentText: text }),
        },
      },
    },
    undefined,
  );
  const exposures = async (): Promise<string[]> =>
    Array.from(
      (await readServedIndex(out)).entries,
      ({ fragment }) => `${fragment.id} ${fragment.disclosure.exposure}`,
    );
  expect((await buildFolder(folder)).status).toBe('published');
  expect(await exposures()).toEqual(['book:novel#ch1 semantic']);
  writeFileSync(
    join(folder, 'novel/01.md'),
    '# Chapter 1\n\nThe clerk confesses to the drowning, in plain words.\n',
  );
  expect((await buildFolder(folder)).status).toBe('published');
  expect(await exposures()).toEqual(['book:novel#ch1 locator']);
});
