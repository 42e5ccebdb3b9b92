/**
 * Full-text engines in one form: lines in, numbers of the ten best lines out.
 *
 * Ours is built as a served index is, from fragments; the others get what they are made for: the string. None stores the
 * lines, since that is not what is compared. A query is three words, any of which may match, ranked by BM25 where the
 * engine knows it.
 */
import { deepStrictEqual } from 'node:assert/strict';
import { createRequire } from 'node:module';
import { rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Entity, Fragment } from '@archive/contract/private';
import { buildLexicalIndex } from '@archive/index';
import { type RetrievalIndex, searchWithCounts } from '@archive/retrieve';
import { lexicalScores, topLexical } from '@archive/retrieve/core';
import { workspaceRoot } from '@archive/process';

/** Names, in the order of the table. */
export const LEXICAL_ENGINES = ['ours', 'fts5', 'minisearch', 'flexsearch', 'orama'] as const;
/** Name of an engine. */
export type LexicalEngine = (typeof LEXICAL_ENGINES)[number];

/** An engine that holds a corpus. */
export interface BuiltEngine {
  /** Numbers of the best lines from 0, best first. */
  search(query: string): number[];
  /** Compares what is returned with a form that leaves nothing out; throws where they differ. */
  check?(queries: readonly string[]): void;
  /** Other ways to ask, by name, of which the same is measured; `lines` are those it was built from. */
  otherWays?(lines: Iterable<string>): Record<string, (query: string) => unknown>;
  /** Ends what is open. */
  close(): void;
}

/** The folder whose own install holds the peers. */
export const lexicalPeers = join(workspaceRoot, 'benchmarks', 'peers', 'lexical');

/** Builds an engine from lines. */
export function buildEngine(engine: LexicalEngine, lines: Iterable<string>): BuiltEngine {
  return BUILDERS[engine](lines);
}

const BEST = 10;

const BUILDERS: Record<LexicalEngine, (lines: Iterable<string>) => BuiltEngine> = {
  ours(lines) {
    const index = buildLexicalIndex(fragmentsOf(lines), new Map([[WORK.id, WORK]]));
    return {
      // As the hybrid search asks it, then the best ten: what FTS5 and the others give.
      search: (query) => bestOf(lexicalScores(query, index)),
      check: (queries) => assertExact(index, queries),
      otherWays: (again) => {
        const whole = wholeIndex(again, index);
        return {
          'best ten alone, pruned': (query) => topLexical(query, index, BEST),
          'whole search by words': (query) =>
            searchWithCounts(undefined, query, whole, { profile: 'hybrid', limit: BEST }),
        };
      },
      close: () => {},
    };
  },

  fts5(lines) {
    const Database = peer('libsql') as new (path: string) => Sqlite;
    const path = join(tmpdir(), `lexical-${process.pid}.db`);
    const db = new Database(path);
    db.exec('pragma journal_mode = off; pragma synchronous = off');
    db.exec("create virtual table line using fts5(text, content = '', tokenize = 'unicode61')");
    const insert = db.prepare('insert into line (rowid, text) values (?, ?)');
    db.exec('begin');
    let at = 0;
    for (const line of lines) insert.run(++at, line);
    db.exec('commit');
    const find = db.prepare(`select rowid from line where line match ? order by rank limit ${BEST}`);
    return {
      search: (query) => find.all(query.split(' ').join(' OR ')).map(({ rowid }) => rowid - 1),
      close: () => {
        db.close();
        rmSync(path, { force: true });
      },
    };
  },

  minisearch(lines) {
    const MiniSearch = (peer('minisearch') as { default?: unknown }).default ?? peer('minisearch');
    const engine = new (MiniSearch as new (options: object) => MiniSearchEngine)({ fields: ['text'] });
    let id = 0;
    for (const text of lines) engine.add({ id: id++, text });
    return {
      search: (query) =>
        engine
          .search(query)
          .slice(0, BEST)
          .map((hit) => hit.id),
      close: () => {},
    };
  },

  flexsearch(lines) {
    const { Index } = peer('flexsearch') as { Index: new (options: object) => FlexIndex };
    const engine = new Index({ tokenize: 'strict' });
    let id = 0;
    for (const text of lines) engine.add(id++, text);
    return { search: (query) => engine.search(query, { limit: BEST, suggest: true }), close: () => {} };
  },

  orama(lines) {
    const { create, insert, search } = peer('@orama/orama') as OramaModule;
    const db = create({ schema: { text: 'string' } });
    let id = 0;
    for (const text of lines) insert(db, { id: String(id++), text });
    return {
      search: (term) => search(db, { term, limit: BEST }).hits.map((hit) => Number(hit.id)),
      close: () => {},
    };
  },
};

/** The pruned form against the exhaustive one. */
function assertExact(index: ReturnType<typeof buildLexicalIndex>, queries: readonly string[]): void {
  for (const query of queries) {
    const { positions, values } = lexicalScores(query, index);
    const best = Array.from(positions.keys())
      .sort((a, b) => (values[b] as number) - (values[a] as number) || a - b)
      .slice(0, BEST)
      .map((at) => positions[at]);
    deepStrictEqual(topLexical(query, index, BEST).positions, best);
    deepStrictEqual(bestOf({ positions, values }), best);
  }
}

/** Positions of the best ten, best first; the earlier of two that are equal. */
function bestOf({
  positions,
  values,
}: Pick<ReturnType<typeof lexicalScores>, 'positions' | 'values'>): number[] {
  const best: number[] = [];
  for (let at = 0; at < values.length; at++) {
    const value = values[at] as number;
    let place = best.length;
    while (place > 0 && (values[best[place - 1] as number] as number) < value) place -= 1;
    if (place >= BEST) continue;
    best.splice(place, 0, at);
    if (best.length > BEST) best.pop();
  }
  return best.map((at) => positions[at] as number);
}

/** The lines as an index that an app searches; vectors are there and not asked for. */
function wholeIndex(lines: Iterable<string>, lexical: ReturnType<typeof buildLexicalIndex>): RetrievalIndex {
  const vector = Float32Array.of(1, 0);
  const entries = Array.from(fragmentsOf(lines), ({ fragment }) => ({ fragment, vector }));
  return { entities: new Map([[WORK.id, WORK]]), entries, dimensions: vector.length, lexical };
}

const WORK: Entity = {
  id: 'essay:lines',
  type: 'essay',
  title: 'Lines',
  attribution: [],
  url: 'https://archive.example/lines',
  identifiers: [],
  disclosure: { raw: 'public', exposure: 'text' },
};

function* fragmentsOf(lines: Iterable<string>): Iterable<{ fragment: Fragment }> {
  let at = 0;
  for (const text of lines) {
    const id = `${WORK.id}#${at++}`;
    yield {
      fragment: {
        id,
        entityId: WORK.id,
        locator: [{ scheme: 'chunk', value: String(at) }],
        text,
        disclosure: WORK.disclosure,
      },
    };
  }
}

const load = createRequire(join(lexicalPeers, 'package.json'));
function peer(name: string): unknown {
  return load(name);
}

interface Sqlite {
  exec(sql: string): void;
  prepare(sql: string): { run(...values: unknown[]): void; all(value: string): { rowid: number }[] };
  close(): void;
}
interface MiniSearchEngine {
  add(document: object): void;
  search(query: string): { id: number }[];
}
interface FlexIndex {
  add(id: number, text: string): void;
  search(query: string, options: object): number[];
}
interface OramaModule {
  create(options: object): object;
  insert(db: object, document: object): void;
  search(db: object, query: object): { hits: { id: string }[] };
}
