/**
 * Writes each line of text as the stretches the tokeniser sees, for counting words and making vocabularies.
 *
 *   node --conditions=@archive/source --import tsx stretches.ts <lines> <out>
 *
 * One line for each line read, stretches apart by a space: a word of a spaced script with U+2581 before it, a stretch of
 * an unspaced script as it is, both normalised. A line without any gives an empty line. A stretch holds no space.
 */
import { createWriteStream } from 'node:fs';
import { once } from 'node:events';
import { readLines } from './read-lines.ts';
import { stretchesOf } from './stretches-of.ts';

const [linesFile, outFile] = process.argv.slice(2);
if (linesFile === undefined || outFile === undefined) {
  process.stderr.write('usage: stretches.ts <lines> <out>\n');
  process.exit(2);
}
const out = createWriteStream(outFile);
let pending = '';
for await (const line of readLines(linesFile)) {
  pending += `${stretchesOf(line).join(' ')}\n`;
  if (pending.length < 1 << 16) continue;
  if (!out.write(pending)) await once(out, 'drain');
  pending = '';
}
out.end(pending);
await once(out, 'finish');
