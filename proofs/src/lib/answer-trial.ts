/**
 * One question with what a search found for it, all invented: passages whose every sentence is known, and places.
 */
import type { EvidenceHit, LintedGist, LocatorHit, SemanticHit, TextHit } from '@archive/contract';
import type { Random } from './seeded-random.ts';

/** A sentence a model may write, and the one passage that states it. */
export interface KnownSentence {
  text: string;
  hit: TextHit;
  /** What stands in quotation marks, if anything does. */
  quotation?: string;
}

/** A question, its hits, and what can honestly be said. */
export interface AnswerTrial {
  question: string;
  hits: readonly EvidenceHit[];
  passages: readonly TextHit[];
  places: readonly (SemanticHit | LocatorHit)[];
  honest: readonly KnownSentence[];
  /** Words of texts that are not released. */
  secrets: readonly string[];
  truths: ReadonlyMap<string, ReadonlySet<string>>;
}

/** Draws a trial. */
export function drawTrial(random: Random): AnswerTrial {
  const count = random.between(3, 6);
  const names = random.sample(NAMES, count * 3);
  const passages: TextHit[] = [];
  const honest: KnownSentence[] = [];
  for (let at = 0; at < count; at++) {
    const isJapanese = at === count - 1 && random.chance(0.5);
    const said = isJapanese ? japanese(random, at) : latin(random, names.slice(at * 3, at * 3 + 3));
    const hit = passage(at, said.map(({ text }) => text).join(isJapanese ? '' : ' '), random);
    passages.push(hit);
    honest.push(...said.map((sentence) => ({ ...sentence, hit })));
  }
  const secrets: string[] = [];
  const places = Array.from({ length: random.between(1, 3) }, (_, at) => {
    const secret = `the ${random.pick(SECRETS)} ${random.pick(SECRETS)} hid beneath ${random.pick(SECRETS)} stairs`;
    secrets.push(secret);
    return place(at, secret, random.chance(0.6));
  });
  const truths = new Map(
    honest.map(({ text, hit }) => [text.replace(/[.。]$/u, ''), new Set([hit.fragmentId])]),
  );
  return {
    question: `What did ${names[0]} do?`,
    hits: random.sample<EvidenceHit>([...passages, ...places], passages.length + places.length),
    passages,
    places,
    honest,
    secrets,
    truths,
  };
}

type Said = Omit<KnownSentence, 'hit'>;

function latin(random: Random, [one, two, three]: readonly string[]): Said[] {
  const quotation = `${random.pick(NOUNS)} and ${random.pick(NOUNS)} never ${random.pick(VERBS)} twice`;
  return [
    {
      text: `${one} ${random.pick(VERBS)} ${random.between(13, 899)} ${random.pick(NOUNS)} near ${random.pick(PLACES)} in ${random.between(1701, 1999)}.`,
    },
    { text: `${two} said: “${quotation}” to the ${random.pick(NOUNS)}.`, quotation },
    {
      text: `${three} ${random.pick(VERBS)} the ${random.pick(NOUNS)} of ${random.pick(PLACES)} before ${random.pick(NOUNS)} came.`,
    },
  ];
}

function japanese(random: Random, at: number): Said[] {
  const who = random.pick(['灯台守', '船大工', '漁師', '鐘つき']);
  const quotation = `${random.pick(['霧', '潮', '雪'])}は${random.pick(['待たない', '帰らない', '眠らない'])}`;
  return [
    {
      text: `${who}は${random.between(1701, 1999)}年に${random.pick(['綱', '鐘', '舟'])}を${at + 2}つ燃やした。`,
    },
    { text: `${who}は「${quotation}」と浜で言った。`, quotation },
  ];
}

function passage(at: number, text: string, random: Random): TextHit {
  const slug = `${random.pick(PLACES).toLowerCase()}-${at}`;
  return {
    fragmentId: `essay:${slug}#s${at + 1}`,
    entity: {
      id: `essay:${slug}`,
      type: 'essay',
      title: `${random.pick(TITLES)} ${random.pick(TITLES)} of ${slug}`,
      attribution: [{ name: 'Ada Marrow', role: 'author' }],
      url: `https://saltmarsh.example/essays/${slug}/`,
      identifiers: [],
    },
    raw: 'public',
    locator: [{ scheme: 'section', value: String(at + 1) }],
    locatorLabel: `§${at + 1}`,
    exposure: 'text',
    text,
    score: 0.9 - at / 20,
  };
}

function place(at: number, secret: string, isDescribed: boolean): SemanticHit | LocatorHit {
  const common = {
    fragmentId: `diary:vault-${at}#p${at + 7}`,
    entity: {
      id: `diary:vault-${at}`,
      type: 'diary',
      title: `Vault Diary ${'ABC'.charAt(at)}quill`,
      attribution: [{ name: 'Orsolya Penhallow' }],
      url: `https://saltmarsh.example/diaries/${at}/`,
      identifiers: [],
    },
    raw: 'private' as const,
    locator: [{ scheme: 'page', value: String(at + 7) }],
    locatorLabel: `p. ${at + 7}`,
    score: 0.5,
  };
  return isDescribed
    ? {
        ...common,
        exposure: 'semantic',
        gist: `Someone tells how ${secret}.` as LintedGist,
        gistSource: 'generated',
        gistReview: 'unreviewed',
      }
    : { ...common, exposure: 'locator' };
}

const words = (list: string): readonly string[] => list.split(' ');
const NAMES = words(
  'Alvarenga Brisket Corvalan Dunmore Eskildsen Farquhar Galbraith Hesketh Ivarsson Jellicoe Kestrel Lomond Marchetti Nordhoff Okafor Pemberton Quillon Rasmussen Selwyn Tregarth',
);
const VERBS = words('carried buried painted counted repaired borrowed traded measured');
const NOUNS = words('lanterns anchors barrels ropes kettles ledgers feathers candles saddles mirrors');
const PLACES = words('Farholm Grimsay Tarbert Wexcombe Larkwater Ostmere Brannock Cullen');
const TITLES = words('Notes Letters Chronicle Account Record Survey');
const SECRETS = words('zebrawood vermilion quicksilver obsidian tourmaline malachite');
