/**
 * Changes `projections.json` so that no other writer's change is lost: read, change, write if it is still what was read.
 */
import { setTimeout } from 'node:timers/promises';
import {
  BuildLockedError,
  ProjectionConflictError,
  type Projections,
  readProjections,
  writeProjections,
} from '@archive/index';

/**
 * Applies a change to the file and returns what it holds then.
 *
 * When another writer was faster the change is made anew on what they wrote, some twenty times within a few seconds. A
 * change that returns what it was given writes nothing.
 *
 * @param change  pure, for it may be called several times; when it throws, nothing is written
 * @throws {ProjectionConflictError | BuildLockedError} when others keep writing all that time
 * @throws {IndexFormatError} when the file cannot be read, or what would be written could not
 */
export async function updateProjections(
  file: string,
  change: (now: Projections) => Projections,
): Promise<Projections> {
  for (let tries = 1; ; tries++) {
    const { sha256, ...now } = await readProjections(file);
    const next = change(now);
    if (next === now) return now;
    try {
      await writeProjections(file, next, sha256);
      return next;
    } catch (error) {
      const isOvertaken = error instanceof ProjectionConflictError || error instanceof BuildLockedError;
      if (!isOvertaken || tries >= MAX_TRIES) throw error;
      await setTimeout(WAIT_MS * Math.min(tries, 10) * (0.5 + Math.random()));
    }
  }
}

const MAX_TRIES = 20;
const WAIT_MS = 25;
