/**
 * What can be proved of an archive from outside: a gold suite over its `Search` port, and an adversary over the same.
 *
 * Embedder, truth, clock, the attacker's reading and random choices are given; nothing here reads a file or an index.
 */

// A gold suite
export type { GoldQuery, GoldSuite } from './gold/gold-suite.ts';
export type { GoldSuiteOptions } from './gold/parse-gold-suite.ts';
export { parseGoldSuite } from './gold/parse-gold-suite.ts';
export { GoldSuiteError } from './gold/gold-suite-error.ts';
export type { SafePattern } from './gold/safe-pattern.ts';
export type { GoldRunOptions } from './run/run-gold-suite.ts';
export { runGoldSuite } from './run/run-gold-suite.ts';
export type { Ask, EvalPorts } from './run/eval-ports.ts';
export type { EvalRecording, RecordedRequest } from './run/recording.ts';
export {
  parseRecording,
  RECORDING_CONTRACT,
  recordPorts,
  RecordingError,
  replayPorts,
} from './run/recording.ts';

// Canaries
export type { Canary, PreparedText } from './canary/canary.ts';
export { parseCanaries } from './canary/parse-canaries.ts';
export type { CanaryFinding } from './canary/sweep-canaries.ts';
export { sweepCanaries, sweepStrings } from './canary/sweep-canaries.ts';

// The report
export type { EvalFigures, EvalReport, EvalResult } from './report/eval-report.ts';
export { EvalReportError, evalReportSchema, parseEvalReport } from './report/eval-report.ts';
export type { EvalIssue, IssueRule } from './run/eval-issue.ts';
export { ISSUE_RULES } from './run/eval-issue.ts';
export type { ChangedQuery, ComparedMetric, ReportComparison } from './report/compare-reports.ts';
export { compareReports } from './report/compare-reports.ts';
export type { ReportNames } from './report/report-lines.ts';
export { comparisonLines, reportLines, resultLines } from './report/report-lines.ts';
export { htmlReport } from './report/html-report.ts';

// Figures
export type { EvalMetric, Figure, Measures } from './run/measures.ts';
export { EVAL_METRICS, METRIC_WORDS } from './run/measures.ts';
export type { BrokenLaw, DisclosureLaw } from './run/disclosure-laws.ts';
export { brokenBy, brokenByAnswer, brokenByHit, DISCLOSURE_LAWS } from './run/disclosure-laws.ts';
export { mean, ndcgAt, recallAt, reciprocalRank } from './metrics/ranking-metrics.ts';
export type { PairedDifference } from './metrics/paired-bootstrap.ts';
export { pairedBootstrap } from './metrics/paired-bootstrap.ts';

// The floor
export type { FloorCalibration, FloorChoice } from './calibrate/calibrate-floor.ts';
export { calibrateFloor, scoreHistogram } from './calibrate/calibrate-floor.ts';

// The probe
export type { ProbeArm, ProbeSetup } from './probe/run-probe.ts';
export { runProbe } from './probe/run-probe.ts';
export type { ProbeSize } from './probe/probe-size.ts';
export { atMostQuestions, FULL_PROBE, SMALL_PROBE } from './probe/probe-size.ts';
export type { ProbeRow } from './probe/probe-row.ts';
export { atLeast, atMost, figure, isGate } from './probe/probe-row.ts';
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

// The audit
export type { CanarySort, InventedSecret } from './audit/invent-secret.ts';
export { CANARY_SORTS, inventSecret } from './audit/invent-secret.ts';
export type { MembershipGroup } from './audit/membership-by-exposure.ts';
export { membershipRows } from './audit/membership-by-exposure.ts';
export type { AuditReport } from './audit/audit-report.ts';
export {
  AUDIT_FORMAT,
  AuditReportError,
  auditReportSchema,
  parseAuditReport,
  verdictOf,
} from './audit/audit-report.ts';
export { OPEN_POINTS } from './audit/open-points.ts';
export type { PageSignature } from './audit/audit-page.ts';
export { auditPage } from './audit/audit-page.ts';
export type { JsonValue } from './audit/canonical-json.ts';
export { canonicalJson } from './audit/canonical-json.ts';
