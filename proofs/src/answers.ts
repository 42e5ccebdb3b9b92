/**
 * Lets a model answer badly, over real HTTP: `pnpm prove answers [--small] [--seed n] [--json] [--record]`.
 *
 * A local server plays a model that goes wrong in one way at a time: once and then mends it, or for good. Every answer that
 * comes of it is judged by a slow oracle that shares no code with the checks. A model that stays wrong must end in a refusal, one
 * that mends its reply, or goes wrong only where it can be repaired, in an answer; honest replies must be let through. Then
 * replies are changed at random places. At the end the bad replies are taken as answers without any check, and the oracle must
 * refuse them: an oracle that lets everything through would prove nothing.
 */
import { answerQuestion, createOpenAiModel, relatedWorks } from '@archive/answer';
import type { Answer, EvidenceHit } from '@archive/contract';
import { whyUnacceptable } from './lib/acceptable-answer.ts';
import { honestReply, MISBEHAVIOURS, type Reply } from './lib/answer-misbehaviours.ts';
import { type AnswerTrial, drawTrial } from './lib/answer-trial.ts';
import { type Conduct, startMisbehavingModel } from './lib/misbehaving-model.ts';
import { mutated } from './lib/mutated-reply.ts';
import { createRandom } from './lib/seeded-random.ts';
import { atLeast, exactly, readTaskOptions, report, say } from './lib/task-report.ts';

const options = readTaskOptions('answers', 20_261_130);
const random = createRandom(options.seed);
const rounds = options.small ? 2 : 20;
const mutations = options.small ? 400 : 5_000;
const index = { builtAt: '2026-01-02', entityCount: 9, fragmentCount: 9 };
const models = await Promise.all([startMisbehavingModel(), startMisbehavingModel({ hasResponses: false })]);
const counts = {
  asked: 0,
  bad: 0,
  honest: 0,
  honestRefused: 0,
  mended: 0,
  mendedRefused: 0,
  stubbornAnswered: 0,
  repaired: 0,
  mutatedAnswered: 0,
};

/** Not for this oracle: it knows neither what a model was told nor how long an answer may be. */
const UNJUDGED: ReadonlySet<string> = new Set([
  'repeats its instructions',
  'repeats the mark of the request',
  'says sixty sentences',
]);
const PRIVATE_NAMES = ['Vault Diary', 'Orsolya Penhallow'];
const ECHOED = '- Stay close to the words of the passage, and write in its language.';

for (let round = 0; round < rounds; round++) {
  const trial = drawTrial(random);
  const honest = honestReply(trial, random);
  counts.honest += 1;
  if ((await ask(trial, () => said(honest), 'an honest reply')).mode === 'not-found') {
    counts.honestRefused += 1;
    say(`refused: ${JSON.stringify(honest.sentences)}`);
  }
  for (const { name, act, mayAnswer } of MISBEHAVIOURS) {
    // A server that stalls costs its whole time, and does so the same way each round.
    if (name === 'is slow' && round > 1) continue;
    const stubborn = await ask(trial, (prompt) => said(act(honest, trial, random, prompt)), name);
    if (mayAnswer === true && stubborn.mode !== 'not-found') counts.repaired += 1;
    if (mayAnswer !== true && stubborn.mode !== 'not-found') {
      counts.stubbornAnswered += 1;
      say(`answered: ${name}: ${JSON.stringify(stubborn.sentences)}`);
    }
    let tries = 0;
    const repentant = await ask(
      trial,
      (prompt) => (tries++ === 0 ? said(act(honest, trial, random, prompt)) : said(honest)),
      name,
    );
    // Who does not reply in time or declines is not asked again.
    if (['is slow', 'declines', 'sends a page'].includes(name)) continue;
    counts.mended += 1;
    if (repentant.mode === 'not-found') {
      counts.mendedRefused += 1;
      say(`refused though mended: ${name}`);
    }
  }
}
for (let at = 0; at < mutations; at++) {
  const trial = drawTrial(random);
  const text = mutated(honestReply(trial, random), trial, random);
  if ((await ask(trial, () => ({ says: text }), 'a reply changed at random')).mode !== 'not-found')
    counts.mutatedAnswered += 1;
}
const unchecked = judgeUnchecked();
await Promise.all(models.map((model) => model.close()));
report(
  [
    exactly('answers/answers that the oracle refuses', counts.bad, 0, 'answers'),
    exactly('answers/models that stay wrong and are answered by', counts.stubbornAnswered, 0, 'answers'),
    exactly('answers/honest replies refused', counts.honestRefused, 0, 'replies'),
    exactly('answers/mended replies refused', counts.mendedRefused, 0, 'replies'),
    atLeast('answers/citations repaired', counts.repaired, rounds, 'answers'),
    atLeast('answers/ways of going wrong', MISBEHAVIOURS.length, 70, 'ways'),
    atLeast('answers/questions asked', counts.asked, rounds * MISBEHAVIOURS.length * 2, 'questions'),
    atLeast(
      'answers/replies changed at random that could still be used',
      counts.mutatedAnswered,
      mutations / 20,
      'answers',
    ),
    exactly(
      'answers/bad replies that the oracle refuses when nobody checks',
      unchecked.refused,
      unchecked.offered,
      'replies',
    ),
  ],
  options,
);

