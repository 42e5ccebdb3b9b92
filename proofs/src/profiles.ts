/**
 * What the hybrid search tells of private text that the plain one does not: `pnpm prove profiles [--small] [--seed n]
 * [--json] [--record]`.
 *
 * First the demo is asked questions taken from its private texts, its descriptions and its essays, with and without a
 * phrase in quotation marks, in both profiles. Every private score of the hybrid answer must be the one that is worked out
 * from the plain answer and the released faces; what can be worked out tells nothing. Then an archive of private notes is
 * attacked: numbers and names are looked for by hybrid answers and by those worked out from plain ones, which must rank
 * alike; and `archive probe` runs in both profiles, with the same seed, and what it reads is put side by side.
 */
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import type { Embedder } from '@archive/embed';
import { createStaticEmbedder } from '@archive/embed-static/node';
import type { ScoreOracle } from '@archive/evaluation';
import { readGeneration } from '@archive/index';
import { readServedIndex, type ServedIndex } from '@archive/index/served';
import { temporaryFolder } from '@archive/process';
import { canonicalQuery, readQuerySyntax } from '@archive/retrieve';
import { type NamedProbe, sideBySide, wordsMore } from './lib/compared-probes.ts';
import { demoFolder } from './lib/demo-ledger.ts';
import { readInversionCorpus } from './lib/inversion-corpus.ts';
import { prepareAttacker } from './lib/measured-fragments.ts';
import { recordProfiles } from './lib/probe-table.ts';
import { writeProbedArchive } from './lib/probed-archive.ts';
import { ranksOf, secretsOf } from './lib/ranked-secrets.ts';
import { openReadableModel } from './lib/readable-model.ts';
import { buildForProbe, probeRows } from './lib/run-archive-probe.ts';
import { createRandom, type Random } from './lib/seeded-random.ts';
import { type ComparedScores, comparedScores, type PrivateScale } from './lib/simulated-scores.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';
import type { TaskRow } from './lib/task-row.ts';

/** What the chances of a few fragments may come to; what can be worked out is proved exactly in the first half. */
const WORDS_MORE = 0.02;
const options = readTaskOptions('profiles', 20_261_130);
const size = options.small
  ? { questions: 200, lengths: [15, 100], notes: 2, essays: 12, ownTexts: 300 }
  : { questions: 4_000, lengths: [15, 30, 100, 300], notes: 6, essays: 40, ownTexts: 1_500 };
const workplace = temporaryFolder('profiles');
const corpus = readInversionCorpus({ demo: options.small });
const probedFolder = join(workplace.path, 'probed');
const rows: TaskRow[] = [];
try {
  rows.push(...(await simulated()));
  writeProbedArchive(probedFolder, corpus, size, createRandom(options.seed), true);
  const out = await buildForProbe(probedFolder);
  rows.push(...(await ranked(out)), ...(await probed(out)));
} finally {
  workplace.remove();
}
report(rows, { ...options, record: false });
if (options.record) recordProfiles(rows, options);

/** Every private score of the hybrid search against the one worked out without it. */
async function simulated(): Promise<TaskRow[]> {
  const out = await buildForProbe(demoFolder, join(workplace.path, 'demo'));
  const index = await readServedIndex(out);
  const generation = await readGeneration(out);
  const embedder = await createStaticEmbedder({ cut: 'multilingual' });
  const scale = scaleOf(index, embedder);
  const random = createRandom(options.seed);
  const sources = (generation?.privateIndex.entries ?? []).map(({ fragment }) => ({
    text: fragment.text,
    face: [
      fragment.projection?.lint === 'passed' ? fragment.projection.gist : '',
      ...fragment.locator.map(({ value }) => value),
    ].join(' '),
  }));
  const seen = { different: 0, scores: 0, byFace: 0, wrong: 0, phrases: 0 };
  for (let at = 0; at < size.questions; at++) {
    const text = questionFrom(sources, random);
    const asked = canonicalQuery(readQuerySyntax(text).plain);
    const [vector = new Float32Array()] = await embedder.embed([asked], { purpose: 'query' });
    const { plain, hybrid, simulated: expected } = comparedScores(index, { text, vector }, scale);
    seen.scores += hybrid.size;
    seen.byFace += [...hybrid.keys()].filter((id) => !plain.has(id)).length;
    seen.phrases += text.includes('"') && hybrid.size > 0 ? 1 : 0;
    if (!isDeepStrictEqual(plain, hybrid)) seen.different += 1;
    if (isDeepStrictEqual(inOrder(hybrid), inOrder(expected))) continue;
    seen.wrong += 1;
    if (seen.wrong === 1)
      say(`${text}\n${JSON.stringify({ plain: [...plain], hybrid: [...hybrid], expected: [...expected] })}`);
  }
  const of = `${size.questions} questions`;
  return [
    exactly(
      `profiles/answers that are not worked out from the plain one and the faces, ${of}`,
      seen.wrong,
      0,
      'answers',
    ),
    atLeast('profiles/private scores compared', seen.scores, size.questions, 'scores'),
    atLeast(
      'profiles/answers that differ from the plain one',
      seen.different,
      size.questions / 10,
      'answers',
    ),
    atLeast('profiles/fragments found by their faces alone', seen.byFace, 1, 'fragments'),
    atLeast('profiles/questions with a phrase that found a private fragment', seen.phrases, 1, 'questions'),
  ];
}

