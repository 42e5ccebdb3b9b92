/**
 * What a tool or resource needs of the server around it, whatever the transport: an index, on whose behalf, and the way
 * to search.
 */
import type { ServedIndex } from '@archive/index/served';
import { admitAnswer } from '../answers/answer-allowance.ts';
import type { AskPorts } from '../answers/ask-archive.ts';
import { askPorts } from '../answers/ask-ports.ts';
import { createCursors, type Cursors } from '../caller/cursor.ts';
import { ephemeralKey } from '../caller/server-key.ts';
import { type AppOptions, archiveFacts, releaseContext, searchPorts, servedIndex } from '../app-options.ts';
import type { ReleaseContext } from '../release-context.ts';
import { factsOf } from '../request-facts.ts';
import type { SearchPorts } from '../search-archive.ts';

/** One caller's way into the archive, for one request or one connection. */
export interface McpDoor {
  /** The index of this moment. @throws {WireError} `index-unavailable` */
  index(): ServedIndex;
  ports(index: ServedIndex): SearchPorts;
  /** What an answer is made with. */
  askPorts(): AskPorts;
  /** Counts an answer of a model, once for this call, and says on whose behalf it is made. @throws {WireError} `rate-limited` */
  admitAnswer(): Promise<ReleaseContext>;
  context: ReleaseContext;
  /** What pages of a list are followed by. */
  cursors: Cursors;
  /** Name of the archive, as its owner writes it. */
  archiveName(): string;
  requestId?: string;
  options: AppOptions;
}

/** The doors of an application, one for a request; the same limits, ledger, context and key as the other routes. */
export function doorsOf(options: AppOptions): (request: Request) => McpDoor {
  const cursors = createCursors(options.secret ?? ephemeralKey());
  return (request) => doorOf(options, cursors, request);
}

function doorOf(options: AppOptions, cursors: Cursors, request: Request): McpDoor {
  const requestId = factsOf(request)?.requestId;
  const context = releaseContext(options, request);
  let admitted: Promise<ReleaseContext> | undefined;
  return {
    cursors,
    index: () => servedIndex(options),
    ports: (index) => searchPorts(options, index, request),
    askPorts: () => askPorts(options, request),
    admitAnswer: () => (admitted ??= admitAnswer(options, request, context)),
    context,
    archiveName: () => archiveFacts(options, options.index()).name,
    ...(requestId === undefined ? {} : { requestId }),
    options,
  };
}
