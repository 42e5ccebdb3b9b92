import { describe, expect, it } from 'vitest';
import { light } from '../answer-samples.fixture.ts';
import { checkSentence } from './check-sentence.ts';

/** A passage, a sentence that cites it, and what is found. */
type Row = readonly [passage: string, sentence: string];

function found(passage: string, text: string) {
  const hit = { ...light, text: passage };
  return checkSentence({ text, cited: [hit], hits: [hit] });
}

describe('what is cut out of a sentence of the passage', () => {
  it.each<Row>([
    ['3.5 million people crossed the bridge in winter.', '5 million people crossed the bridge in winter.'],
    ['1,200 people crossed the bridge in winter.', '200 people crossed the bridge in winter.'],
    ['40 degrees was measured on the bridge.', '-40 degrees was measured on the bridge.'],
    ['40 degrees was measured on the bridge.', '−40 degrees was measured on the bridge.'],
    ['-40 degrees was measured on the bridge.', '40 degrees was measured on the bridge.'],
    ['The bridge has cost the town 3.5 million crowns.', 'The bridge has cost the town 3.'],
    ['The bridge has cost the town 3 million crowns.', 'The bridge has cost the town 3.'],
    ['The toll of the bridge rose by 5% in winter.', 'The toll of the bridge rose by 5.'],
    ['It is said that 100-200 carts crossed the bridge.', '200 carts crossed the bridge.'],
    ['The bridge has 10² metres of oak.', 'The bridge has 102 metres of oak.'],
  ])('keeps its numbers: %j is not %j', (passage, sentence) => {
    expect(found(passage, sentence)).toEqual(['number']);
    expect(found(passage, passage)).toEqual([]);
  });

  it.each<Row>([
    ['It is not true that the miller burned the bridge.', 'The miller burned the bridge.'],
    ['Nobody believes that the miller burned the bridge.', 'The miller burned the bridge.'],
    ['Niemand glaubt, dass der Müller die Brücke verbrannte.', 'Der Müller die Brücke verbrannte.'],
    ['水車屋は橋を燃やしたのではない。', '水車屋は橋を燃やした。'],
  ])('keeps its denial: %j is not %j', (passage, sentence) => {
    expect(found(passage, sentence)).toEqual(['denial']);
    expect(found(passage, passage)).toEqual([]);
  });

  it('is whole with the sentence after it, without the mark of a list, and with its stop left out', () => {
    const passage = '- No ship is late. “Nobody burned it.[1]\n- The bridge stood';
    expect(found(passage, '“Nobody burned it')).toEqual([]);
    expect(found(passage, 'No ship is late: “nobody burned it.')).toEqual([]);
    expect(found('He said “so it was. He left.', '“so it was')).toEqual(
      ['unsupported', 'unclosed'].toReversed(),
    );
  });
});

