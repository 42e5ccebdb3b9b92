/**
 * `archive.config.yaml`: what the folders of an archive hold, and how they are indexed.
 *
 * Strict at every level: an unknown key is refused, since it may be a restriction that was misspelt.
 */
import { type Exposure, exposureSchema, type Raw, rawSchema } from '@archive/contract';
import type { EntityPolicy } from '@archive/contract/private';
import { z } from 'zod';
import { authoredPolicySchema } from '../policy/authored-policy.ts';

/** What the files of a collection are. */
export type CollectionKind = 'records' | 'notes' | 'book' | 'transcripts';

/** The description of a folder that is one book, where the folder itself cannot hold a `book.yaml`. */
export interface BookDescription {
  title: string;
  about: string;
  type?: string;
  authors?: (string | { name: string; role?: string })[];
  date?: string;
  version?: string;
  identifiers?: { scheme: string; value: string }[];
  themes?: string[];
  fragmentBy?: 'headings' | 'pages';
  maxFragmentChars?: number;
  firstPage?: number;
}

/** One folder of the archive and what its files are. */
export interface CollectionConfig {
  /** Relative to the folder of the archive, or absolute. */
  dir: string;
  kind: CollectionKind;
  /** Type of its works; default: page, note, book or transcript. */
  type?: string;
  /** Put between `baseUrl` and the slug. */
  urlPrefix?: string;
  raw?: Raw;
  exposure?: Exposure;
  publicTitle?: boolean;
  requireReview?: boolean;
  policy?: EntityPolicy;
  /** HTML, MDX and `%%` comments are text like any other (decisions 1.9); default false. */
  keepComments?: boolean;
  book?: BookDescription;
}

/** Which embedder. */
export interface EmbedSettings {
  provider?: 'static' | 'ngram' | 'openai' | 'onnx';
  model?: string;
  baseUrl?: string;
  dimensions?: number;
  /** A sentence-transformers folder for `onnx`, relative to the folder of the archive, or absolute. */
  folder?: string;
  pooling?: 'mean' | 'cls';
  queryPrefix?: string;
  passagePrefix?: string;
  maxTokens?: number;
  modelFile?: string;
  allowPrivate?: boolean;
  /** Least score of a hit; default the calibrated one, else that of the embedder. */
  floor?: number;
}

/** How gists are drafted; read by the drafter. */
export interface GistSettings {
  model?: string;
  baseUrl?: string;
  allowPrivate?: boolean;
  maxChars?: number;
  ngramWords?: number;
  allowedNames?: Record<string, string[]>;
  /** Requests at a time; default 4. */
  concurrency?: number;
  /** For estimates alone, in any currency. */
  pricePerMillion?: { input: number; output: number };
}

/** Bounds of reading. */
export interface ReadLimits {
  /** Largest file in MiB; default 64. */
  fileMiB?: number;
  /** Most files of a collection; default 200,000. */
  files?: number;
  /** Deepest folder; default 32. */
  depth?: number;
  /** Longest time one file may take, in seconds; default 30. */
  fileSeconds?: number;
}

/** How the archive is served; read by `archive serve`, and `redis` by `archive ledger` too. */
export interface ServerSettings {
  /** Public address of a proxy on the same machine, whose Host is then answered to as well. */
  origin?: string;
  /** Addresses and CIDR ranges of proxies whose `X-Forwarded-For` counts. */
  trustedProxies?: string[];
  /** Origins whose pages may call from a browser, or `*` for all. */
  cors?: '*' | string[];
  /** What one caller may ask for. */
  limits?: { requestsPerMinute?: number; embeddingsPerDay?: number; answersPerDay?: number };
  /** A Redis that several instances share, without user and password; `ARCHIVE_REDIS_URL` wins. */
  redis?: string;
  /** Port on this machine where `/metrics` listens. */
  metricsPort?: number;
  /** Connections at a time. */
  maxConnections?: number;
  /** Threads that scan an index of 50,000 fragments or more together; default 1. */
  searchThreads?: number;
}

/** How questions are answered; read by what serves and by `archive ask`. None of it changes an index. */
export interface AnswerProviderSettings {
  /** `extractive`: sentences are quoted. `openai`: a model behind an OpenAI-compatible endpoint writes. Default extractive. */
  provider?: 'extractive' | 'openai';
  /** Model to ask; required for `openai`. */
  model?: string;
  /** Address of the endpoint; default the provider's. */
  baseUrl?: string;
  /** Name of the environment variable that holds the key; default `OPENAI_API_KEY` for the provider's own address, else none. */
  apiKeyEnv?: string;
  /** Longest time a model may take for one answer, in seconds; default 60. */
  timeoutSeconds?: number;
  /** Offers the MCP tool `ask_archive`; default false. */
  mcp?: boolean;
}

