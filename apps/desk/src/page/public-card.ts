/**
 * A fragment as a caller gets it: first as it reads, then every field as it is sent.
 */
import type { FragmentFace } from '@archive/contract';
import { el } from './dom.ts';
import { inline, marked, passage } from './own-text.ts';

/** Shows what a caller gets. */
export function publicCard(face: FragmentFace | null): HTMLElement {
  if (face === null) return el('p', { class: 'quiet' }, 'A caller gets nothing: no hit, no count, no trace.');
  const { entity } = face;
  return el(
    'div',
    { class: 'public' },
    el(
      'div',
      { class: 'card', 'data-state': face.exposure },
      el('p', { class: 'label' }, LABELS[face.exposure]),
      el('p', { class: 'title' }, inline(entity.title)),
      el('p', { class: 'quiet' }, inline(entity.type), ' · ', inline(face.locatorLabel)),
      ...content(face),
    ),
    el(
      'details',
      {},
      el('summary', {}, 'Every field that is sent'),
      el(
        'pre',
        { dir: 'auto', tabindex: 0, role: 'region', 'aria-label': 'Every field that is sent' },
        JSON.stringify(face, null, 2),
      ),
      el('p', { class: 'quiet' }, 'A hit of a search adds a score, rounded where the text is not released.'),
    ),
  );
}

const LABELS = { text: 'Passage', semantic: 'Description only', locator: 'Location only' } as const;

function content(face: FragmentFace): HTMLElement[] {
  switch (face.exposure) {
    case 'text':
      return passage(face.text);
    case 'semantic':
      return [
        marked(face.gist, []),
        el(
          'p',
          { class: 'quiet' },
          `${face.gistSource === 'edited' ? 'Edited by a person' : 'Drafted by software'}, ${face.gistReview === 'reviewed' ? 'reviewed by a person' : 'not reviewed'}.`,
        ),
      ];
    case 'locator':
      return [el('p', { class: 'quiet' }, 'Something relevant is here. What it says is not released.')];
  }
}
