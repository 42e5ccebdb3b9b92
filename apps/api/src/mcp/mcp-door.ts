/**
 * What a tool or resource needs of the server around it, whatever the transport: an index, on whose behalf, and the way to search.
 */
import type { ServedIndex } from '@archive/index/served';
import { type AppOptions, archiveFacts, releaseContext, searchPorts, servedIndex } from '../app-options.ts';
import type { ReleaseContext } from '../release-context.ts';
import { factsOf } from '../request-facts.ts';
import type { SearchPorts } from '../search-archive.ts';

/** One caller's way into the archive, for one request or one connection. */
export interface McpDoor {
  /** The index of this moment. @throws {WireError} `index-unavailable` */
  index(): ServedIndex;
  ports(index: ServedIndex): SearchPorts;
  context: ReleaseContext;
  /** Name of the archive, as its owner writes it. */
  archiveName(): string;
  requestId?: string;
  options: AppOptions;
}

/** The door of a request over HTTP; the same limits, ledger and context as the other routes. */
export function doorOf(options: AppOptions, request: Request): McpDoor {
  const requestId = factsOf(request)?.requestId;
  return {
    index: () => servedIndex(options),
    ports: (index) => searchPorts(options, index, request),
    context: releaseContext(options, request),
    archiveName: () => archiveFacts(options, options.index()).name,
    ...(requestId === undefined ? {} : { requestId }),
    options,
  };
}
