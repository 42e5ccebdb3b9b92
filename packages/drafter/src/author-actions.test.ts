import {
  emptyProjections,
  projectionContentHash,
  type Projections,
  type StoredProjection,
} from '@archive/index';
import { createOtherWorksMatcher, PublicSafeLintError } from '@archive/lint';
import { describe, expect, it } from 'vitest';
import {
  type AuthorContext,
  fingerprintOf,
  NoGistError,
  StaleGistError,
  UnknownFragmentError,
} from './author-context.ts';
import { editGist } from './edit-gist.ts';
import { acceptGist, reviewGist } from './review-gist.ts';
import { sampleWork, words } from './sample-works.fixture.ts';
import { clearExposure, ExposureClosedError, setExposure } from './set-exposure.ts';
import { unvetoGist, vetoGist } from './veto-gist.ts';

const at = '2026-03-04T05:06:07Z';
const work = sampleWork('book:keys', [words('amber', 60), words('basalt', 60)]);
const [first, second] = work.fragments as [(typeof work.fragments)[0], (typeof work.fragments)[0]];
const context: AuthorContext = { ...work, at };
const hash = projectionContentHash(first.text);
const drafted: StoredProjection = {
  source: 'generated',
  review: 'unreviewed',
  contentHash: hash,
  model: 'm',
  promptVersion: 'p',
  generatedAt: '2026-01-01T00:00:00Z',
  lint: 'passed',
  gist: 'A sexton keeps quiet.',
};
const quote = first.text.split(' ').slice(3, 9).join(' ');

function holding(stored: Partial<StoredProjection> = {}): Projections {
  return {
    ...emptyProjections(),
    projections: { [first.id]: { ...drafted, ...stored } as StoredProjection },
  };
}
const event = (action: string) => ({ fragmentId: first.id, action, contentHash: hash, at });

describe('editGist', () => {
  it('stores the words against the present text, with an event and a fingerprint', () => {
    expect(editGist(emptyProjections(), first.id, '  Somebody keeps a secret. ', context)).toEqual({
      projections: {
        [first.id]: {
          source: 'edited',
          review: 'unreviewed',
          contentHash: hash,
          lint: 'passed',
          gist: 'Somebody keeps a secret.',
        },
      },
      overrides: {},
      fingerprints: { [first.id]: fingerprintOf(first) },
      history: [event('edited')],
    });
  });

  it('keeps a veto and the origin of the draft, clears stale and the review (S§5)', () => {
    const before = holding({
      vetoed: true,
      stale: true,
      review: 'reviewed',
      contentHash: '0123456789abcdef',
    });
    expect(editGist(before, first.id, 'New words.', context).projections[first.id]).toEqual({
      ...drafted,
      source: 'edited',
      vetoed: true,
      gist: 'New words.',
    });
  });

  it('can be reviewed in one step', () => {
    const { projections, history } = editGist(holding(), first.id, 'New words.', context, { reviewed: true });
    expect(projections[first.id]?.review).toBe('reviewed');
    expect(history).toEqual([event('edited-and-reviewed')]);
  });

  it.each([
    ['its fragment', quote, { unit: 'words', from: 3, to: 7 }],
    [
      'another fragment of the work',
      second.text.split(' ').slice(10, 16).join(' '),
      { unit: 'words', from: 3, to: 7 },
    ],
  ])('refuses words that repeat %s, with the position, and changes nothing', (_, run, positions) => {
    const before = holding();
    const copy = structuredClone(before);
    let error: unknown;
    try {
      editGist(before, first.id, `It says ${run} there.`, context);
    } catch (reason) {
      error = reason;
    }
    expect(error).toBeInstanceOf(PublicSafeLintError);
    expect((error as PublicSafeLintError).positions).toEqual(positions);
    expect(JSON.stringify({ ...(error as object) }) + String(error)).not.toContain(run.slice(0, 12));
    expect(before).toEqual(copy);
  });

  it('refuses words of another private work, where the others are given', () => {
    const other = sampleWork('note:diary', [words('slate', 40)]);
    const others = createOtherWorksMatcher([work, other]);
    const gist = `It says ${words('slate', 5)} there.`;
    expect(() => editGist(holding(), first.id, gist, { ...context, others })).toThrow(
      'shares a run with another private work at words 3–7',
    );
    expect(editGist(holding(), first.id, gist, context).projections[first.id]).toMatchObject({ gist });
  });

  it('keeps to the lint window and length of the work', () => {
    const strict: AuthorContext = {
      ...context,
      entity: { ...work.entity, policy: { lint: { ngramWords: 3, gistMaxChars: 80 } } },
    };
    const run = first.text.split(' ').slice(0, 3).join(' ');
    expect(() => editGist(emptyProjections(), first.id, run, context)).not.toThrow();
    expect(() => editGist(emptyProjections(), first.id, run, strict)).toThrow(PublicSafeLintError);
    expect(() => editGist(emptyProjections(), first.id, 'word '.repeat(20), strict)).toThrow(
      PublicSafeLintError,
    );
  });
});

