/**
 * An adversary over the `Search` port of an archive, and the attacks it is made of.
 *
 * Embedder, truth, the attacker's reading and random choices are given; nothing here reads a file, a clock or an index.
 */

// The probe
export type { ProbeArm, ProbeSetup } from './probe/run-probe.ts';
export { runProbe } from './probe/run-probe.ts';
export type { ProbeSize } from './probe/probe-size.ts';
export { atMostQuestions, FULL_PROBE, SMALL_PROBE } from './probe/probe-size.ts';
export type { ProbeRow } from './probe/probe-row.ts';
export { isGate } from './probe/probe-row.ts';
export type { ProbeSecret, ProbeTarget } from './probe/probe-target.ts';
export { BudgetSpentError, scoreOracle } from './probe/score-oracle.ts';

// Single attacks
export type { Preparation, RecoveredWords } from './probe/recover-words.ts';
export { recoverWords } from './probe/recover-words.ts';
export type { ScoreWidth } from './probe/score-width.ts';
export { scoreWidth } from './probe/score-width.ts';
export type { SecretRank } from './probe/rank-secret.ts';
export { rankSecret } from './probe/rank-secret.ts';
export { confirmSentences } from './probe/confirm-sentence.ts';
export type { MembershipCase } from './probe/tell-membership.ts';
export { tellMembership } from './probe/tell-membership.ts';
export type { EnumerationPoint, Releasable } from './probe/enumerate-archive.ts';
export { enumerateArchive } from './probe/enumerate-archive.ts';
export { compareArchives } from './probe/compare-archives.ts';
export type { AnswerFaults, AnswerWatch } from './probe/watch-answers.ts';
export { watchAnswers } from './probe/watch-answers.ts';

// What an attacker brings along
export type { ProbeEmbedder } from './attack/probe-embedder.ts';
export type { OwnReading } from './attack/own-reading.ts';
export { drawStretch } from './attack/own-reading.ts';
export type { ReadableModel, RowEmbedder } from './attack/readable-model.ts';
export { readFromOutside, readStaticModel, tableModel } from './attack/readable-model.ts';
export type { WordDictionary } from './attack/word-dictionary.ts';
export { makeDictionary } from './attack/word-dictionary.ts';
export { prepareQueryTools } from './attack/query-tools.ts';
export type { Random } from './attack/seeded-random.ts';
export { createRandom } from './attack/seeded-random.ts';

// From vectors and scores to words
export type { Observation } from './attack/observations.ts';
export {
  cosine,
  fromScores,
  fromSigns,
  observeFloats,
  observeInt8,
  observeNoisy,
} from './attack/observations.ts';
export type { Estimate, QueryTools, ScoreOracle, ScoreReading } from './attack/recover-vector.ts';
export { recoverVector } from './attack/recover-vector.ts';
export type { LinearAttack, WordOdds } from './attack/linear-attack.ts';
export { prepareLinearAttack } from './attack/linear-attack.ts';
export type { Attacker, Inversion, Strategy } from './attack/invert-vector.ts';
export { invertVector } from './attack/invert-vector.ts';
export { strategyChooser } from './attack/choose-strategy.ts';
export type { AttackedFragment, WordFigures } from './attack/word-figures.ts';
export { contentTargets, wordFigures } from './attack/word-figures.ts';
export { checkedAttack } from './attack/checked-attack.ts';

// Looking for private text in what leaves
export type { SweepFinding, SweepReading } from './audit/run-sweep.ts';
export { RUN_SIZES, RunSweep } from './audit/run-sweep.ts';
export { payloadViews } from './audit/payload-views.ts';
export { withoutEcho } from './audit/caller-echo.ts';
export type { ByteSweep, Leak, LeakLedgerOptions } from './audit/leak-ledger.ts';
export { LeakLedger, leakLines } from './audit/leak-ledger.ts';
export type { LeakSamples, PlantedResult, PlantingGround } from './audit/planted-leaks.ts';
export { plantLeaks } from './audit/planted-leaks.ts';

// Asking everything a stranger can ask
export type { AttackCall, Exchange, SendCall } from './audit/exchange.ts';
export type { CrawlAccount, CrawlPlan } from './audit/crawl.ts';
export { crawlArchive } from './audit/crawl.ts';
export type { DiscoveredDoors, DiscoveredRoute, DiscoveredTool } from './audit/discovered-calls.ts';
export type { JsonRecord } from './audit/fill-schema.ts';
export type { Fetch } from './audit/http-sender.ts';
export { httpSender } from './audit/http-sender.ts';
