import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tinyParts } from './tiny-model.fixture.ts';
import { createTokeniser } from './tokeniser.ts';

const { pieces, scores, facts } = tinyParts();
const parts = { pieces, scores, buckets: facts.buckets };
const tokeniser = createTokeniser(parts);
const piecesOf = (text: string): string[] =>
  Array.from(tokeniser.encode(text).ids, (id) => tokeniser.pieceAt(id));
const shares = (text: string): { unknown: number; total: number } => {
  const { unknown, total } = tokeniser.encode(text);
  return { unknown, total };
};

describe('words of spaced scripts', () => {
  it('are one piece where the word is one, whatever its case', () => {
    expect(piecesOf('The BELL, in (the) fog!')).toEqual(['▁the', '▁bell', '▁in', '▁the', '▁fog']);
  });

  it('are covered by a piece that begins a word and pieces inside it', () => {
    expect(piecesOf('ringing tests unbelled')).toEqual(['▁ring', 'ing', '▁test', 's', '▁un', 'bell', 'ed']);
  });

  it('in Hebrew lose their points, in Hindi and Korean keep their marks and syllables', () => {
    expect(piecesOf('שָׁלוֹם और 바다')).toEqual(['▁שלום', '▁और', '▁바다']);
  });
});

describe('stretches of unspaced scripts', () => {
  it('are covered by the pieces whose scores sum highest', () => {
    expect(piecesOf('日本語の海')).toEqual(['日本', '語', 'の', '海']);
    expect(piecesOf('ฉันชอบกินข้าว')).toEqual(['ฉัน', 'ชอบ', 'กิน', 'ข้าว']);
  });

  it('end where a word begins', () => {
    expect(piecesOf('日本test中国')).toEqual(['日本', '▁test', '中国']);
  });

  it('know characters outside the basic plane', () => {
    expect(piecesOf('𠮷日')).toEqual(['𠮷', '日']);
    expect(shares('𠮷日')).toEqual({ unknown: 0, total: 3 });
  });
});

describe('among covers', () => {
  const coverOf = (text: string, scored: Record<string, number>): string[] => {
    const own = createTokeniser({ pieces: Object.keys(scored), scores: Object.values(scored), buckets: 1 });
    return Array.from(own.encode(text).ids, (id) => own.pieceAt(id));
  };

  it('an uncovered character costs ten more than the least probable piece', () => {
    const scored = { 日本: -14, 語海: -14, 日本語: -1, 他: -20 };
    expect(coverOf('日本語海', scored)).toEqual(['日本', '語海']);
    expect(coverOf('日本語海', { ...scored, 日本: -17.5 })).toEqual(['日本語', '#0']);
  });

  it('equally probable ones yield the one whose last piece is longer', () => {
    expect(coverOf('日本語', { 日: -2, 語: -2, 日本: -3, 本語: -3 })).toEqual(['日', '本語']);
  });
});

describe('what no piece covers', () => {
  it('yields hashed n-grams and counts as unknown', () => {
    const { ids, unknown, total } = tokeniser.encode('ქართული');
    expect({ known: ids.filter((id) => id < tokeniser.pieces).length, unknown, total }).toEqual({
      known: 0,
      unknown: 7,
      total: 7,
    });
  });

  it('is also a word that could only be spelled, three letters or more in a row', () => {
    expect(shares('qzjw')).toEqual({ unknown: 4, total: 4 });
    expect(piecesOf('qzjw').every((piece) => piece.startsWith('#'))).toBe(true);
    expect(shares('bells')).toEqual({ unknown: 0, total: 5 });
  });

  it('takes at most sixteen ids for a run of a word, and once for what repeats', () => {
    expect(tokeniser.encode('ქართულიენააქართველებისენა').ids.length).toBe(16);
    expect(tokeniser.encode('ქქქქქქქქ').ids.length).toBeLessThanOrEqual(9);
  });

  it('is symbols where there is nothing else, and only there', () => {
    expect(shares('?!')).toEqual({ unknown: 2, total: 2 });
    expect(shares('the?!')).toEqual({ unknown: 0, total: 3 });
    expect(tokeniser.encode('👍').ids.length).toBe(1);
  });

  it('is nothing in a text of white space, controls and invisible characters', () => {
    for (const text of ['', ' \t\r\n\u00a0', '\u200b\u00ad\u2060\ufeff', '\u0000\u001b', '\u061c\u0600']) {
      expect(tokeniser.encode(text)).toEqual({ ids: new Int32Array(0), unknown: 0, total: 0 });
    }
  });
});