describe('vetoGist and unvetoGist', () => {
  it('forbid and allow again, each once', () => {
    const vetoed = vetoGist(holding(), first.id, context);
    expect(vetoed.projections[first.id]).toEqual({ ...drafted, vetoed: true });
    expect(vetoed.history).toEqual([event('vetoed')]);
    expect(vetoGist(vetoed, first.id, context)).toBe(vetoed);
    const back = unvetoGist(vetoed, first.id, context);
    expect(back.projections[first.id]).toEqual(drafted);
    expect(back.history).toEqual([event('vetoed'), event('unvetoed')]);
    expect(unvetoGist(back, first.id, context)).toBe(back);
  });
});

describe('reviewGist', () => {
  it('marks a gist once', () => {
    const reviewed = reviewGist(holding(), first.id, context);
    expect(reviewed.projections[first.id]).toEqual({ ...drafted, review: 'reviewed' });
    expect(reviewed.history).toEqual([event('reviewed')]);
    expect(reviewGist(reviewed, first.id, context)).toBe(reviewed);
  });

  it('refuses a gist of another text, one that was marked stale, and one that quotes', () => {
    expect(() => reviewGist(holding({ contentHash: '0123456789abcdef' }), first.id, context)).toThrow(
      StaleGistError,
    );
    expect(() => reviewGist(holding({ stale: true }), first.id, context)).toThrow(StaleGistError);
    expect(() => reviewGist(holding({ gist: quote } as StoredProjection), first.id, context)).toThrow(
      PublicSafeLintError,
    );
  });
});

describe('acceptGist', () => {
  it('takes the hash of the present text and clears stale; the review stays (decisions 4.6)', () => {
    const before = holding({
      source: 'edited',
      stale: true,
      review: 'reviewed',
      contentHash: '0123456789abcdef',
    });
    const accepted = acceptGist(before, first.id, context);
    expect(accepted.projections[first.id]).toEqual({ ...drafted, source: 'edited', review: 'reviewed' });
    expect(accepted.history).toEqual([event('accepted')]);
    expect(acceptGist(accepted, first.id, context)).toBe(accepted);
  });

  it('makes a failed draft the gist when it passes now, and refuses one that does not', () => {
    const { gist: _gist, ...rest } = drafted as StoredProjection & { gist: string };
    const failed = { ...rest, lint: 'failed', draft: 'Harmless words.' } as StoredProjection;
    const before = { ...emptyProjections(), projections: { [first.id]: failed } };
    expect(acceptGist(before, first.id, context, { reviewed: true }).projections[first.id]).toEqual({
      ...drafted,
      review: 'reviewed',
      gist: 'Harmless words.',
    });
    const quoting = {
      ...emptyProjections(),
      projections: { [first.id]: { ...failed, draft: quote } as StoredProjection },
    };
    expect(() => acceptGist(quoting, first.id, context)).toThrow(PublicSafeLintError);
  });
});

describe('setExposure and clearExposure', () => {
  it('set an override for the present text, and remove it', () => {
    const set = setExposure(holding(), first.id, 'locator', context);
    expect(set).toEqual({
      projections: { [first.id]: drafted },
      overrides: { [first.id]: { exposure: 'locator', contentHash: hash } },
      fingerprints: { [first.id]: fingerprintOf(first) },
      history: [event('exposed-as-locator')],
    });
    expect(setExposure(set, first.id, 'locator', context)).toBe(set);
    const cleared = clearExposure(set, first.id, context);
    expect(cleared.overrides).toEqual({});
    expect(cleared.history).toEqual([event('exposed-as-locator'), event('exposure-cleared')]);
    expect(clearExposure(cleared, first.id, context)).toBe(cleared);
  });

  it('never lift none, and never ask for private text', () => {
    const closed: AuthorContext = { ...context, fragments: [{ ...first, exposure: 'none' }] };
    expect(() => setExposure(holding(), first.id, 'locator', closed)).toThrow(ExposureClosedError);
    expect(setExposure(holding(), first.id, 'none', closed).overrides[first.id]?.exposure).toBe('none');
    expect(() => setExposure(holding(), first.id, 'text', context)).toThrow(
      'asks for the text of a private work',
    );
  });
});

describe('every action', () => {
  const actions = {
    edit: (p: Projections, id: string) => editGist(p, id, 'Words.', context),
    veto: (p: Projections, id: string) => vetoGist(p, id, context),
    unveto: (p: Projections, id: string) => unvetoGist(p, id, context),
    review: (p: Projections, id: string) => reviewGist(p, id, context),
    accept: (p: Projections, id: string) => acceptGist(p, id, context),
    expose: (p: Projections, id: string) => setExposure(p, id, 'none', context),
    clear: (p: Projections, id: string) => clearExposure(p, id, context),
  };

  it.each(Object.entries(actions))(
    '%s refuses a fragment the work does not have, without naming it',
    (_, act) => {
      expect(() => act(holding(), 'book:keys#secret')).toThrow(UnknownFragmentError);
      expect(() => act(holding(), 'book:keys#secret')).not.toThrow(/secret/);
    },
  );

  it.each(['veto', 'unveto', 'review', 'accept'] as const)('%s needs a gist', (name) => {
    expect(() => actions[name](emptyProjections(), first.id)).toThrow(NoGistError);
  });

  it.each(Object.entries(actions))('%s leaves its input as it was', (_, act) => {
    const before = holding({ vetoed: true });
    const copy = structuredClone(before);
    act(before, first.id);
    expect(before).toEqual(copy);
  });
});
