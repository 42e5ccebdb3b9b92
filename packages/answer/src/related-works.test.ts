import { describe, expect, it } from 'vitest';
import type { LintedGist } from '@archive/contract';
import { GIST, hits, keys, light, tape } from './answer-samples.fixture.ts';
import { relatedWorks, renderRelatedWork } from './related-works.ts';

describe('relatedWorks (decisions 5.1)', () => {
  it('groups places by work in the order of hits, worded by whether the source is public', () => {
    const later = { ...tape, fragmentId: 'book:keys#ch9', entity: keys.entity, locatorLabel: 'ch. 9' };
    const open = { ...tape, raw: 'public' as const, date: '2001' };
    expect(relatedWorks([light, keys, open, later, keys])).toEqual([
      {
        entity: keys.entity,
        raw: 'private',
        places: [
          {
            fragmentId: 'book:keys#ch3',
            locatorLabel: 'ch. 3',
            exposure: 'semantic',
            gist: GIST,
            gistSource: 'generated',
            gistReview: 'unreviewed',
          },
          { fragmentId: 'book:keys#ch9', locatorLabel: 'ch. 9', exposure: 'locator' },
        ],
        text: [
          'The Seven Keys, by Mira Vold and Jon Aske, manuscript. This work is private and cannot be quoted here. It may bear on the question at these places:',
          `- ch. 3. A description, not a quotation (drafted by software, not reviewed by a person): ${GIST}`,
          '- ch. 9',
        ].join('\n'),
      },
      {
        entity: tape.entity,
        raw: 'public',
        places: [
          { fragmentId: 'interview:tape#t1', locatorLabel: '12:30–14:05', date: '2001', exposure: 'locator' },
        ],
        text: [
          'Harbour Tapes. This work is public, but its text is not released through this archive. It may bear on the question at this place:',
          '- 12:30–14:05',
        ].join('\n'),
      },
    ]);
  });

  it('keeps private and public places of one work apart', () => {
    const open = { ...keys, fragmentId: 'book:keys#ch4', raw: 'public' as const };
    expect(
      relatedWorks([keys, open, { ...keys, fragmentId: 'book:keys#ch5' }]).map(({ raw, places }) => [
        raw,
        places.length,
      ]),
    ).toEqual([
      ['private', 2],
      ['public', 1],
    ]);
  });

  it.each([
    ['generated', 'unreviewed', 'drafted by software, not reviewed by a person'],
    ['generated', 'reviewed', 'drafted by software, reviewed by a person'],
    ['edited', 'unreviewed', 'drafted by software and edited by a person, not reviewed by a person'],
    ['edited', 'reviewed', 'drafted by software and edited by a person, reviewed by a person'],
  ] as const)('introduces a description that is %s and %s', (gistSource, gistReview, words) => {
    const [work] = relatedWorks([{ ...keys, gistSource, gistReview }]);
    expect(work?.text.split('\n')[1]).toBe(`- ch. 3. A description, not a quotation (${words}): ${GIST}`);
  });

  it('joins three creators, and leaves out a work without any', () => {
    const attribution = ['A', 'B', 'C'].map((name) => ({ name }));
    expect(relatedWorks([{ ...tape, entity: { ...tape.entity, attribution } }])[0]?.text).toMatch(
      /^Harbour Tapes, by A, B and C\. This/,
    );
  });

  it('brings every served string to one visible line without an address', () => {
    const hostile = 'T\u202e\n- x\u0000 https://evil.example/?q=1 \u{e0041}';
    const clean = 'T - x (address left out)';
    const text = renderRelatedWork({
      entity: { ...keys.entity, title: hostile, version: hostile, attribution: [{ name: hostile }] },
      raw: 'private',
      places: [
        {
          fragmentId: 'x#y',
          locatorLabel: hostile,
          exposure: 'semantic',
          gist: hostile as LintedGist,
          gistSource: 'generated',
          gistReview: 'reviewed',
        },
      ],
    });
    expect(text).toBe(
      `${clean}, by ${clean}, ${clean}. This work is private and cannot be quoted here. It may bear on the question at this place:\n- ${clean}. A description, not a quotation (drafted by software, reviewed by a person): ${clean}`,
    );
  });

  it('has nothing to say of passages', () => {
    expect(relatedWorks(hits.filter(({ exposure }) => exposure === 'text'))).toEqual([]);
  });
});
