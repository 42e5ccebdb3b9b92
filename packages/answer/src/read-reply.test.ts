import { describe, expect, it } from 'vitest';
import { readReply } from './read-reply.ts';

const empty = { isNotFound: false, sentences: [], related: [] };

describe('readReply', () => {
  it.each([
    '',
    'The keeper burned his letters [1].',
    '[]',
    'null',
    '7',
    '{"sentences":{}}',
    '{"related":7}',
    '{"sentences":["x"]}',
    '{"sentences":[{"text":7,"citations":[]}]}',
    '{"sentences":[{"text":"x","citations":"a#b"}]}',
    '{"mode":"partial","sentences":[{"text":"x"',
  ])('has no use for %j', (text) => expect(readReply(text)).toBeUndefined());

  it('reads a reply with a fence of Markdown around it, and drops keys it did not ask for', () => {
    const text =
      '```json\n{"mode":"partial","sentences":[{"text":"x","citations":[{"fragmentId":"a#b","url":"u","n":1}],"n":1}],"related":[],"n":1}\n```';
    expect(readReply(text)).toEqual({
      ...empty,
      sentences: [{ text: 'x', citations: [{ fragmentId: 'a#b', url: 'u' }] }],
    });
  });

  it('keeps the place of a citation of another shape', () => {
    const nothing = { fragmentId: '', url: '' };
    expect(
      readReply('{"sentences":[{"text":"x","citations":[0,"a#b",null,{"url":"u"}]}],"related":[1]}'),
    ).toEqual({
      ...empty,
      sentences: [{ text: 'x', citations: [nothing, nothing, nothing, { fragmentId: '', url: 'u' }] }],
      related: [nothing],
    });
  });

  it('takes a declared mode only where it says that there is no answer', () => {
    expect(readReply('{"mode":"not-found"}')).toEqual({ ...empty, isNotFound: true });
    expect(readReply('{"mode":"supported"}')).toEqual(empty);
    expect(readReply('{"mode":7}')).toEqual(empty);
  });

  it('has no use for more than 40,000 characters', () => {
    const reply = '{"mode":"partial"}';
    expect(readReply(reply.padEnd(40_000))).toEqual(empty);
    expect(readReply(reply.padEnd(40_001))).toBeUndefined();
  });

  it('reads nothing from a prototype', () => {
    expect(readReply('{"__proto__":{"mode":"not-found"}}')).toEqual(empty);
  });
});
