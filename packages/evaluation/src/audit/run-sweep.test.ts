import fc from 'fast-check';
import { analyze, type UnitKind } from '@archive/text';
import { expect, test } from 'vitest';
import { RUN_SIZES, RunSweep } from './run-sweep.ts';

const SECRET = 'the second key lies behind the third tile over the sink';

function sweepOf(privateTexts: readonly string[], allowed: readonly string[] = []): RunSweep {
  const sweep = new RunSweep();
  for (const text of allowed) sweep.allow(text);
  for (const [at, text] of privateTexts.entries()) sweep.addPrivate(text, `p${at}`);
  return sweep;
}

test('reports five private words wherever they stand, and says where', () => {
  expect(sweepOf([SECRET]).find('{"title":"She said: lies BEHIND the third tile!"}')).toEqual([
    { kind: 'words', sources: ['p0'], at: 4, chars: 22 },
  ]);
});

test('passes four private words', () => {
  expect(sweepOf([SECRET]).find('behind the third tile of another house')).toEqual([]);
});

test('reports twelve characters of Japanese and passes eleven', () => {
  const sweep = sweepOf(['要丸のことはとうとう言わないままだった']);
  expect(sweep.find('「ことはとうとう言わないま」')).toEqual([
    { kind: 'cjk', sources: ['p0'], at: 1, chars: 12 },
  ]);
  expect(sweep.find('「ことはとうとう言わない」')).toEqual([]);
});

test('reports twenty-four characters of Thai and passes fewer', () => {
  const thai = 'ฉันชอบกินข้าวเช้าทุกวันและอ่านข่าวตอนเย็นที่บ้าน';
  const letters = analyze(thai).forms[0].sea.items.length;
  expect(letters).toBeGreaterThan(30);
  expect(sweepOf([thai]).find(thai)).toEqual([{ kind: 'sea', sources: ['p0'], at: 1, chars: 49 }]);
  expect(sweepOf([thai]).find('ฉันชอบกินข้าวเช้าทุก')).toEqual([]);
});

test('does not report a run that public text explains', () => {
  expect(
    sweepOf([SECRET], ['Everybody knows it lies behind the third tile.']).find('lies behind the third tile'),
  ).toEqual([]);
});

test('reports private text in disguise: decomposed, with soft hyphens, in look-alike letters', () => {
  const sweep = sweepOf(['le café très étroit près du quai']);
  const disguised = [
    'le café très étroit près'.normalize('NFD'),
    'le ca\u00adfé très étro\u200bit près',
    'le cаfé très étroit près',
  ];
  expect(disguised.map((text) => sweep.find(text).length)).toEqual([1, 1, 1]);
});

test('finds a name that is spelled out, but not in readings of binary files', () => {
  const spelled = sweepOf(['My name is M A R L O, as in the song']);
  expect(spelled.find('spelt: M-A-R-L-O')).toEqual([{ kind: 'words', sources: ['p0'], at: 2, chars: 6 }]);
  expect(spelled.find('<M>=A;R<L=O', { isBinary: true })).toEqual([]);
  expect(spelled.find('is M A R L', { isBinary: true })).toEqual([
    { kind: 'words', sources: ['p0'], at: 1, chars: 7 },
  ]);
});

test('reports a canary shorter than any run, by number', () => {
  const sweep = sweepOf([SECRET]);
  sweep.addCanary('strongbox 71-09-26');
  sweep.addCanary('Florian Dask');
  expect(sweep.find('we met florian  dask there')).toEqual([
    { kind: 'canary', sources: ['canary 2'], at: 0, chars: 12 },
  ]);
});

test('reports a canary in Japanese, with and without spaces between its characters', () => {
  const sweep = sweepOf([SECRET]);
  sweep.addCanary('仕立屋の二階');
  expect(['通りの仕立屋の二階に', '仕立 屋の\n二階'].map((text) => sweep.find(text).length)).toEqual([1, 1]);
});

