/**
 * Archives for a probe: private notes of 100 and 300 words and shorter ones of real prose, each with a canary word, a number
 * of six digits and a name in it; public essays; and, when asked for, a notebook that is exposed as nothing.
 */
import { writeFolder } from '@archive/process';
import { drawStretch } from '@archive/evaluation';
import type { InversionCorpus } from './inversion-corpus.ts';
import type { Random } from './seeded-random.ts';

/** What to write. */
export interface ProbedArchive {
  /** Running words of the notes, over and over. */
  readonly lengths: readonly number[];
  /** Notes of each length. */
  readonly notes: number;
  readonly essays: number;
  /** Lines added to the config. */
  readonly config?: readonly string[];
}

/** Writes the archive; with `isNotebook` also what is exposed as nothing, and otherwise the same to the byte. */
export function writeProbedArchive(
  folder: string,
  corpus: InversionCorpus,
  { lengths, notes, essays, config = [] }: ProbedArchive,
  random: Random,
  isNotebook: boolean,
): void {
  const files: Record<string, string> = {
    'archive.config.yaml': [
      'name: A probed archive',
      'baseUrl: https://archive.example',
      ...config,
      'collections:',
      '  - { dir: essays, kind: records, type: essay }',
      '  - { dir: diary, kind: notes, type: diary, raw: private, exposure: locator }',
      '  - { dir: notebook, kind: notes, type: note, raw: private, exposure: none }',
      '',
    ].join('\n'),
    'notebook/README.txt': 'Pages of a notebook.\n',
  };
  for (let at = 0; at < essays; at++)
    files[`essays/essay-${at}.md`] =
      `---\ntitle: Essay ${at}\n---\n\n${plain(drawStretch(corpus.read, 250, random))}\n`;
  for (const length of lengths)
    for (let at = 0; at < notes; at++) {
      const words = plain(drawStretch(corpus.kept, length - SECRET_WORDS, random)).split(' ');
      const secret = `opened by ${invented(random)} ${inventedName(random)} with ${random.between(100_000, 999_999)}`;
      words.splice(random.between(0, words.length), 0, secret);
      files[`diary/day-${length}-${at}.md`] = note(`Day ${length} ${at}`, words.join(' '));
    }
  for (let at = 0; isNotebook && at < notes; at++)
    files[`notebook/page-${at}.md`] = note(`Page ${at}`, plain(drawStretch(corpus.kept, 120, random)));
  writeFolder(folder, files);
}

function note(label: string, text: string): string {
  return `---\ntitle: ${label}\nlabel: ${label}\nabout: https://shelf.example/diary\nlocator: p. 1\n---\n\n${text}\n`;
}

/** Words and spaces only, so that nothing is read as markup. */
function plain(text: string): string {
  return text
    .replace(/[^\p{L}\p{N}'’,.;?! -]/gu, '')
    .replace(/\s+/g, ' ')
    .trim();
}

/** A name nobody bears: `Kestrel` and three syllables. */
export function inventedName(random: Random): string {
  return `Kestrel${invented(random)}`;
}

function invented(random: Random): string {
  return Array.from({ length: 3 }, () =>
    random.pick(['ba', 'ko', 'zim', 'tra', 'vel', 'nox', 'qui', 'lo']),
  ).join('');
}

/** Words of a planted secret. */
const SECRET_WORDS = 6;
