/**
 * The resources: every passage whose source is public and whose text is released, and nothing else.
 *
 * A list page says title and place; a read gives the passage as the text twin of a tool would. What is private, only
 * described, only located, taken down or unknown is not there, and all of it reads the same.
 */
import type { ServedIndex } from '@archive/index/served';
import {
  type PublicFace,
  publicPosition,
  publicPositions,
  readPublicFragments,
} from '../public-fragments.ts';
import { flatPassage, flatWork, policyOf } from './flat-record.ts';
import type { McpDoor } from './mcp-door.ts';
import { idsMeant, neutralLine } from './neutral-text.ts';
import { textTwin } from './text-twin.ts';

/** A resource as it is listed. */
export interface ListedPassage {
  uri: string;
  name: string;
  title: string;
  mimeType: 'text/plain';
}

/** One page of the list. */
export interface PassagePage {
  resources: ListedPassage[];
  nextCursor?: string;
}

/** The form of every address here; {@link passageUri} fills it in. */
export const PASSAGE_TEMPLATE = 'archive://fragment/{fragmentId}';

/** Passages in one page of the list. */
const PASSAGES_LISTED = 50;

/** The address of a passage. */
function passageUri(fragmentId: string): string {
  return `${PREFIX}${encodeURIComponent(fragmentId)}`;
}

/**
 * A page of the list, in index order.
 *
 * @param cursor  of the page before; undefined for the first
 * @returns undefined when the cursor was not sealed here for this list of this index, or its passage was taken down
 */
export async function listPassages(door: McpDoor, cursor?: string): Promise<PassagePage | undefined> {
  const index = door.index();
  const positions = publicPositions(index);
  const start = cursor === undefined ? 0 : startAfter(door.cursors.open(cursor, listOf(index)), index);
  if (start === undefined) return undefined;
  const asked = Array.from(positions.subarray(start, start + PASSAGES_LISTED)).flatMap(
    (position) => index.entries.at(position)?.fragment.id ?? [],
  );
  const faces = await readPublicFragments(index, asked, door.context);
  const last = asked.at(-1);
  return {
    resources: faces.map((face) => listed(face)),
    ...(last === undefined || start + PASSAGES_LISTED >= positions.length
      ? {}
      : { nextCursor: door.cursors.seal(last, listOf(index)) }),
  };
}

/** The text of a passage with its provenance; undefined when nothing public is served under this address. */
export async function readPassage(door: McpDoor, uri: string): Promise<string | undefined> {
  if (!uri.startsWith(PREFIX)) return undefined;
  const index = door.index();
  // An id that had to be spelled out was encoded once more to stand in an address.
  for (const id of new Set(idsMeant(uri.slice(PREFIX.length)).flatMap(idsMeant))) {
    const face = await readPublic(index, id, door);
    if (face !== undefined)
      return textTwin({
        heading: 'One public passage.',
        facts: { policy: policyOf([face]) },
        served: [{ name: 'passage', record: { ...flatWork(face.entity), ...flatPassage(face) } }],
      });
  }
  return undefined;
}

/** The face of a passage, if what the caller may have of it is public text. */
async function readPublic(
  index: ServedIndex,
  id: string,
  { context }: McpDoor,
): Promise<PublicFace | undefined> {
  return (await readPublicFragments(index, [id], context))[0];
}

function listed({ fragmentId, entity, locatorLabel }: PublicFace): ListedPassage {
  const title = `${neutralLine(entity.title)}, ${neutralLine(locatorLabel)}`;
  return { uri: passageUri(fragmentId), name: title, title, mimeType: 'text/plain' };
}

/** What a cursor is good for: this list of this index, and not the list of works. */
function listOf({ sha256 }: ServedIndex): string {
  return `passages of ${sha256}`;
}

/** How many public passages stand in the index up to this one; undefined when it is none. */
function startAfter(last: string | undefined, index: ServedIndex): number | undefined {
  const position = last === undefined ? undefined : publicPosition(index, last);
  if (position === undefined) return undefined;
  const after = publicPositions(index).findIndex((each) => each > position);
  return after === -1 ? publicPositions(index).length : after;
}

const PREFIX = 'archive://fragment/';
