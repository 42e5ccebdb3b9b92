/**
 * Talks to the server of the desk: same address, JSON, the second secret on every request.
 */
import type {
  ActReply,
  ActRequest,
  ArchiveView,
  ErrorView,
  FragmentRow,
  FragmentView,
  GistCheck,
  NewsView,
  PublicView,
  RowFilter,
  RowsView,
} from '../desk-api.ts';

/** Raised when the server refuses; `view` says why. */
export class Refused extends Error {
  readonly status: number;
  readonly view: ErrorView;

  constructor(status: number, view: ErrorView) {
    super(view.error.message);
    this.status = status;
    this.view = view;
  }
}

/** A refusal as a sentence or two. */
export function sentenceOf({ view: { error } }: Refused): string {
  const sentence = `${error.message.charAt(0).toUpperCase()}${error.message.slice(1)}.`;
  return error.help === undefined ? sentence : `${sentence} (${error.help})`;
}

/** Rows asked for at a time. */
const PAGE_ROWS = 500;

/** A signed-in connection. */
export class DeskClient {
  readonly #csrf: string;

  constructor(csrf: string) {
    this.#csrf = csrf;
  }

  /** Takes a token for a session; gives the second secret. */
  static async signIn(token: string): Promise<string> {
    const { csrf } = await send<{ csrf: string }>('/api/session', {}, { token });
    return csrf;
  }

  archive(): Promise<ArchiveView> {
    return this.#get('archive');
  }

  /** All rows a filter lets through, fetched page by page; starts again when the decisions change in between. */
  async rows(
    work: string,
    show: RowFilter,
    chapter: string | undefined,
  ): Promise<{ sha256: string | null; rows: FragmentRow[] }> {
    for (let tries = 0; ; tries++) {
      const rows: FragmentRow[] = [];
      let first: RowsView | undefined;
      let isSteady = true;
      do {
        const page: RowsView = await this.#get('rows', {
          work,
          show,
          ...(chapter === undefined ? {} : { chapter }),
          offset: String(rows.length),
          limit: String(PAGE_ROWS),
        });
        first ??= page;
        isSteady = page.sha256 === first.sha256;
        rows.push(...page.rows);
        if (page.rows.length === 0) break;
      } while (isSteady && rows.length < first.total);
      if (isSteady || tries >= 3) return { sha256: first.sha256, rows };
    }
  }

  fragment(id: string): Promise<FragmentView> {
    return this.#get('fragment', { id });
  }

  asPublic(id: string): Promise<PublicView> {
    return this.#get('public', { id });
  }

  news(): Promise<NewsView> {
    return this.#get('news');
  }

  check(fragmentId: string, gist: string): Promise<GistCheck> {
    return this.#post('check', { fragmentId, gist });
  }

  act(request: ActRequest): Promise<ActReply> {
    return this.#post('act', request);
  }

  undo(): Promise<ActReply> {
    return this.#post('undo', {});
  }

  reread(): Promise<ArchiveView> {
    return this.#post('reread', {});
  }

  #get<T>(name: string, query: Record<string, string> = {}): Promise<T> {
    const search = new URLSearchParams(query).toString();
    return send(`/api/${name}${search === '' ? '' : `?${search}`}`, this.#headers());
  }

  #post<T>(name: string, body: unknown): Promise<T> {
    return send(`/api/${name}`, this.#headers(), body);
  }

  #headers(): Record<string, string> {
    return { 'x-archive-desk': this.#csrf };
  }
}

async function send<T>(path: string, headers: Record<string, string>, body?: unknown): Promise<T> {
  const response = await fetch(path, {
    method: body === undefined ? 'GET' : 'POST',
    headers: body === undefined ? headers : { ...headers, 'content-type': 'application/json' },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    cache: 'no-store',
    credentials: 'same-origin',
    redirect: 'error',
    referrerPolicy: 'no-referrer',
  }).catch(() => {
    throw new Refused(0, {
      error: {
        code: 'unreachable',
        message: 'the desk does not answer',
        help: 'look whether `archive desk` still runs in its terminal; what you wrote stays on this page',
      },
    });
  });
  const view: unknown = await response.json().catch(() => undefined);
  if (response.ok) return view as T;
  throw new Refused(
    response.status,
    view === undefined
      ? { error: { code: 'internal-error', message: 'the answer is not understood' } }
      : (view as ErrorView),
  );
}