describe('any text', () => {
  it('is covered as a slow and obvious search covers it', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        expect(tokeniser.encode(text)).toEqual(slowEncode(text));
      }),
      { numRuns: 300 },
    );
  });

  it('is cut where a stretch is longer than 256 units, and each part stands for itself', () => {
    for (const text of [
      'bell'.repeat(70),
      '日本語'.repeat(100),
      `日${'𠮷'.repeat(200)}`,
      'ab'.repeat(300),
      '!'.repeat(300),
    ]) {
      expect(tokeniser.encode(text)).toEqual(slowEncode(text));
    }
    expect(piecesOf(`${'日'.repeat(255)}日本`).slice(-2)).toEqual(['日', '本']);
  });

  it('gives the same ids when asked again, after others, and by another tokeniser of the same parts', () => {
    const other = createTokeniser({ ...parts, pieces: pieces.map((piece) => `${piece}\n`).join('') });
    fc.assert(
      fc.property(awkward, awkward, (text, between) => {
        const first = tokeniser.encode(text);
        const kept = { ...first, ids: first.ids.slice() };
        tokeniser.encode(between);
        expect(first).toEqual(kept);
        expect(tokeniser.encode(text)).toEqual(kept);
        expect(other.encode(text)).toEqual(kept);
      }),
      { numRuns: 100 },
    );
  });

  it('gives the same ids composed and decomposed', () => {
    fc.assert(
      fc.property(awkward, (text) => {
        const given = text.replace(/\p{Cs}/gu, '');
        expect(tokeniser.encode(given.normalize('NFD'))).toEqual(tokeniser.encode(given.normalize('NFC')));
      }),
      { numRuns: 200 },
    );
  });

  it('yields something when it holds a letter, digit, mark or visible symbol', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', minLength: 1 }), (text) => {
        const visible = /[\p{L}\p{N}\p{P}\p{S}]/u.test(
          text.replace(/\p{Default_Ignorable_Code_Point}/gu, ''),
        );
        const { ids, unknown, total } = tokeniser.encode(text);
        if (visible) expect(ids.length).toBeGreaterThan(0);
        expect(ids.length > 0).toBe(total > 0);
        expect(unknown).toBeLessThanOrEqual(total);
        expect(ids.every((id) => id >= 0 && id < tokeniser.pieces + tokeniser.buckets)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });

  it('costs linear time and space, however long a stretch is', () => {
    for (const unit of ['q', 'bell', '日', '日本', 'ก', 'ა', '\u0301', '👍', 'ab1']) {
      const { ids, total } = tokeniser.encode(unit.repeat(200_000 / unit.length));
      expect(total).toBeGreaterThan(0);
      expect(ids.length).toBeLessThanOrEqual(2 * total);
    }
  });
});

it('refuses parts that do not fit', () => {
  expect(() => createTokeniser({ pieces: ['a'], scores: [], buckets: 1 })).toThrow(RangeError);
  expect(() => createTokeniser({ pieces: ['a'], scores: [-1], buckets: 0 })).toThrow(RangeError);
});

/** Text in which pieces, near misses, marks, other scripts and rubbish meet. */
const awkward = fc
  .array(
    fc.oneof(
      fc.constantFrom(...pieces.map((piece) => piece.replace('▁', ''))),
      fc.constantFrom(
        ' ',
        ' ',
        '-',
        '\u0301',
        '\u200d',
        'ß',
        'Σ',
        'É',
        '९',
        'ﬁ',
        '\ud800',
        'ქ',
        '！',
        '々',
        'ゞ',
        'İ',
      ),
      fc.string({ unit: 'binary', maxLength: 3 }),
    ),
    { maxLength: 12 },
  )
  .map((bits) => bits.join(''));

/** The same by regular expressions, string keys and a search through all covers. */
function slowEncode(given: string): { ids: Int32Array; unknown: number; total: number } {
  const text = slowNormalise(given);
  const ids: number[] = [];
  let unknown = 0;
  let total = 0;
  const words = slowStretches(text, /[\p{L}\p{M}\p{N}]/u);
  const stretches = words.length > 0 ? words : slowStretches(text, /[^\s\p{Cc}\p{Cf}]/u);
  for (const { stretch, spaced } of stretches) {
    total += stretch.length;
    const whole = spaced ? pieces.indexOf(`▁${stretch}`) : -1;
    if (whole >= 0) {
      ids.push(whole);
      continue;
    }
    const cover = slowCover(Array.from(stretch), spaced, 0, new Map()).parts;
    const isOne = cover.map(({ covered }) => Array.from(covered).length === 1);
    const isGap = cover.map(({ piece }, at) => {
      if (piece < 0 || !spaced || !isOne[at]) return piece < 0;
      return [at - 2, at - 1, at].some((first) => isOne[first] && isOne[first + 1] && isOne[first + 2]);
    });
    let gap = '';
    let place = 0;
    const endGap = (): void => {
      if (gap === '') return;
      unknown += gap.length;
      const marked = `${spaced && place === gap.length ? '▁' : ''}${gap}${spaced && place === stretch.length ? '▁' : ''}`;
      ids.push(...slowGrams(marked, spaced).map((hash) => pieces.length + (hash % facts.buckets)));
      gap = '';
    };
    for (const [at, { covered, piece }] of cover.entries()) {
      if (isGap[at]) gap += covered;
      else {
        endGap();
        ids.push(piece);
      }
      place += covered.length;
    }
    endGap();
  }
  return { ids: Int32Array.from(ids), unknown, total };
}

