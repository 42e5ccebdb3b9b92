/**
 * Changes a reply at random places: letters, words, citations, whole sentences, the JSON itself.
 */
import type { Reply } from './answer-misbehaviours.ts';
import { pairOf } from './answer-misbehaviours.ts';
import type { AnswerTrial } from './answer-trial.ts';
import type { Random } from './seeded-random.ts';

/** One to three changes of a reply, as JSON or what is left of it. */
export function mutated(honest: Reply, trial: AnswerTrial, random: Random): string {
  let reply = structuredClone(honest);
  for (let count = random.between(1, 3); count > 0; count--) reply = changed(reply, trial, random);
  const text = JSON.stringify(reply);
  if (!random.chance(0.1)) return text;
  const at = random.between(0, text.length - 1);
  return text.slice(0, at) + random.pick(['', '"', '\\', '}', 'x']) + text.slice(at + 1);
}

function changed(reply: Reply, trial: AnswerTrial, random: Random): Reply {
  const hits = [...trial.passages, ...trial.places];
  if (reply.sentences.length === 0) return { ...reply, related: [pairOf(random.pick(hits))] };
  const at = random.between(0, reply.sentences.length - 1);
  const sentence = reply.sentences[at] as Reply['sentences'][number];
  const replaced = (next: Reply['sentences'][number]): Reply => ({
    ...reply,
    sentences: reply.sentences.map((old, index) => (index === at ? next : old)),
  });
  switch (random.between(0, 7)) {
    case 0:
      return replaced({ ...sentence, text: letterChanged(sentence.text, random) });
    case 1:
      return replaced({ ...sentence, text: wordsChanged(sentence.text, trial, random) });
    case 2:
      return replaced({ ...sentence, citations: [pairOf(random.pick(hits))] });
    case 3:
      return replaced({ ...sentence, citations: [...sentence.citations, pairOf(random.pick(hits))] });
    case 4:
      return replaced({ ...sentence, citations: sentence.citations.slice(1) });
    case 5:
      return { ...reply, sentences: reply.sentences.filter((_, index) => index !== at) };
    case 6:
      return { ...reply, related: [...reply.related, pairOf(random.pick(hits))] };
    default:
      return {
        ...reply,
        mode: random.pick(['supported', 'partial', 'related-material', 'not-found', '', '7']),
      };
  }
}

function letterChanged(text: string, random: Random): string {
  const letters = Array.from(text);
  letters[random.between(0, letters.length - 1)] = random.pick(
    Array.from('aeiou 0123456789."“”「」<>[]()`*\n\u200b\u202e@:/'),
  );
  return letters.join('');
}

function wordsChanged(text: string, trial: AnswerTrial, random: Random): string {
  const words = text.split(' ');
  const at = random.between(0, words.length - 1);
  const others = random.pick(trial.honest).text.split(' ');
  const put = random.pick([
    random.pick(others),
    random.pick(trial.places).entity.title,
    random.pick(trial.secrets),
    'https://evil.example',
    '[1]',
    '',
  ]);
  return [...words.slice(0, at), put, ...words.slice(at + random.between(0, 1))].join(' ');
}
