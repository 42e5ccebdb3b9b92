import { expect, it } from 'vitest';
import { POLICY_COPY } from './policy-copy.ts';

it('pins the policy copy of archive-search/1 word for word (S§8)', () => {
  expect(POLICY_COPY).toEqual({
    exposure: {
      text: 'This passage is public and is given word for word. When you quote it, link its entity.url.',
      semantic:
        'The source may not be quoted here. The gist says what the passage is about: the software of the archive drafted it when the material was added, and the owner of the archive allowed its release. gistSource tells whether a person edited it, gistReview whether a person reviewed it. It quotes nothing and is not in the words of the creators.',
      locator: 'The archive releases only where relevant material is. Draw no conclusion about what it says.',
    },
    note: 'Nothing here was written at request time. Scores of hits that are not exposed as text are rounded. An attribution with a placeholder is not a person: unnamed means a speaker who is not a creator, unverified means that attribution is not established. When a date bound is given, undated material is left out unless undated=include.',
  });
});

it('is frozen at every level', () => {
  expect(Object.isFrozen(POLICY_COPY)).toBe(true);
  expect(Object.isFrozen(POLICY_COPY.exposure)).toBe(true);
});
