/**
 * One fragment: its description with the lint's marks, what is decided about it, and the text it describes beside it.
 */
import type { Exposure } from '@archive/contract';
import type { ConflictView, FragmentView, PublicView } from '../desk-api.ts';
import { button, choice, el } from './dom.ts';
import { inline, marked, passage } from './own-text.ts';
import { problemList } from './problem-list.ts';
import { publicCard } from './public-card.ts';
import { EXPOSURE_LABELS, ruleWords, STATUS_LABELS, STATUS_SENTENCES } from './status-words.ts';

/** What can be done with a fragment. */
export interface FragmentActions {
  previous: () => void;
  next: () => void;
  edit: () => void;
  decide: (action: 'veto' | 'unveto' | 'accept' | 'review') => void;
  expose: (exposure: Exposure | 'as-asked') => void;
  togglePublic: () => void;
}

/** What is shown. */
export interface FragmentPanelState {
  view: FragmentView;
  raw: 'public' | 'private';
  /** Such as `3 of 280`. */
  place: string;
  /** The editor, while the author writes. */
  editor: HTMLElement | undefined;
  /** What somebody else changed meanwhile. */
  conflict: ConflictView | undefined;
  /** What a caller gets, when it is to be seen. */
  asPublic: PublicView | undefined;
}

/** Shows a fragment. */
export function fragmentPanel(state: FragmentPanelState, actions: FragmentActions): HTMLElement {
  const { view, place } = state;
  const { row } = view;
  return el(
    'article',
    { class: 'fragment', 'aria-labelledby': 'fragment-title' },
    el(
      'header',
      { class: 'fragment-head' },
      el('h2', { id: 'fragment-title', tabindex: -1 }, inline(row.label)),
      el('p', { class: 'place quiet' }, place),
      el(
        'div',
        { class: 'steps' },
        button('Previous', actions.previous, { key: 'p' }),
        button('Next', actions.next, { key: 'n' }),
      ),
    ),
    el(
      'div',
      { class: 'panes' },
      el(
        'section',
        { class: 'pane gist', 'aria-labelledby': 'gist-title', tabindex: 0 },
        el(
          'h3',
          { id: 'gist-title' },
          'Description ',
          el('span', { class: 'pill', 'data-state': row.status }, STATUS_LABELS[row.status]),
        ),
        state.conflict !== undefined && conflictNotice(state.conflict),
        ...(state.editor === undefined ? reading(view, actions) : [state.editor]),
        exposureFacts(state, actions),
        publicSection(state, actions),
        historyOf(view),
      ),
      el(
        'section',
        { class: 'pane source', 'aria-labelledby': 'source-title', tabindex: 0 },
        el('h3', { id: 'source-title' }, 'Source'),
        view.speakers.length > 0 &&
          el(
            'p',
            { class: 'quiet' },
            'Speaking: ',
            ...view.speakers.flatMap((name, at) => (at === 0 ? [inline(name)] : [', ', inline(name)])),
          ),
        el('div', { class: 'text' }, ...passage(view.source)),
      ),
    ),
  );
}

function reading({ row, entry, check }: FragmentView, { edit, decide }: FragmentActions): HTMLElement[] {
  const { status } = row;
  const isReviewable = entry !== undefined && !['stale', 'reviewed', 'failed'].includes(status);
  return [
    entry === undefined
      ? el('p', { class: 'quiet' }, STATUS_SENTENCES[status])
      : marked(entry.words, check?.marks ?? []),
    ...(entry === undefined
      ? []
      : [el('p', { class: 'quiet' }, STATUS_SENTENCES[status], ' ', madeBy(entry))]),
    ...(check === undefined ? [] : [problemList(check)].filter((list) => list !== undefined)),
    el(
      'div',
      { class: 'actions' },
      button(entry === undefined ? 'Write' : 'Edit', edit, {
        key: 'e',
        ...(entry === undefined || status === 'failed' ? { class: 'primary' } : {}),
      }),
      isReviewable && button('Reviewed', () => decide('review'), { key: 'r', class: 'primary' }),
      status === 'stale' && button('Accept', () => decide('accept'), { key: 'a', class: 'primary' }),
      entry !== undefined &&
        !entry.vetoed &&
        button('Veto', () => decide('veto'), { key: 'v', class: 'danger' }),
      entry?.vetoed === true && button('Take the veto back', () => decide('unveto'), { key: 'u' }),
    ),
  ];
}