/** Who reads a question and the best public passages together; read by what serves. None of it changes an index. */
export interface RerankSettings {
  /** Whole address of the endpoint, such as `http://127.0.0.1:8080/rerank`. */
  url: string;
  /** How it is spoken to: as Text Embeddings Inference, or as Cohere, which Jina and vLLM share. */
  shape: 'tei' | 'cohere';
  /** Model to ask, where one server has several. */
  model?: string;
  /** Name of the environment variable that holds the key; default: no key is sent. */
  apiKeyEnv?: string;
}

/** How account is kept of what each caller gets of private works; read by what serves. */
export interface LedgerSettings {
  /** What happens when all callers together reached the budget of a work; default `alarm`. */
  global?: 'alarm' | 'enforce';
}

/** The config of an archive. */
export interface ArchiveConfig {
  name?: string;
  author?: string;
  /** Where the published works live: absolute http(s). */
  baseUrl?: string;
  /** IANA name; moments such as the end of an embargo are read in it. Default UTC. */
  timeZone?: string;
  defaults?: { raw?: Raw };
  collections?: CollectionConfig[];
  embed?: EmbedSettings;
  gist?: GistSettings;
  privateVectors?: 'coded' | 'exact';
  limits?: ReadLimits;
  server?: ServerSettings;
  answer?: AnswerProviderSettings;
  rerank?: RerankSettings;
  ledger?: LedgerSettings;
  /** File of canaries, relative to the folder; `none` declares that there are none. */
  canaries?: string;
  /** Gold suite, relative to the folder; default `gold.yaml` where there is one. */
  gold?: string;
  publish?: 'direct' | 'reviewed';
  /** The archive is openly fictional: projections and canaries may be committed. */
  fixture?: boolean;
}

const words = z.string().trim().min(1);
const webAddress = z
  .url({ protocol: /^https?$/ })
  .refine((url) => !/^[a-z]+:\/\/[^/]*@/i.test(url), { error: 'holds a user name or password' });
const siteOrigin = z
  .url({ protocol: /^https?$/ })
  .refine((url) => URL.canParse(url) && new URL(url).origin === url, {
    error: 'is no origin: scheme and host alone, in lower case and without a slash',
  });
const timeZone = words.refine(isTimeZone, { error: 'is not a time zone this system knows' });

const bookSchema: z.ZodType<BookDescription> = z.strictObject({
  title: words,
  about: webAddress.describe('The accountable address a citation links to.'),
  type: words.exactOptional(),
  authors: z
    .array(z.union([words, z.strictObject({ name: words, role: words.exactOptional() })]))
    .exactOptional(),
  date: words.exactOptional(),
  version: words.exactOptional(),
  identifiers: z.array(z.strictObject({ scheme: words, value: words })).exactOptional(),
  themes: z.array(words).exactOptional(),
  fragmentBy: z.enum(['headings', 'pages']).exactOptional(),
  maxFragmentChars: z.int().min(200).max(100_000).exactOptional(),
  firstPage: z.int().min(1).exactOptional(),
});

const collectionSchema: z.ZodType<CollectionConfig> = z.strictObject({
  dir: words.describe('Folder, relative to the archive or absolute.'),
  kind: z.enum(['records', 'notes', 'book', 'transcripts']).describe('What its files are.'),
  type: words
    .regex(/^[\p{L}\p{N}_-]+$/u)
    .exactOptional()
    .describe('Type of its works: essay, song, letter, …'),
  urlPrefix: z.string().exactOptional().describe('Put between baseUrl and the slug of a work.'),
  raw: rawSchema.exactOptional().describe('Whether its sources are public.'),
  exposure: exposureSchema.exactOptional().describe('What a hit may carry of its fragments.'),
  publicTitle: z.boolean().exactOptional().describe('Titles are public by construction.'),
  requireReview: z.boolean().exactOptional().describe('Gists are servable only once a person reviewed them.'),
  policy: authoredPolicySchema.exactOptional(),
  keepComments: z
    .boolean()
    .exactOptional()
    .describe('Comments (HTML, MDX, %%…%%) are text like any other; default false.'),
  book: bookSchema.exactOptional().describe('The folder is one book with this description.'),
});

