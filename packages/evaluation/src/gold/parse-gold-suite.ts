/**
 * Reads a gold suite: YAML, checked key by key, every pattern compiled before anything is asked.
 *
 * The names of keys that older suites used (`expectSources`, `expectAnswerMode`, …) are understood and mean the same.
 */
import { canariesFrom } from '../canary/parse-canaries.ts';
import { fieldName, issueWords } from './describe-issue.ts';
import { goldFileSchema, type WrittenQuery } from './gold-file.ts';
import type { GoldQuery, GoldSuite } from './gold-suite.ts';
import { GoldSuiteError } from './gold-suite-error.ts';
import { readYaml } from './read-yaml.ts';
import { PatternError, type SafePattern, safePattern } from './safe-pattern.ts';

/** What a suite is read with. */
export interface GoldSuiteOptions {
  /** The file, for messages. */
  path: string;
  /** Whom `{{author}}` stands for. */
  author?: string;
}

/**
 * Reads a suite.
 *
 * @throws {GoldSuiteError} naming file, query and field
 */
export function parseGoldSuite(text: string, { path, author }: GoldSuiteOptions): GoldSuite {
  const written = withCurrentKeys(readYaml(text, path), path);
  const result = goldFileSchema.safeParse(written);
  if (!result.success) {
    const [issue] = result.error.issues;
    if (issue === undefined) throw new GoldSuiteError(path, 'is no gold suite');
    const { where, field } = placeOf(issue.path, written);
    throw new GoldSuiteError(path, `${where}${field} ${issueWords(issue)}`);
  }
  const { queries, canaries } = result.data;
  const seen = new Set<string>();
  const parsed = queries.map((query, at) => {
    const where = queryName(at, query.id);
    if (seen.has(query.id)) throw new GoldSuiteError(path, `${where} has the id of an earlier query`);
    seen.add(query.id);
    return queryFrom(query, { where, path, author });
  });
  return {
    path,
    queries: parsed,
    canaries: canaries === undefined || canaries === 'none' ? canaries : canariesFrom(canaries, path),
  };
}

interface QueryPlace {
  where: string;
  path: string;
  author: string | undefined;
}

function queryFrom(written: WrittenQuery, { where, path, author }: QueryPlace): GoldQuery {
  const { id, query, limit, filters, recency, expect = {}, forbid = {}, tags = [], note } = written;
  const refuse = (problem: string, help?: string): never => {
    throw new GoldSuiteError(path, `${where} ${problem}`, help === undefined ? {} : { help });
  };
  const patterns = (field: string, sources: readonly string[] = []): SafePattern[] =>
    sources.map((source, at) => {
      try {
        return safePattern(source);
      } catch (error) {
        if (!(error instanceof PatternError)) throw error;
        return refuse(`${field}[${at}] ${error.message}`);
      }
    });
  const modes = [expect.mode ?? []].flat();
  if (expect.refusal === true && modes.some((mode) => mode !== 'not-found'))
    refuse('expect.refusal and expect.mode contradict each other');
  const allowed = expect.refusal === true ? (['not-found'] as const) : modes;
  const isRefused = allowed.length === 1 && allowed[0] === 'not-found';
  if (isRefused && (expect.cites ?? expect.related ?? expect.answer) !== undefined)
    refuse('expects a refusal, which cites, lists and says nothing');
  if (query.includes(AUTHOR) && author === undefined)
    refuse(
      'query holds {{author}}, but the archive names no author',
      'give --author, or author: in the config of the archive',
    );
  const { top } = expect;
  return {
    id,
    query: query.replaceAll(AUTHOR, author ?? ''),
    ...(limit === undefined ? {} : { limit }),
    ...(filters === undefined ? {} : { filters }),
    ...(recency === undefined ? {} : { recency }),
    expect: {
      sources: [...new Set([...(top === undefined ? [] : [top]), ...(expect.sources ?? [])])],
      ...(top === undefined ? {} : { top }),
      modes: allowed,
      cites: expect.cites ?? [],
      related: expect.related ?? [],
      answer: patterns('expect.answer', expect.answer),
    },
    forbid: {
      sources: forbid.sources ?? [],
      cites: forbid.cites ?? [],
      prose: forbid.prose === true,
      answer: patterns('forbid.answer', forbid.answer),
    },
    tags: [...new Set(tags)],
    ...(note === undefined ? {} : { note }),
  };
}

/** Older names, and where they went. */
const OLDER: ReadonlyMap<string, readonly ['expect' | 'forbid', string]> = new Map([
  ['expectSources', ['expect', 'sources']],
  ['expectAnswerMode', ['expect', 'mode']],
  ['expectAnswerPatterns', ['expect', 'answer']],
  ['forbidSources', ['forbid', 'sources']],
  ['forbidRecordCitations', ['forbid', 'prose']],
  ['forbidAnswerPatterns', ['forbid', 'answer']],
]);

function withCurrentKeys(file: unknown, path: string): unknown {
  if (!isRecord(file) || !Array.isArray(file['queries'])) return file;
  const queries = file['queries'].map((query: unknown, at) => {
    if (!isRecord(query) || !Object.keys(query).some((key) => OLDER.has(key))) return query;
    // Without a prototype, so that a key `__proto__` is a key that nobody knows.
    const current = Object.create(null) as Record<string, unknown>;
    for (const [key, value] of Object.entries(query)) {
      const [part, name] = OLDER.get(key) ?? [];
      if (part === undefined || name === undefined) {
        current[key] = value;
        continue;
      }
      // An empty list or `false` demanded nothing.
      if (value === false || (Array.isArray(value) && value.length === 0)) continue;
      const demands = query[part];
      if (isRecord(demands) && Object.hasOwn(demands, name))
        throw new GoldSuiteError(path, `${queryName(at, query['id'])} states ${part}.${name} twice`);
      current[part] = { ...(isRecord(demands) ? demands : {}), ...asRecord(current[part]), [name]: value };
    }
    return current;
  });
  return { ...file, queries };
}

function placeOf(path: readonly PropertyKey[], file: unknown): { where: string; field: string } {
  const [first, at, ...rest] = path;
  if (first !== 'queries' || typeof at !== 'number')
    return { where: '', field: path.length === 0 ? 'the file' : fieldName(path) };
  const queries = isRecord(file) && Array.isArray(file['queries']) ? file['queries'] : [];
  const query: unknown = queries[at];
  const id = isRecord(query) ? query['id'] : undefined;
  return { where: queryName(at, id), field: rest.length === 0 ? '' : ` ${fieldName(rest)}` };
}

function queryName(at: number, id: unknown): string {
  return typeof id === 'string' && id !== '' ? `query ${at + 1} (\`${id.slice(0, 80)}\`)` : `query ${at + 1}`;
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asRecord = (value: unknown): Record<string, unknown> => (isRecord(value) ? value : {});

const AUTHOR = '{{author}}';
