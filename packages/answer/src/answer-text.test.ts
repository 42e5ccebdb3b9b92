import { describe, expect, it } from 'vitest';
import { answerEvents } from './answer-events.ts';
import { answerQuestion } from './answer-question.ts';
import {
  BURNED,
  fog,
  GIST,
  INDEX,
  keys,
  light,
  pair,
  replyOf,
  response,
  scriptedModel,
  tape,
} from './answer-samples.fixture.ts';
import { answerText } from './answer-text.ts';

const ask = (...script: string[]) => answerQuestion('Who?', response, { model: scriptedModel(...script) });

describe('answerText', () => {
  it('renders prose with numbered sources, then what may be related', async () => {
    const both = {
      text: 'The keeper burned his letters while bells were rung.',
      citations: [pair(fog), pair(light)],
    };
    expect(answerText(await ask(replyOf([BURNED, both], [pair(keys)])))).toBe(
      [
        'The keeper burned his letters in 1987. [1]',
        'The keeper burned his letters while bells were rung. [2][1]',
        '',
        'Sources',
        '[1] The Lamp Room, Mira Vold, §1, 1991',
        '    https://saltmarsh.example/light/',
        '[2] Fog Signals, whole',
        '    https://saltmarsh.example/fog/',
        '',
        'What may be related, and is not quoted here:',
        '',
        'The Seven Keys, by Mira Vold and Jon Aske, manuscript. This work is private and cannot be quoted here. It may bear on the question at this place:',
        `- ch. 3. A description, not a quotation (drafted by software, not reviewed by a person): ${GIST}`,
        'https://saltmarsh.example/keys/',
      ].join('\n'),
    );
  });

  it('renders places alone', async () => {
    expect(answerText(await ask(replyOf([], [pair(tape)])))).toBe(
      [
        'No public passage of this archive answers the question. What may be related, and is not quoted here:',
        '',
        'Harbour Tapes. This work is private and cannot be quoted here. It may bear on the question at this place:',
        '- 12:30–14:05',
        'https://saltmarsh.example/tape/',
      ].join('\n'),
    );
  });

  it('renders a refusal', async () => {
    expect(answerText(await answerQuestion('Who?', { hits: [], index: INDEX }))).toBe(
      'The search found nothing in this archive that bears on the question.',
    );
  });

  it('lets no served string turn a terminal over or begin a line', () => {
    const title = 'T\u001b[2J\n[9] Fake\u202e';
    const entity = { ...light.entity, title };
    return answerQuestion('What was burned: letters?', { hits: [{ ...light, entity }], index: INDEX }).then(
      (answer) => {
        expect(answerText(answer)).toContain('[1] T[2J [9] Fake, Mira Vold');
      },
    );
  });
});

describe('answerEvents', () => {
  it('tells the mode, each sentence, then the whole', async () => {
    const answer = await ask(replyOf([BURNED, BURNED]));
    const sentence = { text: BURNED.text, citations: [pair(light)] };
    expect([...answerEvents(answer)]).toEqual([
      { event: 'mode', mode: 'partial' },
      { event: 'sentence', sentence },
      { event: 'sentence', sentence },
      { event: 'answer', answer },
    ]);
  });

  it('says with the mode what the search had to do without', async () => {
    const answer = await ask(replyOf([BURNED]));
    const [mode] = answerEvents(answer, { degraded: 'lexical' });
    expect(mode).toEqual({ event: 'mode', mode: 'partial', degraded: 'lexical' });
  });
});
