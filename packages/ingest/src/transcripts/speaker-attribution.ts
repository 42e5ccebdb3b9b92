/**
 * Turns the label of a speaker into an attribution.
 *
 * A label that says only that someone speaks (`Speaker 2`, `Guest`, `>>`) is no name: it becomes the placeholder that
 * matches no name filter. A sidecar may give the name behind a label, or withdraw one.
 */
import type { Attribution } from '@archive/contract';
import { cleanLine } from '../files/clean-text.ts';
import { codePointLength } from '../pieces/code-points.ts';

/** What a sidecar says about one label. */
export interface SpeakerEntry {
  name?: string;
  placeholder?: 'unnamed' | 'unverified';
}

/** Labels as the transcript writes them; letter case matters only where two labels differ in nothing else. */
export type SpeakerMapping = Readonly<Record<string, SpeakerEntry>>;

/** The name that stands for a speaker who is not named. */
const UNNAMED_SPEAKER = 'Other';

/** Longest label that can be a name, in code points; a longer one is a sentence. */
const MAX_NAME_CHARS = 120;
const LETTER = /\p{L}/u;
const NUMBER_AT_END = /[\s_#.-]*(?:\p{N}+|(?<=[\s_-])[a-z])?$/u;
const UNNAMED_WORDS: ReadonlySet<string> = new Set(
  (
    'speaker,unknown,unknown speaker,unidentified,unidentified speaker,unnamed,anonymous,inaudible,other,others,guest,' +
    'host,interviewer,interviewee,moderator,narrator,announcer,participant,person,someone,everyone,everybody,all,both,' +
    'crowd,audience,audience member,man,woman,male,female,male speaker,female speaker,male voice,female voice,boy,girl,' +
    'child,voice,voiceover,caller,spk,q,a,s,question,answer,sprecher,sprecherin,unbekannt,locuteur,intervenant,inconnu,' +
    'hablante,desconocido,orador,話者,発言者,不明,说话人,发言人,講者,화자,참석자,диктор,неизвестный'
  ).split(','),
);

/** Says whether a label only counts or describes a speaker and names nobody. */
export function isUnnamedLabel(label: string): boolean {
  const bare = cleanLine(label)
    .toLowerCase()
    .replace(/^[[(]\s*|\s*[\])]$/g, '');
  if (!LETTER.test(bare) || codePointLength(bare) > MAX_NAME_CHARS) return true;
  return UNNAMED_WORDS.has(bare) || UNNAMED_WORDS.has(bare.replace(NUMBER_AT_END, '').trim());
}

function entryOf(label: string, mapping: SpeakerMapping): SpeakerEntry {
  if (Object.hasOwn(mapping, label)) return mapping[label] ?? {};
  const folded = label.toLowerCase();
  return Object.entries(mapping).find(([key]) => cleanLine(key).toLowerCase() === folded)?.[1] ?? {};
}

/** Who a label stands for; the role is always `speaker`. */
export function speakerAttribution(label: string, mapping: SpeakerMapping = {}): Attribution {
  const clean = cleanLine(label);
  const entry = entryOf(clean, mapping);
  const stated = cleanLine(entry.name ?? '');
  const placeholder = entry.placeholder ?? (stated === '' && isUnnamedLabel(clean) ? 'unnamed' : undefined);
  if (placeholder === undefined) return { name: stated === '' ? clean : stated, role: 'speaker' };
  const hidden = placeholder === 'unnamed' || isUnnamedLabel(clean);
  return { name: stated === '' ? (hidden ? UNNAMED_SPEAKER : clean) : stated, role: 'speaker', placeholder };
}

/** The attributions of several labels in order, each once: two unnamed speakers are one `Other`. */
export function speakerAttributions(labels: readonly string[], mapping: SpeakerMapping = {}): Attribution[] {
  const seen = new Map<string, Attribution>();
  for (const label of labels) {
    const attribution = speakerAttribution(label, mapping);
    seen.set(JSON.stringify([attribution.name, attribution.placeholder]), attribution);
  }
  return [...seen.values()];
}