function scaleOf(index: ServedIndex, { scoreCap }: Embedder): PrivateScale {
  return { floor: index.floor ?? 0.2, cap: index.scoreCap ?? scoreCap ?? 1 };
}

/** Words of a text, of a face, or of both, one time in three with a phrase of two words in quotation marks. */
function questionFrom(
  sources: readonly { readonly text: string; readonly face: string }[],
  random: Random,
): string {
  const { text, face } = random.pick(sources);
  const some = (from: string, most: number): string[] => {
    const words = from.split(/[\s"]+/u).filter((word) => /[\p{L}\p{N}]/u.test(word));
    const start = random.between(0, Math.max(0, words.length - 2));
    return words.slice(start, start + random.between(2, most));
  };
  const kind = random.between(0, 2);
  const words = [...(kind === 1 ? [] : some(text, 10)), ...(kind === 0 ? [] : some(face, 6))];
  if (words.length < 2) return questionFrom(sources, random);
  if (random.between(0, 2) > 0) return words.join(' ');
  const at = random.between(0, words.length - 2);
  return [...words.slice(0, at), `"${words.slice(at, at + 2).join(' ')}"`, ...words.slice(at + 2)].join(' ');
}

function inOrder(scores: ReadonlyMap<string, number>): [string, number][] {
  return [...scores].sort(([a], [b]) => (a < b ? -1 : 1));
}

/**
 * What each note hides, looked for by the scores of the plain search, of the hybrid one, and of the hybrid one worked out
 * from the plain one: the last two must rank everything alike.
 */
async function ranked(out: string): Promise<TaskRow[]> {
  const index = await readServedIndex(out);
  const own = (await readGeneration(out))?.privateIndex;
  const model = await openReadableModel();
  if (own === undefined || model === undefined) throw new Error('the archive or the model is missing');
  const works = new Map(own.entities.map((entity) => [entity.id, entity]));
  const notes = own.entries.flatMap(({ fragment }) => {
    const entity = works.get(fragment.entityId);
    return entity === undefined || fragment.disclosure.exposure !== 'locator' ? [] : [{ entity, fragment }];
  });
  const secrets = secretsOf(notes, createRandom(options.seed));
  const scale = scaleOf(index, model.embedder);
  const ranksBy = async (kind: keyof ComparedScores): Promise<number[]> => {
    // What an attacker draws belongs to the attacker: a fresh one asks the same again.
    const attacker = { name: 'built-in', model };
    const prepared = await prepareAttacker(corpus, attacker, createRandom(options.seed), size.ownTexts);
    const oracleOf =
      (id: string): ScoreOracle =>
      async (text, vector) =>
        comparedScores(index, { text, vector: Float32Array.from(vector) }, scale)[kind].get(id);
    return await ranksOf(prepared, secrets, oracleOf, options.seed);
  };
  const plain = await ranksBy('plain');
  const hybrid = await ranksBy('hybrid');
  const workedOut = await ranksBy('simulated');
  const of = `${secrets.length} numbers and names`;
  return [
    exactly(
      `profiles/ranks of ${of}, no limits: other by hybrid answers than worked out from plain ones`,
      hybrid.filter((rank, at) => rank !== workedOut[at]).length,
      0,
      'ranks',
    ),
    ...Object.entries({ plain, hybrid }).map(([profile, ranks]): TaskRow => {
      const first = ranks.filter((rank) => rank === 0).length;
      const name = `profiles/no limits/${profile}/found first of ${of}`;
      return { name, value: first, unit: '', goal: 'for scale', ok: true };
    }),
  ];
}

/** The same attacks in both profiles, side by side. */
async function probed(out: string): Promise<TaskRow[]> {
  const profiles = ['plain', 'hybrid'] as const;
  const probes = await Promise.all(
    profiles.map(async (profile): Promise<NamedProbe> => {
      const asked = { full: !options.small, seed: options.seed, profile };
      return { name: profile, rows: await probeRows(probedFolder, out, profile, asked) };
    }),
  );
  const [plain, hybrid] = probes as [NamedProbe, NamedProbe];
  return [...wordsMore(plain, hybrid, WORDS_MORE), ...sideBySide(probes)];
}
