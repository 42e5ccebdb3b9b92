/**
 * What a thread runs that compares the checksums of files: source as text, because a package is bundled into one file
 * and a thread needs another.
 */

/** A file whose sections follow one another, each with the room it takes and its CRC-32. */
export interface FileToCheck {
  readonly path: string;
  /** Where the first begins. */
  readonly offset: number;
  readonly rooms: readonly number[];
  readonly sums: readonly number[];
}

/** Is given a list of {@link FileToCheck} and posts one list: for each whether every checksum is as it should be. */
export const CHECK_SOURCE = `'use strict';
const { closeSync, openSync, readSync } = require('node:fs');
const { parentPort, workerData } = require('node:worker_threads');
const { crc32 } = require('node:zlib');

let scratch = Buffer.allocUnsafeSlow(0);

function isWhole({ path, offset, rooms, sums }) {
  const bytes = rooms.reduce((sum, room) => sum + room, 0);
  if (bytes > scratch.length) scratch = Buffer.allocUnsafeSlow(bytes * 2);
  const file = openSync(path, 'r');
  try {
    for (let done = 0; done < bytes; ) {
      const read = readSync(file, scratch, done, bytes - done, offset + done);
      if (read === 0) return false;
      done += read;
    }
  } finally {
    closeSync(file);
  }
  let from = 0;
  return rooms.every((room, at) => crc32(scratch.subarray(from, (from += room))) === sums[at]);
}

parentPort.postMessage(workerData.map((file) => {
  try {
    return isWhole(file);
  } catch {
    return false;
  }
}));
`;
