/**
 * Hits on a terminal: three lines each, the second of which says what is released.
 */
import type { EvidenceHit } from '@archive/contract';
import type { Output } from './console-output.ts';

/** Said of hits that were found without a vector. */
export const DEGRADED_NOTE =
  'the question could not be embedded: what is here was found by its words alone, and its scores compare with no others';

/** Prints hits. */
export function printHits(output: Output, hits: readonly EvidenceHit[]): void {
  for (const hit of hits) {
    output.line(
      `${hit.score.toFixed(2)}  ${hit.entity.title} — ${hit.locatorLabel}${hit.date === undefined ? '' : ` (${hit.date})`}`,
    );
    output.line(`      ${contentOf(hit)}`);
    output.line(`      ${hit.fragmentId}  ${hit.entity.url}`);
  }
}

const PASSAGE_PREVIEW_CHARS = 200;

function contentOf(hit: EvidenceHit): string {
  switch (hit.exposure) {
    case 'text': {
      const characters = Array.from(hit.text.replace(/\s+/g, ' '));
      return `passage: ${characters.slice(0, PASSAGE_PREVIEW_CHARS).join('')}${characters.length > PASSAGE_PREVIEW_CHARS ? '…' : ''}`;
    }
    case 'semantic':
      return `description only: ${hit.gist}`;
    case 'locator':
      return 'location only';
  }
}
