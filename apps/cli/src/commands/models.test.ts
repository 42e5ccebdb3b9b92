import { MODEL_CHECKSUMS } from '@archive/embed-static';
import { describe, expect, it } from 'vitest';
import { runCommand } from '../run-command.fixture.ts';

describe('archive models', () => {
  it('lists the built-in models, the default first', async () => {
    const { code, stdout } = await runCommand('models', 'list', '--json');
    expect(code).toBe(0);
    const { models } = JSON.parse(stdout) as { models: Record<string, unknown>[] };
    expect(models.map(({ name, reach, dimensions }) => ({ name, reach, dimensions }))).toEqual([
      { name: 'static-multilingual', reach: 'semantic', dimensions: 256 },
      { name: 'static-english', reach: 'semantic', dimensions: 256 },
      { name: 'ngram', reach: 'lexical', dimensions: 512 },
    ]);
  }, 60_000);

  it('says everything of one, with the checksum an index names', async () => {
    const { stdout } = await runCommand('models', 'info', 'static-multilingual', '--json');
    const sha256 = MODEL_CHECKSUMS['static-multilingual'];
    expect(JSON.parse(stdout)).toMatchObject({
      model: `static-multilingual/1@${sha256?.slice(0, 12)}`,
      sha256,
    });
  }, 60_000);

  it('misuse: a model that is not built in', async () => {
    const { code, stderr } = await runCommand('models', 'info', 'other');
    expect(code).toBe(2);
    expect(stderr).toContain('no built-in model has this name');
  });
});
