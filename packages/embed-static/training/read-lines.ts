/**
 * Reads a file line by line where only a line feed ends a line, so that the count is the one Python gets from its own.
 */
import { createReadStream } from 'node:fs';

/** The lines of a UTF-8 file, or of standard input for `-`; what follows the last line feed is a line when not empty. */
export async function* readLines(file: string): AsyncGenerator<string> {
  const stream = file === '-' ? process.stdin : createReadStream(file, { highWaterMark: 1 << 20 });
  stream.setEncoding('utf8');
  let rest = '';
  for await (const chunk of stream as AsyncIterable<string>) {
    const lines = (rest + chunk).split('\n');
    rest = lines.pop() ?? '';
    yield* lines;
  }
  if (rest !== '') yield rest;
}