test('counts every character of what it finds, once, and passes what was given away by whoever asked', () => {
  const sweep = sweepOf([SECRET]);
  sweep.addCanary('Florian Dask', 'canary of a note');
  const payload = `so ${SECRET}, said Florian Dask; ${SECRET}`;
  const length = SECRET.replaceAll(' ', '').length;
  expect(sweep.find(payload)).toEqual([
    { kind: 'words', sources: ['p0'], at: 2, chars: 2 * length },
    { kind: 'canary', sources: ['canary of a note'], at: 0, chars: 12 },
  ]);
  expect(sweep.find(payload, { given: [SECRET, 'who is Florian Dask?'] })).toEqual([]);
  expect(sweep.find(payload, { given: [SECRET.slice(0, 20), 'Florian'] })).toHaveLength(2);
  // What was given away hides nothing that stands behind it.
  const half = SECRET.split(' ').slice(0, 6).join(' ');
  expect(sweep.find(payload, { given: [half] })).toMatchObject([{ at: 4 }, { kind: 'canary' }]);
});

test('refuses a canary that stands in allowed text', () => {
  const sweep = sweepOf([SECRET], ['A letter to Florian Dask']);
  expect(() => sweep.addCanary('Florian Dask')).toThrow(RangeError);
});

test('finds exactly what the slow reading of the rule finds', () => {
  const units = ['mud', 'bell', 'Bell', 'keу', '港', 'の', 'ก', 'า'];
  const kindOfText = fc.constantFrom(units.slice(0, 4), units.slice(4, 6), units.slice(6), units);
  const text = kindOfText.chain((words) =>
    fc
      .array(fc.tuple(fc.constantFrom(...words), fc.constantFrom(' ', ' ', ', ', '\n', '')), {
        minLength: 10,
        maxLength: 60,
        size: 'max',
      })
      .map((parts) => parts.flat().join('')),
  );
  const texts = fc.record({
    privates: fc.array(text, { minLength: 1, maxLength: 3 }),
    allowed: fc.array(text, { maxLength: 2 }),
  });
  const cases = texts.chain(({ privates, allowed }) => {
    const pieces = [...privates, ...allowed].filter((each) => each.length > 0);
    const cut = fc
      .tuple(
        fc.constantFrom(...(pieces.length === 0 ? ['mud'] : pieces)),
        fc.nat(20),
        fc.integer({ min: 1, max: 60 }),
      )
      .map(([piece, from, length]) => piece.slice(from, from + length));
    return fc.array(cut, { maxLength: 3 }).map((cuts) => ({ privates, allowed, payload: cuts.join(' ') }));
  });
  let reported = 0;
  fc.assert(
    fc.property(cases, ({ privates, allowed, payload }) => {
      const found = sweepOf(privates, allowed).find(payload);
      reported += found.length;
      expect(found.map(({ kind }) => kind).sort()).toEqual(slowKinds(privates, allowed, payload));
    }),
    { numRuns: 300, seed: 7 },
  );
  expect(reported).toBeGreaterThan(50);
});

/** The rule as it is written: some run of the payload is in a private text and in no allowed one. */
function slowKinds(privates: readonly string[], allowed: readonly string[], payload: string): UnitKind[] {
  const kinds = new Set<UnitKind>();
  for (const form of [0, 1] as const) {
    for (const kind of ['words', 'cjk', 'sea'] as const) {
      const unitsOf = (text: string): readonly string[] => analyze(text).forms[form][kind].items;
      const holds = (text: string, run: readonly string[]): boolean => {
        const all = unitsOf(text);
        return all.some((_, at) => run.every((item, offset) => all[at + offset] === item));
      };
      const units = unitsOf(payload);
      for (let at = 0; at + RUN_SIZES[kind] <= units.length; at++) {
        const run = units.slice(at, at + RUN_SIZES[kind]);
        if (privates.some((text) => holds(text, run)) && !allowed.some((text) => holds(text, run)))
          kinds.add(kind);
      }
    }
  }
  return [...kinds].sort();
}
