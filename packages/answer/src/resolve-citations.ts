/**
 * Brings each pair a model cited to the hit it names, or to none.
 *
 * An id that was shown decides, and its address is written anew; else an address that one hit alone has. A pair that a sentence
 * cites and that names a place moves to the related places, one that is listed as related and names a passage leaves that list:
 * prose rests on passages, the list on places. Nothing is guessed: a pair that names nothing, or that two hits answer to, is
 * unresolved, and what hangs on it cannot be used.
 */
import type { AnswerCitation, EvidenceHit, TextHit } from '@archive/contract';
import { isPassage, type PlaceHit } from './evidence.ts';
import type { ShownEvidence } from './prompt/answer-1.ts';
import type { ReadReply } from './read-reply.ts';
import { visibleLine } from './visible-copy.ts';

/** A sentence with the passages it rests on. */
export interface ResolvedSentence {
  text: string;
  /** In the order of citation, each once. */
  cited: TextHit[];
  /** A pair of it names nothing that was shown. */
  hasUnresolved: boolean;
  /** A pair of it names a place. */
  hasPlace: boolean;
}

/** A reply whose pairs are hits. */
export interface ResolvedReply {
  sentences: ResolvedSentence[];
  /** Each once, listed ones first. */
  related: PlaceHit[];
  /** A pair of the related list names nothing that was shown. */
  hasUnresolvedRelated: boolean;
}

/** Resolves every pair of a reply against what its prompt showed. */
export function resolveCitations(reply: ReadReply, shown: ShownEvidence): ResolvedReply {
  const related = reply.related.map((pair) => resolve(pair, shown.places, shown.passages));
  const places = new Set<PlaceHit>(
    related.filter((hit) => hit !== undefined).filter((hit) => !isPassage(hit)),
  );
  const sentences = reply.sentences.map(({ text, citations }) => {
    const hits = citations.map((pair) => resolve(pair, shown.passages, shown.places));
    const cited = new Set<TextHit>();
    let hasPlace = false;
    for (const hit of hits) {
      if (hit === undefined) continue;
      if (isPassage(hit)) cited.add(hit);
      else {
        hasPlace = true;
        places.add(hit);
      }
    }
    return { text, cited: [...cited], hasUnresolved: hits.includes(undefined), hasPlace };
  });
  return { sentences, related: [...places], hasUnresolvedRelated: related.includes(undefined) };
}

function resolve(
  pair: AnswerCitation,
  wanted: readonly EvidenceHit[],
  others: readonly EvidenceHit[],
): EvidenceHit | undefined {
  const id = visibleLine(pair.fragmentId);
  const byId = [...wanted, ...others].find((hit) => id !== '' && visibleLine(hit.fragmentId) === id);
  if (byId !== undefined) return byId;
  const url = visibleLine(pair.url);
  if (url === '') return undefined;
  const ofUrl = (hits: readonly EvidenceHit[]) =>
    hits.filter(({ entity }) => visibleLine(entity.url) === url);
  const [first, second] = [ofUrl(wanted), ofUrl(others)];
  const candidates = first.length > 0 ? first : second;
  return candidates.length === 1 ? candidates[0] : undefined;
}
