/**
 * Turns lines of text into token ids with the tokeniser of the runtime, for training.
 *
 *   node --conditions=@archive/source --import tsx encode.ts <pieces> <lines> <out> [--scores <f32>] [--buckets <n>]
 *
 * <pieces>  UTF-8, one piece a line in id order, each optionally followed by a tab and its log-probability;
 *           --scores names a file of little-endian float32 instead. Without either every piece scores -10.
 * <lines>   UTF-8, one text a line, ended by a line feed alone; `-` reads standard input.
 * <out>     little-endian: `ASI1`, uint32 n lines, uint32 m ids, uint32 pieces, uint32 buckets (20 bytes), then
 *           uint32 offsets[n + 1], int32 ids[m], uint32 unknown[n], uint32 total[n] (characters, see `Encoding`).
 *           Ids of line i are ids[offsets[i] : offsets[i + 1]]; an id of `pieces` or more is a bucket of hashed n-grams.
 *
 * In numpy: h = np.fromfile(f, '<u4', 4, offset=4); n, m = int(h[0]), int(h[1]);
 *           offsets = np.fromfile(f, '<u4', n + 1, offset=20); ids = np.fromfile(f, '<i4', m, offset=24 + 4 * n)
 *
 * Pieces that the tokeniser can never find, because they are not in its normal form, are counted on standard error and
 * listed (the first twenty): fix them with stretches.ts.
 */
import { createWriteStream, readFileSync } from 'node:fs';
import { once } from 'node:events';
import { parseArgs } from 'node:util';
import { createTokeniser } from '../src/tokeniser.ts';
import { GrowingInts } from './growing-ints.ts';
import { readLines } from './read-lines.ts';
import { stretchesOf } from './stretches-of.ts';

const USAGE = 'usage: encode.ts <pieces> <lines> <out> [--scores <f32>] [--buckets <n>]';
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { scores: { type: 'string' }, buckets: { type: 'string', default: '4096' } },
});
const [piecesFile, linesFile, outFile] = positionals;
if (piecesFile === undefined || linesFile === undefined || outFile === undefined || positionals.length > 3) {
  fail(USAGE);
}
const buckets = Number(values.buckets);
if (!Number.isInteger(buckets) || buckets < 1) fail('--buckets is not a whole number of at least 1');

const { pieces, scores } = readPieces(piecesFile, values.scores);
warnOfUnreachable(pieces);
const tokeniser = createTokeniser({ pieces, scores, buckets });

const offsets = new GrowingInts();
const ids = new GrowingInts();
const unknown = new GrowingInts();
const total = new GrowingInts();
offsets.push(0);
for await (const line of readLines(linesFile)) {
  const encoding = tokeniser.encode(line);
  ids.append(encoding.ids);
  offsets.push(ids.length);
  unknown.push(encoding.unknown);
  total.push(encoding.total);
}

const header = Buffer.alloc(20);
header.write('ASI1', 'latin1');
[total.length, ids.length, pieces.length, buckets].forEach((value, at) =>
  header.writeUInt32LE(value, 4 + 4 * at),
);
const out = createWriteStream(outFile);
for (const part of [header, offsets.bytes(), ids.bytes(), unknown.bytes(), total.bytes()]) {
  if (!out.write(part)) await once(out, 'drain');
}
out.end();
await once(out, 'finish');
process.stderr.write(
  `${total.length} lines, ${ids.length} ids, ${(100 * unknown.sum()) / Math.max(1, total.sum())} % of characters unknown\n`,
);

function readPieces(
  file: string,
  scoresFile: string | undefined,
): { pieces: string[]; scores: Float32Array } {
  const rows = readFileSync(file, 'utf8').replace(/\n$/, '').split('\n');
  const cells = rows.map((row) => row.split('\t'));
  const names = cells.map(([piece = '']) => piece);
  const empty = names.indexOf('');
  if (empty >= 0) fail(`${file}: line ${empty + 1} holds no piece`);
  if (scoresFile === undefined) {
    const scores = Float32Array.from(cells, ([, score]) => (score === undefined ? -10 : Number(score)));
    const wrong = scores.findIndex((score) => !Number.isFinite(score));
    if (wrong >= 0) fail(`${file}: the score of line ${wrong + 1} is not a number`);
    return { pieces: names, scores };
  }
  const bytes = readFileSync(scoresFile);
  if (bytes.length !== 4 * names.length) {
    fail(`${scoresFile} holds ${bytes.length} bytes where ${names.length} pieces need ${4 * names.length}`);
  }
  return { pieces: names, scores: Float32Array.from(names, (_, at) => bytes.readFloatLE(4 * at)) };
}

function warnOfUnreachable(names: readonly string[]): void {
  const seen = new Set<string>();
  const lost = names.filter((piece) => {
    const repeated = seen.has(piece);
    seen.add(piece);
    return repeated || !isReachable(piece);
  });
  if (lost.length === 0) return;
  process.stderr.write(
    `${lost.length} of ${names.length} pieces can never be found (repeated or not normalised): ${lost.slice(0, 20).join(' ')}\n`,
  );
}

/** Whether the piece is one stretch in normal form; inner pieces may also begin in the middle of a word. */
function isReachable(piece: string): boolean {
  const marked = piece.startsWith('\u2581') ? piece : `\u2581${piece}`;
  const own = stretchesOf(piece.replace(/^\u2581/, ''));
  return own.length === 1 && (own[0] === piece || own[0] === marked);
}

function fail(message: string): never {
  process.stderr.write(`${message}\n`);
  process.exit(2);
}
