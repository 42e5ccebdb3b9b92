/**
 * A small archive with one work of each exposure, for whoever needs a server that answers and not a particular text.
 *
 * Built with n-grams, which need no model, in about a second.
 */
import { join } from 'node:path';
import { runArchive } from './run-archive.ts';
import { temporaryFolder, writeFolder } from './write-folder.ts';

/** A built archive in a temporary folder. */
export interface SampleArchive {
  readonly folder: string;
  readonly out: string;
  remove(): void;
}

/** Words of the private letter; they may stand in nothing that leaves. */
export const SAMPLE_PRIVATE_TEXT =
  'nineteen lanterns burned along the northern quay until the storm took them';

/**
 * Builds the archive.
 *
 * @param config  more lines of the config
 * @throws {Error} with what the build printed
 */
export async function buildSample(config = ''): Promise<SampleArchive> {
  const { path, remove } = temporaryFolder('archive-sample');
  const folder = writeFolder(join(path, 'in'), {
    ...FILES,
    'archive.config.yaml': `${CONFIG}${config}\n`,
  });
  const out = join(path, 'out');
  const { code, stdout, stderr } = await runArchive(['build', folder, '--out', out]);
  if (code !== 0) throw new Error(`the sample could not be built: ${stdout}${stderr}`);
  return { folder, out, remove };
}

const CONFIG = `name: Quay
embed: { provider: ngram }
defaults: { raw: private }
collections:
  - { dir: essays, kind: records, type: essay, raw: public }
  - { dir: letters, kind: records, type: letter, raw: private, exposure: locator, publicTitle: true }
`;

const FILES = {
  'essays/harbour-bell.md': `---
title: The harbour bell
date: 1998
---
The harbour bell rings twice when the fog comes in, and once more for every boat that is still out.
`,
  'essays/tide-table.md': `---
title: A tide table for walkers
date: 2004-05
---
Walkers read a tide table from the bottom up: first the hour to be home, then the hour to turn round.
`,
  'letters/quay.md': `---
title: Letter about the quay
date: 1999
---
You asked what I saw: ${SAMPLE_PRIVATE_TEXT}.
`,
};
