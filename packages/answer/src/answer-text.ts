/**
 * A whole answer as plain text, for a terminal and for the text twin of a structured result.
 *
 * Addresses stand in the lists alone, on lines of their own, as the archive serves them. Numbers in brackets are ours: they
 * count the sources below, so that none can be invented.
 */
import type { Answer, AnswerSource, EntityFace } from '@archive/contract';
import { creatorsOf } from './evidence.ts';
import { visibleLine } from './visible-copy.ts';

/** Renders an answer: prose with numbered sources, or the refusal; then what may be related. Ends without a line feed. */
export function answerText(answer: Answer): string {
  const { sentences, related, sources, refusal } = answer;
  const numbers = new Map(sources.map(({ fragmentId }, at) => [fragmentId, at + 1]));
  const prose = sentences.map(({ text, citations }) => {
    const marks = citations.map(({ fragmentId }) => `[${numbers.get(fragmentId) ?? '?'}]`);
    return `${visibleLine(text)} ${marks.join('')}`;
  });
  return [
    ...(refusal === undefined ? [] : [refusal.text]),
    ...(prose.length === 0 ? [] : [prose.join('\n')]),
    ...(sources.length === 0 ? [] : [['Sources', ...sources.map(sourceLines)].join('\n')]),
    ...(related.length === 0
      ? []
      : [
          [sentences.length === 0 ? RELATED_ALONE : RELATED_BESIDE, ...related.map(relatedLines)].join(
            '\n\n',
          ),
        ]),
  ].join('\n\n');
}

function sourceLines({ entity, locatorLabel, date }: AnswerSource, at: number): string {
  const parts = [
    visibleLine(entity.title),
    ...creators(entity),
    visibleLine(locatorLabel),
    ...(date === undefined ? [] : [visibleLine(date)]),
  ];
  return `[${at + 1}] ${parts.join(', ')}\n    ${visibleLine(entity.url)}`;
}

function creators(entity: EntityFace): string[] {
  return creatorsOf(entity).map((name) => visibleLine(name));
}

function relatedLines({ entity, text }: Answer['related'][number]): string {
  return `${text
    .split('\n')
    .map((line) => visibleLine(line))
    .join('\n')}\n${visibleLine(entity.url)}`;
}

const RELATED_ALONE =
  'No public passage of this archive answers the question. What may be related, and is not quoted here:';
const RELATED_BESIDE = 'What may be related, and is not quoted here:';
