/**
 * The served half of an archive over HTTP: a Hono application and a server around it.
 *
 * Imports what crosses and what serves it; nothing here can open a private index. Only the command line may import it.
 */

// Serving
export type { RunningServer, ServerOptions } from './start-server.ts';
export { startServer } from './start-server.ts';
export type { AppOptions } from './app-options.ts';
export { createApp } from './create-app.ts';

// For one MCP client
export type { McpStdioOptions, RunningMcp } from './mcp/serve-mcp-stdio.ts';
export { serveMcpStdio } from './mcp/serve-mcp-stdio.ts';

// On whose behalf
export type { ReleaseContext } from './release-context.ts';
export { ANONYMOUS } from './release-context.ts';

// Without a server
export { budgetOfAll, MEASUREMENTS_PER_CALLER, QUESTIONS_PER_CALLER } from './ledger/budgets.ts';
export type { InProcessOptions } from './search-in-process.ts';
export { searchInProcess } from './search-in-process.ts';

// Reading question and passages together
export type { HttpRerankerOptions, Reranker } from './rerank/http-reranker.ts';
export { createHttpReranker } from './rerank/http-reranker.ts';

// Keeping account of what is released
export type { ServerLedgerSettings } from './server-ledger.ts';
export { serverLedger } from './server-ledger.ts';
export type { DisclosureLedger, GlobalRule, WorkMeter } from './ledger/disclosure-ledger.ts';
export { ledgerMetrics } from './ledger/ledger-metrics.ts';
export { ledgerFolderMeters } from './ledger/folder-meters.ts';
export { ledgerRedisMeters } from './ledger/redis-meters.ts';
export type { Ledger, LedgerRequest, Release } from './ledger/ledger.ts';
export { LedgerLockedError } from './ledger/single-writer.ts';

// What is taken down
export type { Takedown, TakedownList } from './takedown/takedown-list.ts';
export {
  readTakedowns,
  takedownsPath,
  TAKEDOWNS_FILE,
  writeTakedowns,
} from './takedown/takedown-list.ts';
export { withoutTakenDown } from './takedown/without-taken-down.ts';

// Limits
export type { LimitSettings } from './server-limits.ts';
export { ANSWERS_PER_DAY, EMBEDDINGS_PER_DAY } from './limits/limits.ts';

// Answers
export { METHOD_LABELS } from './answers/answer-words.ts';
export type { AnswerSettings } from './answers/answer-settings.ts';

// Log and errors
export type { Log, LogEntry } from './request-log.ts';
export { logToStderr, logToTerminal } from './request-log.ts';
export { IndexModelError } from './index-watcher.ts';

// The description of the interface
export type { Json } from './json-value.ts';
export { openApiDocument } from './openapi-document.ts';
