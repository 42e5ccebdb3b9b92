/**
 * Turns the payload of a cue into what a viewer reads, and says who speaks.
 *
 * Voice spans become speakers; style, language and time tags go; the reading over a ruby base follows it in
 * parentheses, as in every other reader of this package. A `<` that opens no tag is a character like any other.
 */
import { cleanLine, cleanText } from '../files/clean-text.ts';

/** What one voice says inside a cue. */
export interface VoiceSpan {
  speaker?: string;
  text: string;
}

/** Which tags a format has: WebVTT drops every tag, SubRip players know only a few. */
export type MarkupDialect = 'vtt' | 'srt';

const TAG = /<([^<>]*)>/g;
const TAG_NAME = /^\/?([A-Za-z]+)(?=[.\s/]|$)/;
const TIME_TAG = /^[\d:.]+$/;
const SRT_TAGS: ReadonlySet<string> = new Set(['i', 'b', 'u', 's', 'c', 'v', 'font', 'ruby', 'rt', 'lang']);
const STYLE_OVERRIDE = /\{\\[^{}]*\}/g;
const ENTITY = /&(?:#(\d{1,7})|#[xX]([\dA-Fa-f]{1,6})|([a-z]{2,4}));/g;
const NAMED: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
  nbsp: '\u00A0',
  lrm: '\u200E',
  rlm: '\u200F',
};

function decodeEntities(text: string): string {
  return text.replace(ENTITY, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return Object.hasOwn(NAMED, name) ? (NAMED[name] ?? whole) : whole;
    const point = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
    if (point > 0x10ffff || (point >= 0xd800 && point <= 0xdfff)) return whole;
    return String.fromCodePoint(point);
  });
}

function visibleLines(text: string): string {
  return cleanText(text)
    .text.split(/[\n\r\u000B\u000C\u0085\u2028\u2029]+/)
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .join('\n');
}

/** The name of a tag, `time` for a time stamp, or `undefined` when the dialect reads it as characters. */
function tagName(inner: string, dialect: MarkupDialect): string | undefined {
  if (TIME_TAG.test(inner)) return 'time';
  const name = TAG_NAME.exec(inner)?.[1]?.toLowerCase();
  return dialect === 'srt' && name !== undefined && !SRT_TAGS.has(name) ? undefined : name;
}

function voiceOf(inner: string): string | undefined {
  const blank = inner.search(/\s/);
  const name = blank < 0 ? '' : cleanLine(decodeEntities(inner.slice(blank)));
  return name === '' ? undefined : name;
}

/** Cuts a payload (its lines joined by LF) into what each voice says, in order; none when nothing is said. */
export function voiceSpans(payload: string, dialect: MarkupDialect): VoiceSpan[] {
  const source = dialect === 'srt' ? payload.replace(STYLE_OVERRIDE, '') : payload;
  const spans: { speaker: string | undefined; parts: string[] }[] = [];
  let speaker: string | undefined;
  const say = (text: string): void => {
    if (text === '') return;
    const last = spans.at(-1);
    if (last !== undefined && (last.speaker === speaker || text.trim() === '')) last.parts.push(text);
    else spans.push({ speaker, parts: [text] });
  };
  let from = 0;
  let inReading = false;
  for (const match of source.matchAll(TAG)) {
    const inner = match[1] ?? '';
    const name = tagName(inner, dialect);
    if (name === undefined) continue;
    say(decodeEntities(source.slice(from, match.index)));
    from = match.index + match[0].length;
    const closes = inner.startsWith('/');
    if (inReading && (name === 'rt' || (closes && name === 'ruby'))) {
      say(')');
      inReading = false;
    }
    if (name === 'v') speaker = closes ? undefined : voiceOf(inner);
    else if (name === 'rt' && !closes) {
      say('(');
      inReading = true;
    }
  }
  say(decodeEntities(source.slice(from)) + (inReading ? ')' : ''));
  return spans.flatMap((span) => {
    const text = visibleLines(span.parts.join(''));
    if (text === '') return [];
    return [span.speaker === undefined ? { text } : { speaker: span.speaker, text }];
  });
}
