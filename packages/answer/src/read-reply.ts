/**
 * Reads what a model replied: a JSON object of mode, sentences and related places, or nothing that can be used.
 *
 * Tolerant of what does no harm (a fence of Markdown around the object, keys it was not asked for); a citation of another
 * shape stays in its place as a pair that matches nothing, so that a sentence never loses one by being read.
 */
import type { AnswerCitation, ClaimedSentence } from '@archive/contract';

/** A reply, read and not yet checked. */
export interface ReadReply {
  /** The model said that what it was shown does not answer. */
  isNotFound: boolean;
  sentences: ClaimedSentence[];
  related: AnswerCitation[];
}

/** Most UTF-16 units of a reply: more than any answer that could be given, little enough to be read at once. */
const REPLY_MAX_UNITS = 40_000;

/** Reads a reply; undefined when it is not of the shape that was asked for, or far too long. */
export function readReply(text: string): ReadReply | undefined {
  if (text.length > REPLY_MAX_UNITS) return undefined;
  const reply = readJsonReply(text);
  const sentences = field(reply, 'sentences') ?? [];
  const related = field(reply, 'related') ?? [];
  if (reply === undefined || !Array.isArray(sentences) || !Array.isArray(related)) return undefined;
  const isNotFound = field(reply, 'mode') === 'not-found';
  const read: ClaimedSentence[] = [];
  for (const item of sentences as unknown[]) {
    const [said, citations] = [field(item, 'text'), field(item, 'citations') ?? []];
    if (typeof said !== 'string' || !Array.isArray(citations)) return undefined;
    read.push({ text: said, citations: citations.map(pairOf) });
  }
  return { isNotFound, sentences: read, related: (related as unknown[]).map(pairOf) };
}

/** The JSON object of a reply, with or without a fence of Markdown around it. */
export function readJsonReply(text: string): object | undefined {
  const bare = /^\s*```(?:json)?\s*\n([\s\S]*?)\n?```\s*$/.exec(text)?.[1] ?? text;
  try {
    const value: unknown = JSON.parse(bare);
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

function pairOf(value: unknown): AnswerCitation {
  const [fragmentId, url] = [field(value, 'fragmentId'), field(value, 'url')];
  return {
    fragmentId: typeof fragmentId === 'string' ? fragmentId : '',
    url: typeof url === 'string' ? url : '',
  };
}

/** An own property of an object. */
export function field(value: unknown, key: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;
}
