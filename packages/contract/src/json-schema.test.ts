/**
 * The committed JSON Schemas, for readers in other languages: generated from the zod schemas, compared here.
 * `UPDATE_GOLDEN=1` rewrites them.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { answerEventSchema } from './answer-event.ts';
import { answerVerificationSchema, verifyRequestSchema } from './answer-verification.ts';
import { answerSchema } from './answer.ts';
import { evidenceHitSchema, fragmentFaceSchema } from './evidence-hit.ts';
import { searchRequestSchema } from './search-request.ts';
import { searchResponseSchema } from './search-response.ts';

const folder = path.join(import.meta.dirname, '../schema');

it.each([
  ['answer', answerSchema],
  ['answer-event', answerEventSchema],
  ['answer-verification', answerVerificationSchema],
  ['evidence-hit', evidenceHitSchema],
  ['fragment-face', fragmentFaceSchema],
  ['search-request', searchRequestSchema],
  ['search-response', searchResponseSchema],
  ['verify-request', verifyRequestSchema],
] as const)('schema/%s.json says what the zod schema says', (name, schema) => {
  const file = path.join(folder, `${name}.json`);
  const generated = `${JSON.stringify(z.toJSONSchema(schema, { io: 'input' }), null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(folder, { recursive: true });
    writeFileSync(file, generated);
  }
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(generated);
});
