import { ArchiveError } from '@archive/contract';
import { MisauthoredError } from '@archive/index';
import { describe, expect, it } from 'vitest';
import { withoutFile } from './keyed-error.ts';

describe('withoutFile', () => {
  it('keeps field and problem and leaves out the path (decisions 1.11)', () => {
    const error = new MisauthoredError({
      path: 'letters/to Ines: the quay.md',
      field: 'exposure',
      problem: 'asks for the text of a private work',
      help: 'ask for `semantic`',
    });
    expect((withoutFile(error) as Error).message).toBe(
      'a file of the archive: exposure asks for the text of a private work',
    );
  });

  it('says only the kind of an error that names several files', () => {
    const error = new ArchiveError('id-collision', { message: 'a.md and b.md have one id', help: 'rename' });
    expect((withoutFile(error) as Error).message).toBe('a file of the archive: it is refused (id-collision)');
  });

  it('leaves other errors as they are', () => {
    const error = new ArchiveError('plan-moved', { message: 'the plan is another one now', help: 'look' });
    expect(withoutFile(error)).toBe(error);
    expect(withoutFile(3)).toBe(3);
  });
});
