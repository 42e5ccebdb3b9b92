/**
 * An archive whose content changes every round, so that a half-published round could not be taken for a whole one.
 */
import { writeFolder } from '@archive/process';
import { createProse } from './invented-prose.ts';
import { createRandom } from './seeded-random.ts';

/** Works that name their round in the text; a served index must hold all of one round. */
export const ROUND_WORKS = 24;

/** Writes the archive of a round: works that all name it, a book and notes whose private text is new each time. */
export function writeRound(folder: string, round: number, seed: number): void {
  const prose = createProse(createRandom(seed * 1_000_003 + round));
  const files: Record<string, string> = {
    'archive.config.yaml': [
      'collections:',
      '  - { dir: essays, kind: records, type: essay }',
      '  - { dir: novel, kind: book, type: book, raw: private, exposure: locator }',
      '  - { dir: notebook, kind: notes, type: note, raw: private, exposure: none }',
      '',
    ].join('\n'),
    'novel/book.yaml': 'title: A novel of rounds\nabout: https://shelf.example/novel\n',
  };
  for (let at = 1; at <= ROUND_WORKS; at++) {
    files[`essays/work-${at}.md`] =
      `---\ntitle: Work ${at}\n---\n\n${marker(round)}. ${prose.paragraph('latin', 40)}\n`;
    files[`novel/${String(at).padStart(2, '0')}.md`] = `# Chapter ${at}\n\n${prose.paragraph('latin', 60)}\n`;
  }
  for (let at = 1; at <= 6; at++) {
    files[`notebook/page-${at}.md`] =
      `---\ntitle: ${prose.sentence('latin')}\nlabel: Page ${at}\nabout: https://shelf.example/n\nlocator: p. ${at}\n---\n\n${prose.paragraph('latin', 20)}\n`;
  }
  writeFolder(folder, files);
}

/** The round that every work of a list of texts names; undefined when they do not all name the same. */
export function roundOf(texts: readonly string[]): number | undefined {
  const rounds = new Set(texts.map((text) => /round number (\d+)\b/.exec(text)?.[1]));
  const [only] = rounds;
  return rounds.size === 1 && only !== undefined ? Number(only) : undefined;
}

function marker(round: number): string {
  return `This is round number ${round}`;
}
