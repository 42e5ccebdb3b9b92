import { describe, expect, it } from 'vitest';
import {
  answerVerificationSchema,
  type ClaimedSentence,
  VERIFICATION_CHECKS,
  type VerificationCheck,
} from '@archive/contract';
import { answerQuestion } from './answer-question.ts';
import { BURNED, fog, GIST, hits, keys, light, pair, response, tape } from './answer-samples.fixture.ts';
import { verifyAnswer } from './verify-answer.ts';

const verify = (...sentences: ClaimedSentence[]) => verifyAnswer('Who burned the letters?', sentences, hits);
const found = (...sentences: ClaimedSentence[]) =>
  verify(...sentences).checks.flatMap(({ check, findings }) =>
    findings.map(({ sentence, message }) => [check, sentence, message]),
  );

describe('verifyAnswer (decisions 5.2)', () => {
  it('reports every check, in order, for an answer that holds', () => {
    const report = verify(BURNED);
    expect(report).toEqual({
      contract: 'archive-answer/1',
      pass: true,
      checks: VERIFICATION_CHECKS.map((check) => ({ check, deterministic: true, pass: true, findings: [] })),
      judged: null,
    });
    expect(answerVerificationSchema.parse(report)).toEqual(report);
  });

  it.each<[string, ClaimedSentence, [VerificationCheck, string][]]>([
    [
      'no citation',
      { ...BURNED, citations: [] },
      [
        ['citations-present', 'cites nothing'],
        ['numbers', 'holds a number that stands in no passage it cites'],
        ['support', 'shares too few words with the passages it cites'],
      ],
    ],
    [
      'an unknown id beside a good one',
      { ...BURNED, citations: [pair(light), { fragmentId: 'essay:lamp#s1', url: light.entity.url }] },
      [['citations-resolve', 'cites something that is not among the passages']],
    ],
    [
      'a place beside a good one',
      { ...BURNED, citations: [pair(light), pair(keys)] },
      [['citations-resolve', 'cites a place whose text is not released']],
    ],
    [
      'the address of another',
      { ...BURNED, citations: [pair(light), { ...pair(fog), url: light.entity.url }] },
      [['citations-resolve', 'gives another address than that of the passage it cites']],
    ],
    [
      'a wrong quotation',
      { text: 'The keeper burned “her letters”.', citations: [pair(light)] },
      [['quotations', 'holds a quotation that stands in no passage it cites']],
    ],
    [
      'a wrong number',
      { ...BURNED, text: 'The keeper burned his letters in 1988.' },
      [['numbers', 'holds a number that stands in no passage it cites']],
    ],
    [
      'a marker',
      { ...BURNED, text: 'The keeper burned his letters [1987].' },
      [['form', 'holds a citation marker']],
    ],
  ])('finds %s', (_, sentence, findings) => {
    expect(found(BURNED, sentence)).toEqual(findings.map(([check, message]) => [check, 2, message]));
    expect(verify(BURNED, sentence).pass).toBe(false);
  });

  it('looks for a quotation and a number in the cited passage, not in any passage that was found', () => {
    const text = 'The keeper burned letters of “the iron parson” in 1902.';
    expect(found({ text, citations: [pair(light)] }).map(([check]) => check)).toEqual([
      'quotations',
      'numbers',
    ]);
    expect(found({ text, citations: [pair(light), pair(fog)] })).toEqual([]);
  });

  it('repeats nothing of passages, places or the answer', () => {
    const report = verify({
      text: `${GIST} zebrawood 77 “zebrawood”`,
      citations: [pair(keys), pair(tape), { fragmentId: 'zebrawood', url: 'zebrawood' }],
    });
    expect(report.pass).toBe(false);
    const said = JSON.stringify(report);
    for (const word of ['zebrawood', 'sexton', '77', 'book:keys', 'Harbour', 'keeper', 'saltmarsh'])
      expect(said).not.toContain(word);
  });

  it('takes faces as well as hits', () => {
    const { score: _, ...face } = light;
    expect(verifyAnswer('q', [BURNED], [face]).pass).toBe(true);
    expect(verifyAnswer('q', [BURNED], []).pass).toBe(false);
  });

  it('passes what the archive itself quotes', async () => {
    const { sentences } = await answerQuestion(
      'What did the keeper burn, and how often did the lamp turn?',
      response,
    );
    expect(sentences.length).toBeGreaterThan(0);
    expect(verifyAnswer('q', sentences, hits)).toEqual(verify(BURNED));
  });
});
