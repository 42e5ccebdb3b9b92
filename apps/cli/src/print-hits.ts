/**
 * Hits on a terminal: three lines each, the second of which says what is released.
 */
import type { EvidenceHit } from '@archive/contract';
import { snippet } from '@archive/retrieve';
import type { Output } from './console-output.ts';

/** Said of hits that were found without a vector. */
export const DEGRADED_NOTE =
  'the question could not be embedded: what is here was found by its words alone, and its scores compare with no others';

/** Prints hits; of a long passage the part that says most about the question. */
export function printHits(output: Output, hits: readonly EvidenceHit[], question: string): void {
  for (const hit of hits) {
    output.line(
      `${hit.score.toFixed(2)}  ${hit.entity.title} — ${hit.locatorLabel}${hit.date === undefined ? '' : ` (${hit.date})`}`,
    );
    output.line(`      ${contentOf(hit, question)}`);
    output.line(`      ${hit.fragmentId}  ${hit.entity.url}`);
  }
}

function contentOf(hit: EvidenceHit, question: string): string {
  switch (hit.exposure) {
    case 'text': {
      const { text, from, to } = snippet(hit.text, question);
      return `passage: ${from > 0 ? '… ' : ''}${text.trim().replaceAll(/\s+/g, ' ')}${to < hit.text.trimEnd().length ? '…' : ''}`;
    }
    case 'semantic':
      return `description only: ${hit.gist}`;
    case 'locator':
      return 'location only';
  }
}
