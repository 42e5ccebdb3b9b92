/**
 * How well does an encoder find what it should: `pnpm bench embed [--json] [--model file.asm] [--english file.asm]
 * [--encoders static,n-grams,…]`.
 *
 * Measured on judged sets that lie beside the checkout (`lib/judged-sets.ts`): claims and abstracts, questions about
 * paragraphs in four languages, questions in one language about paragraphs in another, clauses of one declaration in five
 * languages, questions about meetings. Side by side: a plain BM25, hashed n-grams, an older npm encoder, the teachers, our
 * static models, and BM25 with our model added. How to add was chosen on SciFact's training questions and is used
 * unchanged everywhere; nothing else is chosen here.
 *
 * Correctness first: the plain BM25 must give the published figures, or the sets or the metrics are broken.
 */
import process from 'node:process';
import { parseArgs } from 'node:util';
import { createBenchRows, reportRows } from './lib/bench-rows.ts';
import { measureEmbedders } from './lib/embed-measurements.ts';
import { goalRows } from './lib/embed-goals.ts';
import { encodersUnderTest } from './lib/encoders.ts';
import { writeEmbedTable } from './lib/embed-table.ts';

const { values } = parseArgs({
  options: {
    json: { type: 'boolean', default: false },
    model: { type: 'string' },
    english: { type: 'string' },
    encoders: { type: 'string' },
  },
});
const wanted = values.encoders?.split(',');
const encoders = encodersUnderTest({
  ...(values.model === undefined ? {} : { multilingual: values.model }),
  ...(values.english === undefined ? {} : { english: values.english }),
}).filter(({ name }) => wanted === undefined || wanted.includes(name));
const rows = createBenchRows();
const measurements = await measureEmbedders(encoders, rows);
goalRows(measurements, rows);
if (!values.json) process.stdout.write(writeEmbedTable(measurements));
reportRows(rows, { onlyGoals: true });
