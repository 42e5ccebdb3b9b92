/**
 * Path segments that make a file private without a word in it (decisions 1.7d).
 *
 * A file is named by its stem: `diary.md` is as private as `diary/`, and so is `diary.ja.md`.
 */

const PRIVATE_SEGMENTS: ReadonlySet<string> = new Set([
  'private',
  'notebook',
  'notes',
  'diary',
  'journal',
  'drafts',
]);
const OPEN_UNDERSCORE: ReadonlySet<string> = new Set(['_posts', '_pages']);
const HUGO_INDEX = /^_index\.[^.]+$/i;
/** The extension of a file name, and a language tag before it. */
const EXTENSION = /(?:\.[a-z]{2,3}(?:-[a-z0-9]{2,8})*)?\.[^.]+$/;

/** Says whether one folder or file name makes what it holds private. */
function isPrivateSegment(segment: string): boolean {
  const folded = segment.normalize('NFKC').toLowerCase();
  if (PRIVATE_SEGMENTS.has(folded) || PRIVATE_SEGMENTS.has(folded.replace(EXTENSION, ''))) return true;
  if (folded.startsWith('.')) return true;
  return folded.startsWith('_') && !OPEN_UNDERSCORE.has(folded) && !HUGO_INDEX.test(folded);
}

/** Finds the first segment of a path (`/` between segments) that makes its file private. */
export function privateSegmentOf(path: string): string | undefined {
  return path.split('/').find((segment) => segment !== '' && isPrivateSegment(segment));
}
