/**
 * The client of an archive's HTTP interface, for browsers, Node, Deno and workers.
 *
 * It stands on `@archive/contract` alone, has no Node import, and knows no more than what an archive sends.
 */

// The client
export type { ArchiveClient, CallOptions } from './archive-client.ts';
export { createArchiveClient } from './archive-client.ts';
export type { ArchiveClientOptions } from './client-options.ts';

// What it reads
export type { ArchivePolicy, EntityRecord } from './read-records.ts';

// Errors
export type { ArchiveClientErrorCode, ClientErrorFacts, LocalErrorCode } from './archive-client-error.ts';
export { ArchiveClientError } from './archive-client-error.ts';
