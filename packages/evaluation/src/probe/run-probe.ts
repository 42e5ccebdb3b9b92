/**
 * Runs every attack against an archive under each rule of its limits, and says which gates hold.
 *
 * Everything is given: archive, embedder, truth, the attacker's reading and every random choice. Gates hold for one caller
 * at default limits; what many callers get, and what one gets without limits, is reported. Rows name no fragment, no word.
 */
import type { Search } from '@archive/contract';
import { prepareQueryTools } from '../attack/query-tools.ts';
import type { OwnReading } from '../attack/own-reading.ts';
import type { ReadableModel } from '../attack/readable-model.ts';
import type { QueryTools, ScoreOracle } from '../attack/recover-vector.ts';
import type { Random } from '../attack/seeded-random.ts';
import { makeDictionary } from '../attack/word-dictionary.ts';
import { mean } from './area-under-curve.ts';
import { compareArchives } from './compare-archives.ts';
import { confirmSentences } from './confirm-sentence.ts';
import { enumerateArchive, type Releasable } from './enumerate-archive.ts';
import { atLeast, atMost, figure, type ProbeRow } from './probe-row.ts';
import type { ProbeSize } from './probe-size.ts';
import type { ProbeSecret, ProbeTarget } from './probe-target.ts';
import { rankSecret } from './rank-secret.ts';
import { type Preparation, recoverWords, toolsFor } from './recover-words.ts';
import { scoreOracle } from './score-oracle.ts';
import { scoreWidth } from './score-width.ts';
import { type MembershipCase, tellMembership } from './tell-membership.ts';
import { watchAnswers } from './watch-answers.ts';

/** An archive under one rule of its limits. */
export interface ProbeArm {
  /** Such as `one caller, default limits`. */
  readonly name: string;
  /** Gates are asked of this arm. */
  readonly isGated: boolean;
  /** Answers holding a fragment after which its score is fixed at the floor, which an attacker knows; absent: never. */
  readonly silentAfter?: number;
  /** Answers holding a fragment after which no further one does, which an attacker knows too; absent: never. */
  readonly absentAfter?: number;
  /** The archive with untouched budgets. */
  open(): Search;
  /** The same archive without the work of a membership case. */
  openWithout(entityId: string): Search;
}

/** Everything a probe needs. */
export interface ProbeSetup {
  /** Rules of limits under which the archive is attacked, one after the other. */
  readonly arms: readonly ProbeArm[];
  /** What reads and writes vectors. */
  readonly model: ReadableModel;
  /** What the attacker has read. */
  readonly reading: OwnReading;
  /** Fragments that are attacked. */
  readonly targets: readonly ProbeTarget[];
  /** Words, numbers and names that are guessed at. */
  readonly secrets: readonly ProbeSecret[];
  /** What there is to be enumerated. */
  readonly all: Releasable;
  /** Every text that must not come out. */
  readonly hidden: readonly string[];
  /** Every text that may come out. */
  readonly released: readonly string[];
  /** Archives with and without a fragment that is exposed as `none`, and the words of it. */
  readonly nonePair: { readonly present: Search; readonly absent: Search; readonly text: string };
}

/** Runs the probe. `say` hears how far it is. */
export async function runProbe(
  setup: ProbeSetup,
  size: ProbeSize,
  random: Random,
  say: (line: string) => void = () => undefined,
): Promise<ProbeRow[]> {
  const { model, reading } = setup;
  const dictionary = makeDictionary(reading, model);
  const tools = await prepareQueryTools(reading, model, dictionary, random, size.ownTexts);
  const prepared: Preparation = { model, reading, dictionary, tools };
  say(`${dictionary.words.length} words, ${setup.targets.length} fragments that are not exposed as text`);
  const rows: ProbeRow[] = [];
  const watch = watchAnswers(setup.hidden, setup.released);
  for (const arm of setup.arms) {
    say(arm.name);
    rows.push(...(await runArm(setup, prepared, arm, (search) => watch.over(search), size, random)));
  }
  const questions = Array.from({ length: size.noneQuestions }, (_, at) =>
    at % 2 === 0 ? stretch(setup.nonePair.text, random) : tools.draw(random.between(3, 12)),
  );
  const { present, absent } = setup.nonePair;
  const different = await compareArchives(present, absent, questions);
  const { answers, quoting, narrow } = watch.faults();
  return [
    atLeast('answers looked at', answers, 1, 'answers'),
    atMost('verbatim recovery', quoting, 0, 'strings'),
    atMost('answers that narrow a private score below 0.05', narrow, 0, 'answers'),
    atMost(`none and absent told apart by ${questions.length} questions`, different, 0, 'questions'),
    ...rows,
  ];
}

