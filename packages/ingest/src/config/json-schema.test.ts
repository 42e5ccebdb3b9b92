/**
 * The committed JSON Schema of the config, for editors: generated from the zod schema, compared here.
 * `UPDATE_GOLDEN=1` rewrites it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { archiveConfigSchema } from './archive-config.ts';

it('schema/archive-config.json says what the zod schema says', () => {
  const file = path.join(import.meta.dirname, '../../schema/archive-config.json');
  const generated = `${JSON.stringify(z.toJSONSchema(archiveConfigSchema, { io: 'input' }), null, 2)}\n`;
  if (process.env['UPDATE_GOLDEN'] === '1') {
    mkdirSync(path.dirname(file), { recursive: true });
    writeFileSync(file, generated);
  }
  expect(existsSync(file)).toBe(true);
  expect(readFileSync(file, 'utf8')).toBe(generated);
});