describe('numbers that are changed', () => {
  it.each<Row>([
    ['At dawn the bridge had 40 degrees in winter.', 'In winter the bridge had –40 degrees at dawn.'],
    ['At dawn the bridge had 40 degrees in winter.', 'In winter the bridge had minus 40 degrees at dawn.'],
    ['The bridge cost the town 5 crowns in winter.', 'In winter the bridge cost the town 5k crowns.'],
    ['The bridge cost the town 5 crowns in winter.', 'In winter the bridge cost the town 5‰.'],
    [
      'The bridge burned in the third winter of the war.',
      'In the fifth winter of the war the bridge burned.',
    ],
    ['The bridge lost one arch of stone in the war.', 'In the war the bridge lost half an arch of stone.'],
    ['The bridge was built under Louis XIV with stone.', 'Under Louis XVI the bridge was built with stone.'],
    ['The bridge burned on 12 March in the war.', 'In the war the bridge burned on 12 May.'],
    ['Le pont a brûlé le 12 mars pendant la guerre.', 'Pendant la guerre le pont a brûlé le 12 mai.'],
    ['橋は三年の冬に燃えた。', '橋は廿年の冬に燃えた。'],
    ['The bridge burned in 2 winters of the war.', 'The bridge burned in ௱ winters of the war.'],
    ['There were 3 100 metre races on the bridge.', 'On the bridge there were 3100 metre races.'],
    ['Die Brücke hat fünf Bogen aus Stein.', 'Aus Stein hat die Brücke einundzwanzig Bogen.'],
    ['Die Brücke hat fünf Bogen aus Stein.', 'Aus Stein hat die Brücke zweihundert Bogen.'],
    ['El puente tiene cinco arcos de piedra.', 'De piedra el puente tiene veintiocho arcos.'],
  ])('%j does not hold those of %j', (passage, sentence) => {
    expect(found(passage, sentence)).toEqual(['number']);
    expect(found(passage, passage)).toEqual([]);
  });

  it.each<Row>([
    ['The lamp of the bridge burns 5 mW of power.', 'The lamp of the bridge burns 5 MW of power.'],
    ['The bridge burned for eleven seconds in winter.', 'In winter the bridge burned for eleven hours.'],
    ['The bridge is 5 km from the gate.', 'From the gate the bridge is 5 miles.'],
    ['The bridge cost the town 5 crowns in winter.', 'In winter the bridge cost the town 5M.'],
    ['The bridge burned in 2 winters of the war.', 'The bridge burned in 2O winters of the war.'],
    ['The bridge burned in 2 winters of the war.', 'The bridge burned in 2З winters of the war.'],
    ['The bridge burned in 9 winters of the war.', 'The bridge burned in l9 winters of the war.'],
    ['橋は3年の冬に燃えた。', '冬に橋は3日で燃えた。'],
  ])('%j does not hold the word after those of %j', (passage, sentence) => {
    expect(found(passage, sentence)).toEqual(['unit']);
    expect(found(passage, passage)).toEqual([]);
  });

  it.each<Row>([
    ['The bridge is 5 km from the gate.', 'From the gate the bridge is 5 kilometres.'],
    ['The bridge is 5km from the gate.', 'From the gate the bridge is 5km.'],
    ['The bridge has 12 old stone arches.', 'Of stone the bridge has 12 arches.'],
    ['The bridge stood from 1990–1995 in oak.', 'In oak the bridge stood from 1990 to 1995.'],
    ['The bridge burned on 1987-05-03 in the war.', 'In the war the bridge burned in May 1987.'],
    ['The bridge burned in the third winter.', 'In the 3rd winter the bridge burned.'],
    ['In 1987 the miller burned the bridge.', 'The miller in 1987 burned the bridge.'],
    ['The town paid 3\u202f100 crowns for the bridge.', 'For the bridge the town paid 3 100 crowns.'],
  ])('%j holds those of %j', (passage, sentence) => expect(found(passage, sentence)).toEqual([]));
});

describe('what is added', () => {
  it.each<Row>([
    [
      'The bridge burned in the winter of the war.',
      'Adolf Hitler burned the bridge in the winter of the war.',
    ],
    ['The bridge burned in the winter of the war.', 'In the winter of the war the bridge of Prague burned.'],
  ])('to %j is a name: %j', (passage, sentence) => expect(found(passage, sentence)).toEqual(['name']));

  it('may be a name of the title or the maker, or the name with an ending', () => {
    const passage = 'The bridge of Prag burned in the winter of the war.';
    expect(found(passage, 'In the winter, says Mira Vold, the bridge of Prags burned.')).toEqual([]);
  });

  it.each<Row>([
    ['The bridge burned in the winter of the war.', 'The bridge never burned in the winter of the war.'],
    ['The bridge burned in the war. No ship was late.', 'The bridge never burned in the war.'],
    ['The bridge burned in the winter of the war.', "The bridge didn't burn in the winter of the war."],
    ['The miller never burned a bridge of oak.', 'The miller never burned a bridge, and nobody burned oak.'],
    ['Die Brücke brannte im Winter.', 'Im Winter brannte die Brücke nicht.'],
    ['Le pont brûlait pendant la guerre.', 'Pendant la guerre le pont ne brûlait pas.'],
    ['El puente ardió en la guerra.', 'En la guerra el puente nunca ardió.'],
  ])('to %j is a denial: %j', (passage, sentence) => expect(found(passage, sentence)).toEqual(['denial']));
});

describe('the work for one sentence', () => {
  it('ends at its length, and at twenty quotations', () => {
    expect(found('The bridge burned.', '“x” '.repeat(200))).toEqual(['long']);
    expect(found('The bridge burned.', `The bridge burned ${'“burned” '.repeat(21)}`)).toEqual(['crowded']);
    expect(found('The bridge burned.', `The bridge burned ${'“burned” '.repeat(20)}`)).toEqual([]);
  });
});
