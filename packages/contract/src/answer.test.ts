import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { parseAnswerEvent } from './answer-event.ts';
import { parseAnswerVerification, parseVerifyRequest, VERIFICATION_CHECKS } from './answer-verification.ts';
import { ANSWER_MODES, type Answer, parseAnswer } from './answer.ts';
import { ContractError } from './errors.ts';

const read = (schema: string, name: string): unknown =>
  JSON.parse(readFileSync(path.join(import.meta.dirname, `../corpus/${schema}/accept/${name}.json`), 'utf8'));
const supported = read('answer', 'supported') as Answer;

function failureOf(run: () => unknown): ContractError {
  try {
    run();
  } catch (error) {
    if (error instanceof ContractError) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}

describe('parseAnswer', () => {
  it('returns an answer as it was', () => {
    expect(parseAnswer(supported)).toEqual(supported);
  });

  it('drops keys it does not know, wherever they are', () => {
    expect(parseAnswer(read('answer-read', 'future-fields'))).toEqual(supported);
  });

  it('keeps schemes of identifiers that it does not know', () => {
    const [source] = supported.sources;
    if (source === undefined) throw new Error('the answer has no source');
    const entity = { ...source.entity, identifiers: [{ scheme: 'shelfmark', value: 'B 4' }] };
    expect(parseAnswer({ ...supported, sources: [{ ...source, entity }] }).sources[0]?.entity).toEqual(
      entity,
    );
  });

  it('names the fields at fault and quotes nothing of what was sent', () => {
    const error = failureOf(() =>
      parseAnswer({ ...supported, question: 7, sentences: [{ text: 'zebrawood', citations: [] }] }),
    );
    expect([error.code, error.message]).toEqual([
      'invalid-response',
      'the answer does not fit archive-answer/1: question, sentences.0.citations',
    ]);
    expect(JSON.stringify(error.issues)).not.toContain('zebrawood');
  });

  it.each(ANSWER_MODES)('says %s of what it is made of only', (mode) => {
    const others = ANSWER_MODES.filter((other) => other !== mode);
    const answer = read('answer', mode) as Answer;
    expect(parseAnswer(answer).mode).toBe(mode);
    for (const other of others) {
      const { issues } = failureOf(() => parseAnswer({ ...answer, mode: other }));
      expect(issues).toEqual([{ field: '', message: 'is not made of what its mode says' }]);
    }
  });
});

describe('parseAnswerEvent', () => {
  it('returns the whole answer as it was, and drops keys it does not know', () => {
    const event = { event: 'answer', answer: supported };
    expect(parseAnswerEvent({ ...event, at: 3 })).toEqual(event);
  });

  it('refuses a piece of a sentence', () => {
    expect(failureOf(() => parseAnswerEvent({ event: 'token', text: 'The' })).code).toBe('invalid-response');
  });
});

describe('parseVerifyRequest', () => {
  it('returns a request as it was', () => {
    const request = read('verify-request', 'full');
    expect(parseVerifyRequest(request)).toEqual(request);
  });

  it('names every field at fault and quotes nothing of what was sent', () => {
    const error = failureOf(() =>
      parseVerifyRequest({ question: ' ', sentences: [{ text: 'zebrawood', citations: ['[1]'] }], hits: [] }),
    );
    expect(error.code).toBe('invalid-request');
    expect(error.issues.map(({ field }) => field)).toEqual(['question', 'sentences.0.citations.0', 'hits']);
    expect(error.message + JSON.stringify(error.issues)).not.toContain('zebrawood');
  });

  it('counts code points, not halves of them', () => {
    const sentence = { text: '𝔸'.repeat(2000), citations: [] };
    expect(parseVerifyRequest({ question: '𝔸'.repeat(500), sentences: [sentence] }).sentences).toEqual([
      sentence,
    ]);
  });
});

describe('parseAnswerVerification', () => {
  it('returns a report as it was, and drops keys it does not know', () => {
    const report = read('answer-verification', 'judged');
    expect(parseAnswerVerification({ ...(report as object), tookMs: 3 })).toEqual(report);
  });

  it('has the checks in their order', () => {
    expect(VERIFICATION_CHECKS).toEqual([
      'form',
      'citations-present',
      'citations-resolve',
      'quotations',
      'numbers',
      'support',
    ]);
  });
});
