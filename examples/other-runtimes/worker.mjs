/**
 * A worker, as runtimes at the edge know it: answers `/?q=…` with the digest of the question, as JSON. The address of the
 * archive is in the binding `ARCHIVE`.
 */
import { digest } from './digest.mjs';

export default {
  /**
   * @param {Request} request
   * @param {{ ARCHIVE: string }} env
   */
  async fetch(request, env) {
    const question = new URL(request.url).searchParams.get('q') ?? '';
    return Response.json(await digest(env.ARCHIVE, question));
  },
};
