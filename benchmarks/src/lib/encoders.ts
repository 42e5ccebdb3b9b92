/**
 * The encoders that stand side by side in the tables, each opened when it is asked for or absent for a stated reason.
 *
 * Ours come from the package, or from a file given with `--model`; peers and teachers only where they are installed. The
 * vectors of slow ones are kept between runs.
 */
import { createHash } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { createNgramEmbedder, type Embedder } from '@archive/embed';
import { createStaticEmbedder, type StaticCut, staticModelPath } from '@archive/embed-static/node';
import { withKeptVectors } from './kept-vectors.ts';
import { openTeacher, TEACHERS } from './teacher-encoders.ts';
import { openUseLite } from './use-lite-peer.ts';

/** An encoder of the tables. */
export interface EncoderUnderTest {
  /** Column of the table. */
  readonly name: string;
  readonly kind: 'static' | 'ngram' | 'peer' | 'teacher';
  /** Whether it was made for text of a language (ISO 639-1); others are measured all the same unless it is slow. */
  readonly slow: boolean;
  /** Languages it was made for; undefined means all of ours. */
  readonly languages?: readonly string[];
  open(): Promise<Embedder | { absent: string }>;
}

/** Column names of our own encoders. */
export const MULTILINGUAL = 'static';
export const ENGLISH = 'static-english';
export const NGRAMS = 'n-grams';
export const USE_LITE = 'use-lite';

/** All encoders; files given take the place of the models of the package. */
export function encodersUnderTest(files: Partial<Record<StaticCut, string>> = {}): EncoderUnderTest[] {
  return [
    { name: NGRAMS, kind: 'ngram', slow: false, open: async () => createNgramEmbedder() },
    {
      name: USE_LITE,
      kind: 'peer',
      slow: true,
      open: async () => kept(await openUseLite()),
    },
    ...TEACHERS.map(
      (teacher): EncoderUnderTest => ({
        name: teacher.name,
        kind: 'teacher',
        slow: true,
        ...(teacher.languages === undefined ? {} : { languages: teacher.languages }),
        open: async () => kept(await openTeacher(teacher)),
      }),
    ),
    {
      name: MULTILINGUAL,
      kind: 'static',
      slow: false,
      open: () => openStatic('multilingual', files.multilingual),
    },
    {
      name: ENGLISH,
      kind: 'static',
      slow: false,
      languages: ['en'],
      open: () => openStatic('english', files.english),
    },
  ];
}

/** Opens one of our models, from the package or from a file, which is then trusted as it is. */
export async function openStatic(
  cut: StaticCut,
  file?: string,
): Promise<Awaited<ReturnType<typeof createStaticEmbedder>> | { absent: string }> {
  const path = file ?? staticModelPath(cut);
  if (!existsSync(path)) return { absent: 'no model file' };
  if (file === undefined) return createStaticEmbedder({ cut });
  const sha256 = createHash('sha256').update(readFileSync(path)).digest('hex');
  return createStaticEmbedder({ file, sha256 });
}

function kept(opened: Embedder | { absent: string }): Embedder | { absent: string } {
  return 'absent' in opened ? opened : withKeptVectors(opened, opened.model);
}
