/**
 * Looks up in an archive the passages that somebody's sentences cite, a few at a time.
 *
 * Only what is public text counts: what is not there and what is not released are the same to a check.
 */
import type { ArchiveClient } from '@archive/client';
import type { ClaimedSentence, FragmentFace } from '@archive/contract';
import { ProblemError } from './problem.ts';

/** Most passages that are looked up for one answer: each is a request to the archive. */
const PASSAGES_MAX = 50;
const AT_A_TIME = 4;

/** Reads them. @throws {ProblemError} `invalid-request`, when there are too many */
export async function publicPassages(
  archive: ArchiveClient,
  sentences: readonly ClaimedSentence[],
  signal: AbortSignal,
): Promise<FragmentFace[]> {
  const ids = [
    ...new Set(sentences.flatMap(({ citations }) => citations.map(({ fragmentId }) => fragmentId))),
  ];
  if (ids.length > PASSAGES_MAX)
    throw new ProblemError('invalid-request', 'the answer cites too many passages', {
      issues: [{ field: 'sentences', message: `cite more than ${PASSAGES_MAX} passages` }],
    });
  const faces: FragmentFace[] = [];
  const waiting = ids.values();
  const worker = async (): Promise<void> => {
    for (const id of waiting) {
      const face = await archive.fragment(id, { signal });
      if (face?.exposure === 'text') faces.push(face);
    }
  };
  await Promise.all(Array.from({ length: AT_A_TIME }, worker));
  return faces;
}
