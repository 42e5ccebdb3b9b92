/**
 * What a refused decision says, which `archive gists` prints into logs too.
 */
import { describe, expect, it } from 'vitest';
import { CHAPTERS, deskFolder, testDesk } from './desk.fixture.ts';

describe('the sentence of a refusal', () => {
  it('names no file, nor a piece of its name where that holds a colon (decisions 1.11)', async () => {
    const place = await deskFolder({
      'archive.config.yaml':
        'name: Quay papers\ncollections:\n  - { dir: letters, kind: records, raw: private, exposure: semantic }\n',
      'letters/to Ines: the quay.md': `# A letter\n\n${CHAPTERS[0]}\n`,
    });
    const desk = await testDesk(place);
    const { works } = await desk.archive();
    expect(works.map(({ file }) => file)).toEqual(['letters/to Ines: the quay.md']);
    const { rows } = await desk.rows(works[0]?.id);
    const { status, json } = await desk.act({ action: 'veto', fragmentIds: [rows[0]?.id] });
    expect({ status, message: json.error.message }).toEqual({
      status: 422,
      message: 'the fragment has no gist to decide about',
    });
  });
});
