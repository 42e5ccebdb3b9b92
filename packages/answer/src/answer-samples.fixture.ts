/** Hits of an invented archive, and replies about them. */
import type { EvidenceHit, LintedGist, LocatorHit, SemanticHit, TextHit } from '@archive/contract';
import type { AnswerModel, ModelPrompt, ModelReply } from './answer-model.ts';

export const FENCE = '00112233445566778899aabbccddeeff';
export const INDEX = { builtAt: '2026-01-02', entityCount: 4, fragmentCount: 6 };
export const GIST = 'A sexton counts what hangs on his ring and hides one piece.';

const entity = (id: string, title: string, extra: Partial<TextHit['entity']> = {}): TextHit['entity'] => ({
  id,
  type: id.split(':')[0] ?? '',
  title,
  attribution: [{ name: 'Mira Vold', role: 'author' }],
  url: `https://saltmarsh.example/${id.split(':')[1]}/`,
  identifiers: [],
  ...extra,
});

export const light: TextHit = {
  fragmentId: 'essay:light#s1',
  entity: entity('essay:light', 'The Lamp Room', { date: '1991' }),
  raw: 'public',
  locator: [{ scheme: 'section', value: '1' }],
  locatorLabel: '§1',
  date: '1991',
  exposure: 'text',
  text: 'The keeper burned his letters in 1987. He kept 1,250 pounds of oil and said: “No ship is late.” The lamp turned every 30 seconds.',
  score: 0.8,
};

export const fog: TextHit = {
  fragmentId: 'essay:fog#whole',
  entity: entity('essay:fog', 'Fog Signals', { attribution: [] }),
  raw: 'public',
  locator: [{ scheme: 'whole', value: 'whole' }],
  locatorLabel: 'whole',
  exposure: 'text',
  text: 'Fog bells were rung by hand until 1902, when a clockwork hammer took over. Sailors called it the iron parson.',
  score: 0.6,
};

export const sea: TextHit = {
  fragmentId: 'essay:umi#whole',
  entity: entity('essay:umi', '海の夜', { attribution: [{ name: '佐藤', role: 'author' }] }),
  raw: 'public',
  locator: [{ scheme: 'whole', value: 'whole' }],
  locatorLabel: 'whole',
  exposure: 'text',
  text: '灯台守は三十年のあいだ毎晩灯をともした。彼は「船は遅れない」と言った。',
  score: 0.5,
};

export const keys: SemanticHit = {
  fragmentId: 'book:keys#ch3',
  entity: entity('book:keys', 'The Seven Keys', {
    version: 'manuscript',
    attribution: [
      { name: 'Mira Vold', role: 'author' },
      { name: 'Speaker 2', placeholder: 'unnamed' },
      { name: 'Jon Aske' },
    ],
  }),
  raw: 'private',
  locator: [{ scheme: 'chapter', value: '3' }],
  locatorLabel: 'ch. 3',
  exposure: 'semantic',
  gist: GIST as LintedGist,
  gistSource: 'generated',
  gistReview: 'unreviewed',
  score: 0.7,
};

export const tape: LocatorHit = {
  fragmentId: 'interview:tape#t1',
  entity: entity('interview:tape', 'Harbour Tapes', { attribution: [] }),
  raw: 'private',
  locator: [{ scheme: 'timecode', value: '750', end: '845' }],
  locatorLabel: '12:30–14:05',
  exposure: 'locator',
  score: 0.45,
};

export const hits: readonly EvidenceHit[] = [light, keys, fog, tape, sea];
export const response = { hits: [...hits], index: INDEX };

export const pair = ({ fragmentId, entity: { url } }: EvidenceHit) => ({ fragmentId, url });

/** A reply as a model writes it. */
export function replyOf(
  sentences: readonly { text: string; citations: readonly unknown[] }[],
  related: readonly unknown[] = [],
  mode = 'partial',
): string {
  return JSON.stringify({ mode, sentences, related });
}

export const BURNED = { text: 'The keeper burned his letters in 1987.', citations: [pair(light)] };
export const GOOD = replyOf([BURNED], [pair(keys)], 'supported');

/** A model that gives these replies one after another, the last one ever after, and keeps what it was asked. */
export function scriptedModel(
  ...script: (string | undefined | Error | Partial<ModelReply>)[]
): AnswerModel & { prompts: ModelPrompt[] } {
  const prompts: ModelPrompt[] = [];
  return {
    model: 'scripted',
    prompts,
    generate: async (prompt) => {
      prompts.push(prompt);
      const said = script[Math.min(prompts.length, script.length) - 1];
      if (said instanceof Error) throw said;
      const reply = typeof said === 'object' ? said : { text: said };
      return { text: undefined, isDeclined: false, isTruncated: false, ...reply };
    },
  };
}