/** Checks an {@link ArchiveConfig}. */
export const archiveConfigSchema: z.ZodType<ArchiveConfig> = z.strictObject({
  name: words.exactOptional().describe('Name of the archive, shown on its pages.'),
  author: z.string().trim().exactOptional().describe('Whose archive it is.'),
  baseUrl: webAddress.exactOptional().describe('Where the published works live.'),
  timeZone: timeZone.exactOptional().describe('IANA time zone in which embargoes end; default UTC.'),
  defaults: z
    .strictObject({ raw: rawSchema.exactOptional() })
    .exactOptional()
    .describe('What a file is when neither it nor its collection says so.'),
  collections: z
    .array(collectionSchema)
    .min(1)
    .exactOptional()
    .describe('The folders of the archive. Default: the whole folder as records.'),
  embed: z
    .strictObject({
      provider: z.enum(['static', 'ngram', 'openai', 'onnx']).exactOptional(),
      model: words.exactOptional(),
      baseUrl: webAddress.exactOptional(),
      dimensions: z.int().min(1).max(8192).exactOptional(),
      folder: words
        .exactOptional()
        .describe('onnx: a sentence-transformers folder, relative to the archive or absolute.'),
      pooling: z
        .enum(['mean', 'cls'])
        .exactOptional()
        .describe('onnx: how tokens become one vector; default what the folder states.'),
      queryPrefix: z
        .string()
        .exactOptional()
        .describe('onnx: put before questions; default what the folder states.'),
      passagePrefix: z
        .string()
        .exactOptional()
        .describe('onnx: put before documents; default what the folder states.'),
      maxTokens: z
        .int()
        .min(4)
        .exactOptional()
        .describe('onnx: longest input in tokens; default what the folder states.'),
      modelFile: words
        .exactOptional()
        .describe('onnx: the weights, relative to that folder; default onnx/model.onnx or model.onnx.'),
      allowPrivate: z
        .boolean()
        .exactOptional()
        .describe('Private text may be sent to a provider on another machine.'),
      floor: z
        .number()
        .min(0)
        .max(1)
        .exactOptional()
        .describe('Least score of a hit; default the calibrated one, else that of the embedder.'),
    })
    .exactOptional()
    .describe('The embedder; default: the built-in one.'),
  gist: z
    .strictObject({
      model: words.exactOptional(),
      baseUrl: webAddress.exactOptional(),
      allowPrivate: z.boolean().exactOptional(),
      maxChars: z.int().min(80).max(800).exactOptional(),
      ngramWords: z.int().min(3).max(8).exactOptional(),
      allowedNames: z.record(words, z.array(words)).exactOptional(),
      concurrency: z.int().min(1).max(64).exactOptional(),
      pricePerMillion: z
        .strictObject({ input: z.number().min(0), output: z.number().min(0) })
        .exactOptional()
        .describe('Price of a million tokens, for estimates.'),
    })
    .exactOptional()
    .describe('How gists are drafted.'),
  privateVectors: z
    .enum(['coded', 'exact'])
    .exactOptional()
    .describe(
      'How vectors of what is not exposed as text are served: sign bits, or in full (to be treated as the text).',
    ),
  limits: z
    .strictObject({
      fileMiB: z.int().min(1).max(512).exactOptional().describe('Largest file in MiB; default 64.'),
      files: z.int().min(1).exactOptional().describe('Most files of a collection; default 200000.'),
      depth: z.int().min(1).exactOptional().describe('Deepest folder; default 32.'),
      fileSeconds: z
        .int()
        .min(1)
        .exactOptional()
        .describe('Longest time one file may take, in seconds; default 30.'),
    })
    .exactOptional()
    .describe('Bounds of reading.'),
  server: z
    .strictObject({
      origin: siteOrigin.exactOptional().describe('Public address of a proxy on the same machine.'),
      trustedProxies: z
        .array(words)
        .exactOptional()
        .describe('Addresses and CIDR ranges of proxies whose X-Forwarded-For counts; default none.'),
      cors: z
        .union([z.literal('*'), z.array(siteOrigin).min(1)])
        .exactOptional()
        .describe('Origins whose pages may call from a browser, or *; default none.'),
      limits: z
        .strictObject({
          requestsPerMinute: z
            .int()
            .min(1)
            .max(1_000_000)
            .exactOptional()
            .describe('Requests of one caller in a minute; default 120.'),
          embeddingsPerDay: z
            .int()
            .min(1)
            .max(100_000_000)
            .exactOptional()
            .describe('Questions of one caller that have to be embedded, in a day; default 1000.'),
          answersPerDay: z
            .int()
            .min(1)
            .max(100_000_000)
            .exactOptional()
            .describe('Answers of one caller that a model writes, in a day; default 100.'),
        })
        .exactOptional()
        .describe('What one caller may ask for.'),
      redis: z
        .url({ protocol: /^rediss?$/ })
        .refine((url) => !/^[a-z]+:\/\/[^/]*@/i.test(url), { error: 'holds a user name or password' })
        .exactOptional()
        .describe('A Redis that several instances share; ARCHIVE_REDIS_URL wins.'),
      metricsPort: z
        .int()
        .min(0)
        .max(65_535)
        .exactOptional()
        .describe('Port on this machine where /metrics listens; default nowhere.'),
      maxConnections: z
        .int()
        .min(1)
        .max(1_000_000)
        .exactOptional()
        .describe('Connections at a time; default 1024.'),
      searchThreads: z
        .int()
        .min(1)
        .max(8)
        .exactOptional()
        .describe('Threads that scan an index of 50000 fragments or more together; default 1.'),
    })
    .exactOptional()
    .describe('How the archive is served.'),
  answer: z
    .strictObject({
      provider: z
        .enum(['extractive', 'openai'])
        .exactOptional()
        .describe('extractive: sentences are quoted (default); openai: a model writes, and is checked.'),
      model: words.exactOptional().describe('openai: model to ask.'),
      baseUrl: webAddress.exactOptional().describe('openai: address of the endpoint.'),
      apiKeyEnv: words
        .regex(/^[A-Z][A-Z0-9_]*$/)
        .exactOptional()
        .describe(
          'openai: environment variable that holds the key; default OPENAI_API_KEY without a baseUrl, else none.',
        ),
      timeoutSeconds: z
        .int()
        .min(1)
        .max(600)
        .exactOptional()
        .describe('Longest time a model may take for one answer, in seconds; default 60.'),
      mcp: z.boolean().exactOptional().describe('Offer the MCP tool ask_archive; default false.'),
    })
    .refine(({ provider, model }) => provider !== 'openai' || model !== undefined, {
      error: 'names the provider openai and no model',
    })
    .refine(
      ({ provider, model, baseUrl, apiKeyEnv }) =>
        provider === 'openai' || (model ?? baseUrl ?? apiKeyEnv) === undefined,
      {
        error: 'names a model, an address or a key without provider: openai',
      },
    )
    .exactOptional()
    .describe('How questions are answered; default: by quoting.'),
  rerank: z
    .strictObject({
      url: webAddress.describe('Whole address of the endpoint, such as http://127.0.0.1:8080/rerank.'),
      shape: z
        .enum(['tei', 'cohere'])
        .describe('tei: Text Embeddings Inference; cohere: Cohere, Jina, vLLM and others.'),
      model: words.exactOptional().describe('Model to ask, where one server has several.'),
      apiKeyEnv: words
        .regex(/^[A-Z][A-Z0-9_]*$/)
        .exactOptional()
        .describe('Environment variable that holds the key; default: no key is sent.'),
    })
    .exactOptional()
    .describe('A cross-encoder that reads a question and the best public passages; default none.'),
  ledger: z
    .strictObject({
      global: z
        .enum(['alarm', 'enforce'])
        .exactOptional()
        .describe(
          'When all callers together reached the budget of a private work: say so, or release nothing new of it.',
        ),
    })
    .exactOptional()
    .describe('How account is kept of what each caller gets of private works.'),
  canaries: words
    .exactOptional()
    .describe('File of canaries, relative to the archive; `none` declares that there are none.'),
  gold: words
    .exactOptional()
    .describe('Gold suite, relative to the archive; default gold.yaml where there is one.'),
  publish: z
    .enum(['direct', 'reviewed'])
    .exactOptional()
    .describe('reviewed: nothing is published before its plan is applied.'),
  fixture: z
    .boolean()
    .exactOptional()
    .describe('The archive is openly fictional; its projections and canaries may be committed.'),
});

function isTimeZone(name: string): boolean {
  try {
    new Intl.DateTimeFormat('en', { timeZone: name });
    return true;
  } catch {
    return false;
  }
}
