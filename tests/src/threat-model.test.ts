import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { EXPOSURES } from '@archive/contract';
import { workspaceRoot } from '@archive/process';
import { describe, expect, test } from 'vitest';

const page = readFileSync(join(workspaceRoot, 'docs/threat-model.md'), 'utf8');

/** The rules by which scores are released, as they are implemented; a new rule needs its row and its line here. */
const SCORE_RULES = [
  'coarse-step',
  'released-order',
  'floor-grid',
  'score-cap',
  'no-breakdown',
  'no-hidden-boosts',
  'face-once',
  'canonical-query',
  'ceiling',
];

/** What decisions 1.15 says is owned, and the limits of the ratchet, each by words its row or paragraph must hold. */
const OWNED = [
  /locator hit says that something/,
  /gist itself is a disclosure/,
  /gists of one work add up/,
  /Confirmation of a candidate/,
  /gaps in page numbers or times/,
  /256 bits/,
  /callers who work together/,
  /traffic size/,
  /backups, version control/,
  /root on the host/,
  /output folder \(`\.archive`\) is deleted/,
  /absent from one published build/,
];

/** Rows of the table under a heading, as cells. */
function rowsUnder(heading: string): string[][] {
  const [, section = ''] = page.split(`\n## ${heading}\n`);
  const [own = ''] = section.split('\n## ');
  return own
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .slice(2)
    .map((line) =>
      line
        .split(/(?<!\\)\|/)
        .slice(1, -1)
        .map((cell) => cell.trim()),
    );
}

describe('the threat model', () => {
  test('has a row for every exposure of the contract', () => {
    expect(rowsUnder('Exposures').map(([exposure]) => exposure)).toEqual(
      EXPOSURES.map((exposure) => `\`${exposure}\``),
    );
  });

  test('has a row for every rule of released scores, and no other', () => {
    expect(rowsUnder('Score rules').map(([rule]) => rule)).toEqual(SCORE_RULES.map((rule) => `\`${rule}\``));
  });

  test('says of every channel what closes it, what we do and what is owned', () => {
    const channels = rowsUnder('Channels');
    expect(channels.length).toBeGreaterThanOrEqual(17);
    expect(channels.filter((cells) => cells.length !== 4 || cells.includes(''))).toEqual([]);
    expect(channels.filter(([, ...cells]) => cells.every((cell) => cell === '–'))).toEqual([]);
  });

  test.each(OWNED.map((words) => [words]))('names what nobody closes: %s (decisions 1.8, 1.15)', (words) => {
    expect(page).toMatch(words);
  });
});
