/**
 * `archive models list|info`: the embedding models that are built in, and what they say about themselves.
 */
import { stat } from 'node:fs/promises';
import { NGRAM_DIMENSIONS, NGRAM_FLOOR, NGRAM_SCORE_CAP } from '@archive/embed';
import { createStaticEmbedder, staticModelPath } from '@archive/embed-static/node';
import type { CommandContext } from '../command-context.ts';
import { CommandError } from '../command-error.ts';
import { STATIC_MODELS } from '../embedder-for-archive.ts';
import { EXIT_MISUSE, EXIT_SUCCESS } from '../exit-codes.ts';

/** What is told of a model. */
interface ModelAccount {
  /** As `embed.model` names it; the n-grams are chosen by `embed.provider`. */
  name: string;
  /** The vector space, as an index names it. */
  model: string;
  reach: 'lexical' | 'semantic';
  dimensions: number;
  /** Cosine below which a hit is noise. */
  floor: number;
  /** Largest released score of what is not exposed as text. */
  scoreCap: number;
  /** Of the file; 0 where there is none. */
  bytes: number;
  sha256?: string;
  languages?: readonly string[];
  notes?: Readonly<Record<string, unknown>>;
}

/** `models list`: one line each. */
export async function listModels({ output }: CommandContext): Promise<number> {
  const accounts = await Promise.all([...Object.keys(STATIC_MODELS), NGRAM].map(accountOf));
  output.document({ models: accounts.map(({ notes: _notes, ...account }) => account) });
  for (const { name, reach, dimensions, bytes, languages } of accounts)
    output.line(
      `${name.padEnd(22)} ${reach.padEnd(9)} ${dimensions} dimensions  ${megabytes(bytes).padStart(8)}  ${languages?.join(' ') ?? 'any script'}`,
    );
  output.note('chosen by `embed` in archive.config.yaml; the first is the default');
  return EXIT_SUCCESS;
}

/** `models info`: everything a model says about itself. */
export async function modelInfo({ output }: CommandContext, name: string): Promise<number> {
  if (STATIC_MODELS[name] === undefined && name !== NGRAM)
    throw new CommandError(EXIT_MISUSE, {
      message: 'no built-in model has this name',
      help: 'look at `archive models list`',
    });
  const account = await accountOf(name);
  output.document(account);
  for (const [field, value] of Object.entries(account))
    output.line(`${field.padEnd(11)} ${typeof value === 'object' ? JSON.stringify(value) : String(value)}`);
  return EXIT_SUCCESS;
}

async function accountOf(name: string): Promise<ModelAccount> {
  const cut = STATIC_MODELS[name];
  if (cut === undefined)
    return {
      name: NGRAM,
      model: 'ngram/1',
      reach: 'lexical',
      dimensions: NGRAM_DIMENSIONS,
      floor: NGRAM_FLOOR,
      scoreCap: NGRAM_SCORE_CAP,
      bytes: 0,
    };
  const { model, reach, dimensions, defaultFloor, scoreCap, sha256, facts } = await createStaticEmbedder({
    cut,
  });
  const { size } = await stat(staticModelPath(cut));
  const { languages, notes } = facts;
  return {
    name,
    model,
    reach,
    dimensions,
    floor: defaultFloor,
    scoreCap,
    bytes: size,
    sha256,
    languages,
    notes,
  };
}

function megabytes(bytes: number): string {
  return bytes === 0 ? '–' : `${(bytes / 1_000_000).toFixed(1)} MB`;
}

const NGRAM = 'ngram';
