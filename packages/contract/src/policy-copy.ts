/**
 * The fixed words that go with every answer, in our wording.
 *
 * Rewording is free; changing what is asserted makes it another contract. Pinned by a test.
 */
import type { ServedExposure } from './exposure.ts';

/** What a response says about the policy behind it. */
export interface PolicyCopy {
  /** What each exposure lets a hit carry, and what not to make of it. */
  exposure: Record<ServedExposure, string>;
  /** What holds for every response. */
  note: string;
}

/** The policy copy of `archive-search/1`. The same frozen object each time. */
export const POLICY_COPY: Readonly<PolicyCopy> = Object.freeze({
  exposure: Object.freeze({
    text: 'This passage is public and is given word for word. When you quote it, link its entity.url.',
    semantic:
      'The source may not be quoted here. The gist says what the passage is about: the software of the archive drafted it when the material was added, and the owner of the archive allowed its release. gistSource tells whether a person edited it, gistReview whether a person reviewed it. It quotes nothing and is not in the words of the creators.',
    locator: 'The archive releases only where relevant material is. Draw no conclusion about what it says.',
  }),
  note: 'Nothing here was written at request time. Scores of hits that are not exposed as text are rounded. An attribution with a placeholder is not a person: unnamed means a speaker who is not a creator, unverified means that attribution is not established. When a date bound is given, undated material is left out unless undated=include.',
});
