import { describe, expect, it } from 'vitest';
import { fog, keys, light, pair, tape } from './answer-samples.fixture.ts';
import { resolveCitations } from './resolve-citations.ts';

const second = { ...light, fragmentId: 'essay:light#s2', text: 'More.' };
const shown = { passages: [light, fog], places: [keys, tape] };
const URL = light.entity.url;

function ofSentence(citations: { fragmentId: string; url: string }[], of = shown) {
  const { sentences, related } = resolveCitations(
    { isNotFound: false, sentences: [{ text: 'x', citations }], related: [] },
    of,
  );
  const { text: _, ...rest } = sentences[0]!;
  return { ...rest, related };
}
const none = { cited: [], hasUnresolved: false, hasPlace: false, related: [] };

describe('resolveCitations (decisions 5.2)', () => {
  it.each([
    ['an exact pair', pair(light), light],
    [
      'an id with a wrong address, which is written anew',
      { fragmentId: light.fragmentId, url: `${URL}x` },
      light,
    ],
    ['an id with the address of another', { fragmentId: light.fragmentId, url: fog.entity.url }, light],
    ['an id with blanks around it', { fragmentId: ` ${light.fragmentId}\n`, url: '' }, light],
    ['an address that one passage alone has', { fragmentId: '1', url: fog.entity.url }, fog],
  ])('brings %s to its passage', (_, citation, hit) => {
    expect(ofSentence([citation])).toEqual({ ...none, cited: [hit] });
  });

  it.each([
    ['an index', { fragmentId: '1', url: '' }],
    ['an index in brackets', { fragmentId: '[1]', url: '[1]' }],
    ['nothing', { fragmentId: '', url: '' }],
    [
      'an unknown id whose address is one letter off',
      { fragmentId: 'essay:lamp#s1', url: URL.replace('light', 'lihgt') },
    ],
    ['an id one letter off', { fragmentId: 'essay:light#s9', url: 'x' }],
    ['an id in another case', { fragmentId: 'ESSAY:LIGHT#s1', url: 'x' }],
    ['the id of the work', { fragmentId: 'essay:light', url: 'x' }],
  ])('brings %s to nothing', (_, citation) => {
    expect(ofSentence([citation])).toEqual({ ...none, hasUnresolved: true });
    expect(ofSentence([pair(light), citation])).toEqual({ ...none, cited: [light], hasUnresolved: true });
  });

  it('does not guess between two passages of one address', () => {
    const two = { passages: [light, second], places: [keys] };
    expect(ofSentence([{ fragmentId: '?', url: URL }], two)).toEqual({ ...none, hasUnresolved: true });
  });

  it('prefers a passage to a place of the same address, in a sentence, and a place in the list', () => {
    const place = { ...keys, entity: { ...keys.entity, url: URL } };
    const both = { passages: [light], places: [place] };
    const citation = { fragmentId: '?', url: URL };
    expect(ofSentence([citation], both)).toEqual({ ...none, cited: [light] });
    expect(resolveCitations({ isNotFound: false, sentences: [], related: [citation] }, both).related).toEqual(
      [place],
    );
  });

  it('moves a place that a sentence cites to the related places', () => {
    expect(ofSentence([pair(keys)])).toEqual({ ...none, hasPlace: true, related: [keys] });
    expect(ofSentence([{ fragmentId: '?', url: tape.entity.url }, pair(light)])).toEqual({
      ...none,
      cited: [light],
      hasPlace: true,
      related: [tape],
    });
  });

  it('drops a passage from the related places, repeats, and keeps listed places first', () => {
    const reply = {
      isNotFound: false,
      sentences: [{ text: 'x', citations: [pair(keys), pair(light), pair(light)] }],
      related: [pair(tape), pair(light), pair(tape)],
    };
    expect(resolveCitations(reply, shown)).toEqual({
      sentences: [{ text: 'x', cited: [light], hasUnresolved: false, hasPlace: true }],
      related: [tape, keys],
      hasUnresolvedRelated: false,
    });
  });

  it('says that the related list names something unknown', () => {
    const reply = { isNotFound: false, sentences: [], related: [pair(tape), { fragmentId: 'x', url: 'y' }] };
    expect(resolveCitations(reply, shown)).toEqual({
      sentences: [],
      related: [tape],
      hasUnresolvedRelated: true,
    });
  });
});