async function runArm(
  { targets, secrets, all }: ProbeSetup,
  prepared: Preparation,
  arm: ProbeArm,
  watched: (search: Search) => Search,
  size: ProbeSize,
  random: Random,
): Promise<ProbeRow[]> {
  const tools: QueryTools = {
    ...prepared.tools,
    ...(arm.silentAfter === undefined ? {} : { silentAfter: arm.silentAfter }),
    ...(arm.absentAfter === undefined ? {} : { absentAfter: arm.absentAfter }),
  };
  const armed = { ...prepared, tools };
  const oracle = (target: ProbeTarget): ScoreOracle => scoreOracle(watched(arm.open()), target);
  const row = (name: string, value: number, unit: string): ProbeRow =>
    figure(`${arm.name}/${name}`, value, unit);
  const rows: ProbeRow[] = [];

  for (const { length, members } of byLength(targets, size)) {
    const recovered = await recoverWords(armed, members, length, oracle, size.questions, random);
    for (const { asked, above, cosine } of recovered) {
      const label = `about ${length} words, ${asked} questions`;
      const name = `words above the prior, ${label}`;
      rows.push(
        arm.isGated && length >= GATED_WORDS
          ? atMost(`${arm.name}/${name}`, above, WORDS_ABOVE, `share, ${members.length} fragments`)
          : row(name, above, `share, ${members.length} fragments`),
        row(`cosine of recovered and stored vector, ${label}`, cosine, ''),
      );
    }
  }
  rows.push(...(await widthRows(armed, targets.slice(0, size.fragments), oracle, size, random, row)));
  for (const kind of ['word', 'number', 'name'] as const) {
    const some = secrets.filter((secret) => secret.kind === kind).slice(0, size.secrets);
    const ranks: number[] = [];
    for (const secret of some) {
      const { rank, candidates } = await rankSecret(tools, secret, oracle(secret.target), random);
      ranks.push(candidates < 2 ? 0.5 : (rank - 1) / (candidates - 1));
    }
    if (some.length === 0) continue;
    rows.push(
      row(`a ${kind} found first`, mean(ranks.map((rank) => (rank === 0 ? 1 : 0))), `of ${some.length}`),
      row(`rank of a ${kind}`, mean(ranks), '0 is first, 0.5 is chance'),
    );
  }
  if (targets.length > 0)
    rows.push(
      row(
        'a sentence told from near variants',
        await confirmSentences(tools, targets.slice(0, size.fragments), oracle, random),
        'AUC',
      ),
      row('a work told to be there', await tellMembership(casesOf(targets, arm, size, random)), 'AUC'),
    );
  const points = await enumerateArchive(tools, watched(arm.open()), all, size.enumeration, random);
  for (const { asked, works, gists, places } of points)
    rows.push(
      row(`private works seen, ${asked} questions`, works, `of ${all.works}`),
      row(`gists seen, ${asked} questions`, gists, `of ${all.gists}`),
      row(`places seen, ${asked} questions`, places, `of ${all.places}`),
    );
  return rows;
}

async function widthRows(
  { tools, model }: Preparation,
  targets: readonly ProbeTarget[],
  oracle: (target: ProbeTarget) => ScoreOracle,
  { widths }: ProbeSize,
  random: Random,
  row: (name: string, value: number, unit: string) => ProbeRow,
): Promise<ProbeRow[]> {
  const found = widths.map((): { width: number; off: number }[] => []);
  for (const target of targets) {
    const question = await visibleQuestion(tools, target, random);
    const [vector = new Float32Array()] = await model.embedder.embed([question], { purpose: 'query' });
    const truth = target.exactScore(vector);
    const each = await scoreWidth(toolsFor(tools, target, model), question, oracle(target), widths, random);
    for (const [at, { width, estimate }] of each.entries())
      found[at]?.push({ width, off: Math.abs(estimate - truth) });
  }
  return widths.flatMap((asked, at) => {
    const each = found[at] ?? [];
    if (each.length === 0) return [];
    return [
      row(`width of one private score, ${asked} questions`, mean(each.map(({ width }) => width)), ''),
      row(`error of one private score, ${asked} questions`, mean(each.map(({ off }) => off)), ''),
    ];
  });
}

/** A question whose score is released: the owner knows one, an attacker finds one. */
async function visibleQuestion(
  { embedder, draw, floor, cap }: QueryTools,
  target: ProbeTarget,
  random: Random,
): Promise<string> {
  const made = Array.from({ length: 48 }, (_, at) =>
    at === 0
      ? target.face
      : at % 2 === 0
        ? draw(random.between(3, 10))
        : `${target.face} ${draw(random.between(1, 6))}`,
  ).filter((text) => text.trim() !== '');
  const vectors = await embedder.embed(made, { purpose: 'query' });
  const middle = (floor + cap) / 2;
  const scored = made.map((text, at) => ({ text, score: target.exactScore(vectors[at] as Float32Array) }));
  return scored.reduce((best, each) =>
    Math.abs(each.score - middle) < Math.abs(best.score - middle) ? each : best,
  ).text;
}

function casesOf(
  targets: readonly ProbeTarget[],
  arm: ProbeArm,
  { fragments }: ProbeSize,
  random: Random,
): MembershipCase[] {
  const works = new Map(targets.map((target) => [target.entityId, target]));
  return random.sample([...works.values()], fragments).map(({ entityId, text }) => ({
    passages: Array.from({ length: 3 }, () => stretch(text, random)),
    present: () => arm.open(),
    absent: () => arm.openWithout(entityId),
  }));
}

function byLength(
  targets: readonly ProbeTarget[],
  { lengths, fragments }: ProbeSize,
): { length: number; members: ProbeTarget[] }[] {
  return lengths
    .map((length) => ({
      length,
      members: targets.filter(({ text }) => nearest(lengths, text) === length).slice(0, fragments),
    }))
    .filter(({ members }) => members.length > 0);
}

function nearest(lengths: readonly number[], text: string): number {
  const words = Math.log(Math.max(1, text.split(/\s+/).length));
  return lengths.reduce((best, each) =>
    Math.abs(Math.log(each) - words) < Math.abs(Math.log(best) - words) ? each : best,
  );
}

function stretch(text: string, random: Random): string {
  const words = text.split(/\s+/).filter((word) => word !== '');
  const from = random.between(0, Math.max(0, words.length - PASSAGE_WORDS));
  return words.slice(from, from + PASSAGE_WORDS).join(' ');
}

/** From this length on the gate on words holds. */
const GATED_WORDS = 100;
/** Most that one caller may read above the prior with default budgets. */
const WORDS_ABOVE = 0.05;
const PASSAGE_WORDS = 20;
