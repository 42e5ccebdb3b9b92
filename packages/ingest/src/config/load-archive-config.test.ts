import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ConfigError, loadArchiveConfig } from './load-archive-config.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'archive-config-'));
});
afterEach(async () => {
  await rm(folder, { recursive: true });
});
const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);

describe('loadArchiveConfig', () => {
  it('is empty for a folder without a config', async () => {
    expect(await loadArchiveConfig(folder)).toEqual({});
  });

  it('reads YAML with a byte order mark, CRLF and no final newline', async () => {
    await write(
      'archive.config.yaml',
      '\uFEFFname: Tide\r\ndefaults:\r\n  raw: private\r\ncollections:\r\n  - dir: essays\r\n    kind: records',
    );
    expect(await loadArchiveConfig(folder)).toEqual({
      configFile: 'archive.config.yaml',
      name: 'Tide',
      defaults: { raw: 'private' },
      collections: [{ dir: 'essays', kind: 'records' }],
    });
  });

  it('reads JSON and an empty YAML file', async () => {
    await write('archive.config.json', '{"limits":{"files":3}}');
    expect(await loadArchiveConfig(folder)).toEqual({
      configFile: 'archive.config.json',
      limits: { files: 3 },
    });
    await rm(path.join(folder, 'archive.config.json'));
    await write('archive.config.yml', '');
    expect(await loadArchiveConfig(folder)).toEqual({ configFile: 'archive.config.yml' });
  });

  it.each([
    ['an unknown key', 'secretkey: canary-value', /the config has the unknown key `secretkey`/],
    [
      'an unknown key of a collection',
      'collections: [{dir: a, kind: notes, expsoure: none}]',
      /collections\.0 has the unknown key `expsoure`/,
    ],
    [
      'a value outside its set',
      'defaults: {raw: canary-value}',
      /defaults\.raw is not one of public, private/,
    ],
    ['a word for a boolean', 'fixture: canary-value', /fixture is missing or not of type boolean/],
    [
      'an address with a password',
      'baseUrl: https://canary-value:x@a.example',
      /baseUrl holds a user name or password/,
    ],
    ['an unknown time zone', 'timeZone: canary-value/None', /timeZone is not a time zone/],
    ['broken YAML', 'name: "canary-value', /not well formed at line 1/],
    ['a __proto__ key', '__proto__: {fixture: true}', /archive\.config\.yaml: /],
  ])('refuses %s by field, without the value', async (_case, text, message) => {
    await write('archive.config.yaml', text);
    const error = await loadArchiveConfig(folder).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('canary-value');
    expect(({} as { fixture?: boolean }).fixture).toBeUndefined();
  });

  it('refuses two configs', async () => {
    await write('archive.config.yaml', '');
    await write('archive.config.json', '{}');
    await expect(loadArchiveConfig(folder)).rejects.toThrow(
      'archive.config.yaml: stands beside archive.config.json',
    );
  });
});
