/**
 * The texts a proof of the lint works on: works to quote from, and honest descriptions with what they describe.
 *
 * Real ones where they are at hand, beside the workspace and never part of it; else the works of the demo.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import type { DraftableWork } from '@archive/drafter';
import { workspaceRoot } from '@archive/process';

/** A work in parts, in order. */
export interface QuotedWork {
  readonly name: string;
  /** Whether its script is written with spaces. */
  readonly isSpaced: boolean;
  readonly parts: readonly string[];
}

/** Descriptions people wrote, each with its source and the names a catalogue has for it. */
export interface HonestPair {
  readonly description: string;
  readonly source: string;
  readonly terms: readonly string[];
}

const texts = resolve(workspaceRoot, '../shared/data');
const isPresent = (folder: string): boolean => existsSync(join(texts, folder));
const bodyOf = (markdown: string): string => markdown.replace(/^---\n[\s\S]*?\n---\n/, '');

/** The works to quote from. */
export function quotedWorks(): QuotedWork[] {
  if (!isPresent('A_moby_dick') || !isPresent('A_aozora_ja')) return demoWorks();
  return [
    { name: 'Moby-Dick', isSpaced: true, parts: markdownIn(join(texts, 'A_moby_dick')) },
    { name: 'Kokoro', isSpaced: false, parts: markdownIn(join(texts, 'A_aozora_ja/kokoro')) },
  ];
}

function demoWorks(): QuotedWork[] {
  const demo = join(workspaceRoot, 'fixtures/demo');
  const files = readdirSync(demo, { recursive: true, encoding: 'utf8' })
    .filter((file) => file.endsWith('.md') && !file.includes('.archive'))
    .sort()
    .map((file) => bodyOf(readFileSync(join(demo, file), 'utf8')));
  const isJapanese = (text: string): boolean => /[\u3040-\u30ff]{2}/.test(text);
  return [
    { name: 'demo in English', isSpaced: true, parts: files.filter((text) => !isJapanese(text)) },
    { name: 'demo in Japanese', isSpaced: false, parts: files.filter(isJapanese) },
  ];
}

function markdownIn(folder: string): string[] {
  return readdirSync(folder)
    .filter((file) => file.endsWith('.md'))
    .sort()
    .map((file) => bodyOf(readFileSync(join(folder, file), 'utf8')));
}

/** A work as a private book that asks for descriptions, a fragment for each part. */
export function draftableBook({ name, parts }: QuotedWork): DraftableWork {
  const id = 'book:quoted';
  return {
    file: 'book.yaml',
    entity: {
      id,
      type: 'book',
      title: name,
      attribution: [],
      url: 'https://shelf.example/quoted',
      identifiers: [],
      disclosure: { raw: 'private', exposure: 'semantic' },
      policy: { publicTitle: true },
    },
    fragments: parts.map((text, at) => ({
      id: `${id}#part${at + 1}`,
      entityId: id,
      locator: [{ scheme: 'chapter', value: String(at + 1) }],
      text,
    })),
  };
}

/** Sets of honest descriptions by name; none without the real texts. */
export function honestSets(): { name: string; pairs: HonestPair[] }[] {
  if (!isPresent('D_scitldr_dev') || !isPresent('B_qmsum_val')) return [];
  return [
    { name: 'SciTLDR', pairs: paperSummaries() },
    { name: 'QMSum', pairs: meetingSummaries() },
  ];
}

/** One-sentence summaries of abstracts; the set holds no title, author or keyword, so there are no terms. */
function paperSummaries(): HonestPair[] {
  const lines = jsonLines<{ source: string; summaries: string[] }>(join(texts, 'D_scitldr_dev/pairs.jsonl'));
  return lines.flatMap(({ source, summaries }) =>
    summaries.map((description) => ({ description, source, terms: [] })),
  );
}

interface Meeting {
  readonly topic_list: readonly { readonly topic: string }[];
  readonly meeting_transcripts: readonly { readonly speaker: string; readonly content: string }[];
}

/** Summaries of stretches of meetings; terms are the names of speakers and the titles of topics. */
function meetingSummaries(): HonestPair[] {
  const folder = join(texts, 'B_qmsum_val');
  const meetings = new Map<string, Meeting>();
  const lines = jsonLines<{ meeting: string; summary: string; spans: [number, number][] }>(
    join(folder, 'summaries.jsonl'),
  );
  return lines.map(({ meeting, summary, spans }) => {
    const known = meetings.get(meeting) ?? readMeeting(join(folder, `${meeting}.json`));
    meetings.set(meeting, known);
    const turns = spans.flatMap(([from, to]) => known.meeting_transcripts.slice(from, to + 1));
    const names = [
      ...known.meeting_transcripts.map(({ speaker }) => speaker),
      ...known.topic_list.map(({ topic }) => topic),
    ];
    const terms = [...new Set(names)].filter((name) => {
      const words = name.split(/[^\p{L}\p{N}]+/u).filter((word) => word !== '');
      return words.length >= 1 && words.length <= 6;
    });
    return { description: summary, source: turns.map(({ content }) => content).join('\n'), terms };
  });
}

function readMeeting(file: string): Meeting {
  return JSON.parse(readFileSync(file, 'utf8')) as Meeting;
}

function jsonLines<T>(file: string): T[] {
  return readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => JSON.parse(line) as T);
}
