/**
 * The key under which ids are printed where they may not be shown (decisions 1.11): the same in every run, so that two
 * logs can be compared.
 *
 * Derived from the secret that is kept beside the private index; of no use without it.
 */
import { createHmac } from 'node:crypto';
import { ensureSlugKey } from './slug-key.ts';

/**
 * The key of an output folder. Before the first build there is no such folder, and the key is good for one run.
 *
 * @throws {SlugKeyError} when the secret is there and is no key
 */
export async function printedIdKey(out: string): Promise<Uint8Array> {
  return createHmac('sha256', await ensureSlugKey(out))
    .update('printed-ids')
    .digest();
}