function slowNormalise(text: string): string {
  return text
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .normalize('NFKC')
    .toLowerCase()
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .replace(/ß/g, 'ss')
    .replace(/ς/g, 'σ')
    .replace(/\u0307/g, '')
    .replace(/[\u0591-\u05c7]/g, (char) => (/\p{M}/u.test(char) ? '' : char))
    .replace(/[\u0610-\u061a\u0640\u064b-\u065f\u0670\u06d6-\u06ed]/g, (char) =>
      /[\p{M}\u0640]/u.test(char) ? '' : char,
    )
    .replace(/[\p{Nd}]/gu, (digit) => slowDigit(digit))
    .normalize('NFKC');
}

/** Digits of the scripts in use; those of others stay as they are. */
function slowDigit(digit: string): string {
  const zeros = '٠۰߀०০੦૦୦௦౦೦൦෦๐໐༠၀႐០᠐';
  for (const zero of zeros) {
    const value = digit.charCodeAt(0) - zero.charCodeAt(0);
    if (value >= 0 && value < 10) return String(value);
  }
  return digit;
}

function slowStretches(text: string, wanted: RegExp): { stretch: string; spaced: boolean }[] {
  const unspaced =
    /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yi}\p{scx=Tang}\p{scx=Nshu}\p{scx=Kits}\p{scx=Thai}\p{scx=Laoo}\p{scx=Khmr}\p{scx=Mymr}\p{scx=Tibt}\p{scx=Java}\p{scx=Bali}\p{scx=Lana}\p{scx=Talu}\p{scx=Tale}\p{scx=Tavt}]/u;
  const found: { stretch: string; kind: string }[] = [];
  let before = '';
  for (const char of text) {
    let kind = '';
    if (wanted.test(char)) {
      if (!/[\p{L}\p{M}\p{N}]/u.test(char)) kind = 'symbol';
      else if (char.charCodeAt(0) >= 0x370 && unspaced.test(char)) kind = 'unspaced';
      else if (!/\p{M}/u.test(char)) kind = 'spaced';
      else kind = before === '' ? 'spaced' : before;
    }
    const last = found.at(-1);
    if (kind !== '' && kind === before && last !== undefined && last.stretch.length + char.length <= 256) {
      last.stretch += char;
    } else if (kind !== '') found.push({ stretch: char, kind });
    before = kind;
  }
  return found.map(({ stretch, kind }) => ({ stretch, spaced: kind === 'spaced' }));
}

type Cover = { score: number; parts: { covered: string; piece: number }[] };

function slowCover(characters: string[], spaced: boolean, from: number, known: Map<number, Cover>): Cover {
  if (from === characters.length) return { score: 0, parts: [] };
  const before = known.get(from);
  if (before !== undefined) return before;
  let best: Cover = { score: Number.NEGATIVE_INFINITY, parts: [] };
  for (let to = from + 1; to <= characters.length; to++) {
    const covered = characters.slice(from, to).join('');
    const piece = pieces.indexOf(`${spaced && from === 0 ? '▁' : ''}${covered}`);
    if (piece < 0 && to > from + 1) continue;
    for (const [id, own] of [
      [piece, piece < 0 ? Number.NEGATIVE_INFINITY : (scores[piece] ?? 0)],
      [-1, to === from + 1 ? Math.min(...scores) - 10 : Number.NEGATIVE_INFINITY],
    ] as const) {
      const rest = slowCover(characters, spaced, to, known);
      if (own + rest.score > best.score) {
        best = { score: own + rest.score, parts: [{ covered, piece: id }, ...rest.parts] };
      }
    }
  }
  known.set(from, best);
  return best;
}

function slowGrams(marked: string, spaced: boolean): number[] {
  const characters = Array.from(marked);
  const [shortest, longest] = spaced ? [3, 5] : [1, 2];
  const grams = characters.length < shortest ? [marked] : [];
  for (let from = 0; from < characters.length; from++) {
    for (let length = shortest; length <= longest && from + length <= characters.length; length++) {
      grams.push(characters.slice(from, from + length).join(''));
    }
  }
  const hashes = [...new Set(grams.map(slowHash))];
  const largest = hashes.toSorted((a, b) => a - b)[15] ?? Number.POSITIVE_INFINITY;
  return spaced ? hashes.filter((hash) => hash <= largest) : hashes;
}

function slowHash(gram: string): number {
  let hash = 0x811c9dc5n;
  const mask = 0xffffffffn;
  for (const char of gram) {
    const codePoint = BigInt(char.codePointAt(0) ?? 0);
    const halves = codePoint > 0xffffn ? [codePoint & 0xffffn, codePoint >> 16n] : [codePoint];
    for (const half of halves) hash = ((hash ^ half) * 0x01000193n) & mask;
  }
  hash = ((hash ^ (hash >> 16n)) * 0x85ebca6bn) & mask;
  hash = ((hash ^ (hash >> 13n)) * 0xc2b2ae35n) & mask;
  return Number(hash ^ (hash >> 16n));
}