function madeBy({ source, model, review, vetoed }: NonNullable<FragmentView['entry']>): string {
  const parts = [
    source === 'edited' ? 'Written by you' : model === undefined ? 'Drafted' : `Drafted by ${model}`,
    review === 'reviewed' ? 'reviewed' : 'not reviewed',
    ...(vetoed ? ['vetoed'] : []),
  ];
  return `(${parts.join(', ')})`;
}

function exposureFacts(
  { view: { row, authored, override, askedBy, rules }, raw }: FragmentPanelState,
  { expose }: FragmentActions,
): HTMLElement {
  const levels: Exposure[] =
    raw === 'public' ? ['text', 'semantic', 'locator', 'none'] : ['semantic', 'locator', 'none'];
  return el(
    'div',
    { class: 'exposure' },
    el(
      'p',
      {},
      'A caller gets ',
      row.resolved === undefined
        ? el('strong', {}, 'undecided: a build would stop at this work')
        : el('strong', {}, EXPOSURE_LABELS[row.resolved]),
      row.resolved !== row.requested && `, where ${EXPOSURE_LABELS[row.requested]} is asked for`,
      rules.length > 0 && `: ${rules.map(ruleWords).join('; ')}`,
      '.',
    ),
    el(
      'p',
      { class: 'quiet' },
      `The files ask for ${EXPOSURE_LABELS[authored]}, by ${askedBy.map(ruleWords).join(', then ')}.`,
    ),
    el('label', { for: 'exposure' }, 'Let a caller get'),
    choice(
      [
        { value: 'as-asked', label: `what the files ask: ${EXPOSURE_LABELS[authored]}` },
        ...levels.map((level) => ({ value: level, label: EXPOSURE_LABELS[level] })),
      ],
      override ?? 'as-asked',
      (value) => expose(value as Exposure | 'as-asked'),
      { id: 'exposure' },
    ),
  );
}

function publicSection({ asPublic }: FragmentPanelState, { togglePublic }: FragmentActions): HTMLElement {
  return el(
    'div',
    { class: 'as-public' },
    button(asPublic === undefined ? 'See as the public' : 'Hide what the public sees', togglePublic, {
      key: 's',
      class: 'plain',
      'aria-expanded': asPublic !== undefined,
    }),
    asPublic !== undefined && publicCard(asPublic.face),
  );
}

function conflictNotice({ before, now }: ConflictView): HTMLElement {
  return el(
    'div',
    { class: 'notice', role: 'alert' },
    el(
      'p',
      {},
      el('strong', {}, 'Changed elsewhere since you saw it.'),
      ' Your words are still here; saving puts them in place of what is there now.',
    ),
    el(
      'dl',
      {},
      el('dt', {}, 'You saw'),
      el('dd', {}, before === undefined ? 'nothing' : inline(before.words)),
      el('dt', {}, 'It is now'),
      el('dd', {}, now === undefined ? 'nothing' : inline(now.words), now?.vetoed === true && ' (vetoed)'),
    ),
  );
}

function historyOf({ history }: FragmentView): HTMLElement | undefined {
  if (history.length === 0) return undefined;
  return el(
    'details',
    { class: 'history' },
    el('summary', {}, 'History'),
    el(
      'ol',
      {},
      ...history
        .toReversed()
        .map(({ action, at }) =>
          el(
            'li',
            {},
            action.replaceAll('-', ' '),
            at !== undefined && el('span', { class: 'quiet' }, ` ${at.slice(0, 16).replace('T', ' ')}`),
          ),
        ),
    ),
  );
}