async function ask(
  trial: AnswerTrial,
  conduct: Parameters<(typeof models)[0]['play']>[0],
  name: string,
): Promise<Answer> {
  const served = random.pick(models);
  served.play(conduct);
  counts.asked += 1;
  const isSlow = name === 'is slow';
  const model = createOpenAiModel({
    model: 'scripted',
    baseUrl: served.baseUrl,
    retryWaitMs: 1,
    timeoutMs: isSlow ? 300 : 30_000,
  });
  const answer = await answerQuestion(trial.question, { hits: [...trial.hits], index }, { model });
  const why = whyUnacceptable(answer, { hits: trial.hits, truths: trial.truths, forbidden: trial.secrets });
  if (why !== undefined) {
    counts.bad += 1;
    say(`BAD: ${name}: ${why}: ${JSON.stringify(answer.sentences)}`);
  }
  // A second prompt shows the model its own reply again, whatever that holds.
  for (const { instructions, input } of served.received.slice(0, 1)) {
    if (trial.secrets.some((secret) => `${instructions}${input}`.includes(secret))) {
      counts.bad += 1;
      say(`BAD: ${name}: a description in a prompt`);
    }
  }
  return answer;
}

function said(reply: Reply | Conduct): Conduct {
  return 'sentences' in reply ? { says: JSON.stringify(reply) } : reply;
}

/** Bad replies as answers, as they would be without checks: each must be refused by the oracle. */
function judgeUnchecked(): { offered: number; refused: number } {
  let [offered, refused] = [0, 0];
  for (const { name, act, mayAnswer } of MISBEHAVIOURS) {
    const trial = drawTrial(random);
    const reply = act(honestReply(trial, random), trial, random, { instructions: ECHOED, input: '' });
    if (!('sentences' in reply) || mayAnswer === true || UNJUDGED.has(name)) continue;
    offered += 1;
    const why = whyOf(reply, trial);
    if (why === undefined) say(`not seen by the oracle: ${name}: ${JSON.stringify(reply.sentences)}`);
    else refused += 1;
  }
  return { offered, refused };
}

function whyOf({ sentences, related }: Reply, { hits, truths, secrets }: AnswerTrial): string | undefined {
  const of = (pair: unknown): EvidenceHit | undefined =>
    hits.find(({ fragmentId }) => fragmentId === (pair as { fragmentId?: unknown } | null)?.fragmentId);
  const works = relatedWorks(related.flatMap((pair) => of(pair) ?? []));
  if (works.flatMap(({ places }) => places).length < related.length) return 'a place that was not found';
  try {
    return whyUnacceptable(
      {
        contract: 'archive-answer/1',
        question: 'q',
        mode: works.length > 0 ? 'supported' : 'partial',
        method: 'model',
        sentences: sentences as Answer['sentences'],
        related: works,
        sources: [
          ...new Map(
            sentences
              .flatMap(({ citations }) => citations as { fragmentId: string; url: string }[])
              .map((pair) => [JSON.stringify([pair.fragmentId, pair.url]), pair]),
          ).values(),
        ].map((pair) => ({
          fragmentId: pair.fragmentId,
          entity: { ...((of(pair) ?? hits[0]) as EvidenceHit).entity, url: pair.url },
          locatorLabel: '§1',
        })),
        index,
      },
      { hits, truths, forbidden: [...secrets, ...PRIVATE_NAMES] },
    );
  } catch {
    return 'no answer of the contract';
  }
}
