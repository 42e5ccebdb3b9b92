import { readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.resolve(import.meta.dirname, '../..');

interface Schema {
  properties?: Record<string, Schema>;
  items?: Schema;
}

function rowsOf(section: string): string[] {
  const page = readFileSync(path.join(root, 'docs/reference/config.md'), 'utf8');
  const text = page.split(/^## /m).find((part) => part.startsWith(section)) ?? '';
  return [...text.matchAll(/^\| `(\w+)` \|/gm)].map((match) => match[1] ?? '');
}

it('docs/reference/config.md has a row for every key of the config, of a collection, of the embedder and of the server', () => {
  const schema = JSON.parse(
    readFileSync(path.join(root, 'packages/ingest/schema/archive-config.json'), 'utf8'),
  ) as Schema;
  const keys = (part: Schema | undefined): string[] => Object.keys(part?.properties ?? {}).sort();
  expect(rowsOf('# Config').sort()).toEqual(keys(schema));
  expect(rowsOf('collections').sort()).toEqual(keys(schema.properties?.['collections']?.items));
  expect(rowsOf('server').sort()).toEqual(keys(schema.properties?.['server']));
  expect(rowsOf('embed').sort()).toEqual(keys(schema.properties?.['embed']));
});
