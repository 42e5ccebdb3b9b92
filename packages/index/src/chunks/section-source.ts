/**
 * A file of sections as it is read: little at once, much beside other work.
 *
 * Opening, asking for the size and reading a head cost less than handing them to another thread and waiting for it, which
 * an index of a thousand chunks would do five thousand times; the sections themselves are read by another thread.
 */
import { closeSync, fstatSync, openSync, readSync, readv } from 'node:fs';

/** An open file, or what stands for one. */
export interface SectionSource {
  /** Bytes of the file. */
  size(): number;
  /** Fills the beginning of a target from a position. @returns bytes read; 0 at the end of the file */
  read(target: Uint8Array, position: number): number;
  /** Fills targets one after another from a position. @returns bytes read, fewer than there is room for at the end */
  readAll(targets: readonly Uint8Array[], position: number): Promise<number>;
}

/** Opens a file. @throws the error of the file system */
export function openSectionSource(path: string): SectionSource & { close(): void } {
  const file = openSync(path, 'r');
  return {
    size: () => fstatSync(file).size,
    read: (target, position) => readSync(file, target, 0, target.length, position),
    readAll: (targets, position) =>
      new Promise((resolve, reject) => {
        readv(file, targets, position, (error, bytesRead) => {
          if (error === null) resolve(bytesRead);
          else reject(error);
        });
      }),
    close: () => closeSync(file),
  };
}
