import { execFileSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises';
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

  it('reads JSON, and a YAML file of comments alone', async () => {
    await write('archive.config.json', '{"limits":{"files":3}}');
    expect(await loadArchiveConfig(folder)).toEqual({
      configFile: 'archive.config.json',
      limits: { files: 3 },
    });
    await rm(path.join(folder, 'archive.config.json'));
    await write('archive.config.yml', '# nothing yet\n');
    expect(await loadArchiveConfig(folder)).toEqual({ configFile: 'archive.config.yml' });
  });

  it('reads the section of the server, and refuses what is misspelt or unsafe in it', async () => {
    const server = {
      origin: 'https://archive.example.org',
      trustedProxies: ['127.0.0.1', '10.0.0.0/8'],
      cors: ['https://www.example.org'],
      limits: { requestsPerMinute: 60, embeddingsPerDay: 500 },
      redis: 'redis://localhost:6379',
      metricsPort: 9464,
      maxConnections: 100,
      searchThreads: 2,
    };
    await write('archive.config.json', JSON.stringify({ server }));
    expect(await loadArchiveConfig(folder)).toEqual({ configFile: 'archive.config.json', server });
    for (const [section, problem] of [
      [{ trustedProxy: ['127.0.0.1'] }, 'server has the unknown key `trustedProxy`'],
      [{ limits: { perMinute: 1 } }, 'server.limits has the unknown key `perMinute`'],
      [{ limits: { requestsPerMinute: 0 } }, 'server.limits.requestsPerMinute is below 1'],
      [{ origin: 'https://a.example/path' }, 'server.origin is no origin'],
      [{ cors: ['https://a.example/'] }, 'server.cors'],
      [{ cors: [] }, 'server.cors holds fewer than 1'],
      [{ redis: 'redis://user:secret@localhost' }, 'server.redis holds a user name or password'],
      [{ redis: 'http://localhost' }, 'server.redis is no address of a kind it takes, or lacks its scheme'],
      [{ metricsPort: 70_000 }, 'server.metricsPort is above 65535'],
      [{ searchThreads: 9 }, 'server.searchThreads is above 8'],
      [{ searchThreads: 1.5 }, 'server.searchThreads is no whole number'],
    ] as const) {
      await write('archive.config.json', JSON.stringify({ server: section }));
      await expect(loadArchiveConfig(folder)).rejects.toThrow(problem);
    }
  });

  it.each([
    'Archive.config.yaml',
    'archive.config.YAML',
    'archive.yaml',
    'archiv.config.yaml',
    '.archive.config.yaml',
    'archive.config.toml',
    'archive-config.json',
  ])('refuses %s instead of passing it over', async (name) => {
    await write(name, 'defaults: {raw: private}\n');
    await expect(loadArchiveConfig(folder)).rejects.toThrow(`${name}: is no name a config may have`);
  });

  it('refuses an empty file, a link that leads nowhere, a folder and a pipe, without waiting', async () => {
    const file = path.join(folder, 'archive.config.yaml');
    await writeFile(file, '');
    await expect(loadArchiveConfig(folder)).rejects.toThrow('archive.config.yaml: is empty');
    await rm(file);
    await symlink('nowhere', file);
    await expect(loadArchiveConfig(folder)).rejects.toThrow('archive.config.yaml: cannot be read as a file');
    await rm(file);
    await mkdir(file);
    await expect(loadArchiveConfig(folder)).rejects.toThrow('archive.config.yaml: cannot be read as a file');
    await rm(file, { recursive: true });
    execFileSync('mkfifo', [file]);
    await expect(loadArchiveConfig(folder)).rejects.toThrow('archive.config.yaml: cannot be read as a file');
  });

  it('refuses a key that comes twice in JSON too', async () => {
    await write('archive.config.json', '{"defaults":{"raw":"private"},"defaults":{"raw":"public"}}');
    await expect(loadArchiveConfig(folder)).rejects.toThrow(/archive\.config\.json: .*not well formed/);
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
    [
      'a second document',
      'name: a\n---\nname: canary-value\n',
      /not well formed at line \d \(multiple-docs\)/,
    ],
    ['a __proto__ key', '__proto__: {fixture: true}', /archive\.config\.yaml: /],
  ])('refuses %s by field, without the value', async (_case, text, message) => {
    await write('archive.config.yaml', text);
    const error = await loadArchiveConfig(folder).catch((caught: unknown) => caught);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toMatch(message);
    expect((error as Error).message).not.toContain('canary-value');
    expect(({} as { fixture?: boolean }).fixture).toBeUndefined();
  });

  it('refuses a folder inside an archive: its policy stands above', async () => {
    await write('archive.config.yaml', 'defaults: {raw: private}\n');
    const inner = path.join(folder, 'a', 'b');
    await mkdir(inner, { recursive: true });
    await expect(loadArchiveConfig(inner)).rejects.toThrow(
      '../../archive.config.yaml: says that this folder is part of an archive',
    );
  });

  it('refuses two configs', async () => {
    await write('archive.config.yaml', '# a');
    await write('archive.config.json', '{}');
    await expect(loadArchiveConfig(folder)).rejects.toThrow(
      'archive.config.json: stands beside archive.config.yaml',
    );
  });
});
