/**
 * Remembers when drafting everything again began, so that a run that was stopped does not begin at the beginning.
 *
 * A current draft says when it was made. Drafts made since the stopped run began count as drafted again, as long as the
 * next run is asked for the same; when it is asked for something else, it begins anew.
 */
import { createHash } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
import type { DraftSelection } from './draft-plan.ts';
import type { Drafter } from './drafter.ts';

/** A regeneration under way. */
export interface Regeneration {
  /** What the run is to be given besides its own options. */
  selection: Pick<DraftSelection, 'regenerateBefore'>;
  /** To be called when everything is done. */
  end(): Promise<void>;
}

/** Begins a regeneration, or goes on with one that was stopped. Without `regenerate` there is nothing to remember. */
export async function beginRegeneration(
  path: string,
  options: DraftSelection & { drafter: Pick<Drafter, 'model' | 'promptVersion'>; now: () => string },
): Promise<Regeneration> {
  const { regenerate = false, regenerateBefore, now } = options;
  if (regenerate === false || regenerateBefore !== undefined)
    return { selection: {}, end: async () => undefined };
  const asked = digestOf(options);
  const begun = (await begunAt(path, asked)) ?? now();
  await writeFile(path, `${asked} ${begun}\n`, { mode: 0o600 });
  return { selection: { regenerateBefore: begun }, end: () => rm(path, { force: true }) };
}

/** When a run that was asked for the same began and did not end. */
async function begunAt(path: string, asked: string): Promise<string | undefined> {
  try {
    const [was, begun] = (await readFile(path, 'utf8')).trimEnd().split(' ');
    return was === asked ? begun : undefined;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Identifies what is asked for; no id is stored as it is. */
function digestOf({
  only,
  regenerate,
  drafter: { model, promptVersion },
}: DraftSelection & { drafter: Pick<Drafter, 'model' | 'promptVersion'> }): string {
  const sorted = (ids: ReadonlySet<string> | undefined): string[] | null =>
    ids === undefined ? null : [...ids].sort();
  const again = typeof regenerate === 'object' ? sorted(regenerate) : regenerate;
  return createHash('sha256')
    .update(JSON.stringify([sorted(only), again, model, promptVersion]), 'utf8')
    .digest('hex');
}
