/**
 * One recording as a work: its cues from a VTT or SRT file, its provenance from a sidecar.
 */
import type { WorkReading } from '../build/archive-reading.ts';
import { dateOfName, readDate, titleOfName } from '../entities/file-date.ts';
import { fromTranscript } from '../entities/from-transcript.ts';
import { readCreators, readIdentifiers, readLine, readThemes } from '../entities/meta-fields.ts';
import { cleanLine } from '../files/clean-text.ts';
import { FileRefusedError } from '../files/file-refused-error.ts';
import { UNWATCHED_CHARS, withinTimeBudget } from '../files/time-budget.ts';
import { emptyMetaRecord, isMetaRecord, type MetaRecord } from '../front-matter/meta-value.ts';
import { distinctLocators } from '../pieces/distinct-locators.ts';
import { readPolicyKeys } from '../policy/read-policy-keys.ts';
import { collapseRolling } from '../transcripts/collapse-rolling.ts';
import { parseSrt } from '../transcripts/parse-srt.ts';
import { parseVtt } from '../transcripts/parse-vtt.ts';
import {
  type SpeakerEntry,
  speakerAttributions,
  type SpeakerMapping,
} from '../transcripts/speaker-attribution.ts';
import { type TranscriptWindow, transcriptWindows } from '../transcripts/transcript-windows.ts';
import { type SidecarFiles, sidecarsOf, stemOf } from './find-sidecars.ts';
import { onlySidecar, readSidecar } from './read-sidecar.ts';
import { readText, tallyIgnoredKeys } from './read-source-text.ts';
import { type CollectionFile, leaveOutDraft, leaveOutEmpty, type ReadingContext } from './reading-context.ts';
import { decideSource, mergePolicy } from './source-policy.ts';
import { extensionOf, identify, nameSegments } from './work-identity.ts';

/** Reads who stands behind the labels of a recording. */
function readSpeakers(data: MetaRecord): SpeakerMapping {
  const value = data['speakers'];
  if (value === undefined || value === null) return {};
  const refuse = (): never => {
    throw new FileRefusedError({
      field: 'speakers',
      reason: 'it is not a record of labels, each with a name or a placeholder',
      help: 'write speakers: {Speaker 1: {name: Ada Bell}, Speaker 2: {placeholder: unnamed}}',
    });
  };
  if (!isMetaRecord(value)) return refuse();
  const mapping: [string, SpeakerEntry][] = Object.entries(value).map(([label, entry]) => {
    if (typeof entry === 'string') return [label, { name: cleanLine(entry) }];
    if (!isMetaRecord(entry)) return refuse();
    const name = readLine(entry, 'name');
    const placeholder = entry['placeholder'];
    if (placeholder !== undefined && placeholder !== 'unnamed' && placeholder !== 'unverified')
      return refuse();
    return [
      label,
      { ...(name === undefined ? {} : { name }), ...(placeholder === undefined ? {} : { placeholder }) },
    ];
  });
  return Object.fromEntries(mapping);
}

/** Says whether a JSON file beside a recording is a transcript in another form and not a sidecar. */
function isTranscriptData(data: MetaRecord): boolean {
  return Array.isArray(data['segments']) && data['title'] === undefined;
}

function windowsOf(
  text: string,
  extension: string,
  { labels, fileSeconds }: { labels: readonly string[]; fileSeconds: number },
): TranscriptWindow[] {
  const parse = extension === '.vtt' ? parseVtt : parseSrt;
  const read = (): TranscriptWindow[] =>
    distinctLocators(transcriptWindows(collapseRolling(parse(text, labels))));
  return text.length <= UNWATCHED_CHARS ? read() : withinTimeBudget(fileSeconds * 1000, read);
}

/**
 * Reads a recording.
 *
 * @param siblings  files of the collection
 * @returns undefined when the sidecar asks to leave it out or nothing is said
 * @throws {FileRefusedError} when it, or its sidecar, cannot be read
 */
export async function readTranscript(
  source: CollectionFile,
  siblings: SidecarFiles,
  context: ReadingContext,
): Promise<WorkReading | undefined> {
  const { file, collection } = source;
  const sidecar = onlySidecar(sidecarsOf(stemOf(file.relative), siblings));
  const stated = sidecar === undefined ? emptyMetaRecord() : await readSidecar(sidecar, context);
  const data = isTranscriptData(stated) ? emptyMetaRecord() : stated;
  // A policy counts wherever it stands.
  const keys = readPolicyKeys(stated);
  if (keys.leftOutBy !== undefined) {
    leaveOutDraft(context.tallies, keys.leftOutBy, file);
    return undefined;
  }
  const decided = decideSource(keys, source, context);
  const speakers = readSpeakers(data);
  const extension = extensionOf(file.relative);
  const windows = windowsOf(await readText(file.real, context), extension, {
    labels: Object.keys(speakers),
    fileSeconds: context.fileSeconds,
  });
  const name = nameSegments(file.relative).at(-1) ?? '';
  tallyIgnoredKeys(data, context);
  if (windows.length === 0) {
    leaveOutEmpty(context.tallies, file);
    return undefined;
  }
  const work = fromTranscript(
    {
      ...identify(data, { relative: file.relative, raw: decided.disclosure.raw }, collection, context),
      title: readLine(data, 'title') ?? cleanLine(titleOfName(name)),
      disclosure: decided.disclosure,
      policy: mergePolicy(keys, source, context),
      creators: readCreators(data),
      identifiers: readIdentifiers(data),
      date: readDate(data['date']) ?? dateOfName(name),
      version: readLine(data, 'version'),
      parent: readLine(data, 'parent'),
      themes: readThemes(data),
      windows,
      attributionOf: (labels) => speakerAttributions(labels, speakers),
    },
    context.slugKey,
  );
  const { rules, embargoedUntil } = decided;
  return { ...work, file: file.path, rules, ...(embargoedUntil === undefined ? {} : { embargoedUntil }) };
}
