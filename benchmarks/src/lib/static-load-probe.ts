/**
 * Run in a process of its own by `embed-speed`: opens a model, or nothing, and says how long that took and what is in memory.
 *
 * Arguments: a model file and its SHA-256, or none for the empty process to compare with. The package is imported either
 * way, so that what is measured is the model and not the code.
 */
import process from 'node:process';
import { createStaticEmbedder } from '@archive/embed-static/node';

const [file, sha256] = process.argv.slice(2);
const begun = performance.now();
const embedder =
  file === undefined || sha256 === undefined ? undefined : await createStaticEmbedder({ file, sha256 });
const loadMs = performance.now() - begun;
await embedder?.embed(['a first sentence, so that everything lazy is there']);
const firstMs = performance.now() - begun;
globalThis.gc?.();
process.stdout.write(JSON.stringify({ loadMs, firstMs, rss: process.memoryUsage().rss }));
