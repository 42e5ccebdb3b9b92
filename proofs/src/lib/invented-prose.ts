/**
 * Sentences in invented words, in several scripts: text that occurs nowhere else unless a proof puts it there.
 *
 * Body and captions (titles, labels, names, descriptions) draw on different words, so that a caption never quotes a
 * body by accident; public and private bodies draw on the same words, so that one resembles the other.
 */
import type { Random } from './seeded-random.ts';

/** A way of writing that the sweep has to see through. */
export type Script = 'latin' | 'accented' | 'japanese' | 'thai' | 'hebrew';

/** Every script, in a fixed order. */
export const SCRIPTS: readonly Script[] = ['latin', 'accented', 'japanese', 'thai', 'hebrew'];

/** A maker of sentences. */
export interface Prose {
  /** A sentence of the body, long enough to hold several runs. */
  sentence(script: Script): string;
  /** Sentences one after another. */
  paragraph(script: Script, sentences: number): string;
  /** A phrase of two or three body words, shorter than any run. */
  phrase(script: Script): string;
  /** Two or three caption words. */
  caption(script: Script): string;
  /** A description of a passage in caption words, never the same twice. */
  description(script: Script): string;
  /** A name of a person, in caption words. */
  name(): string;
}

const SYLLABLES: Readonly<
  Record<Script, { start: readonly string[]; end: readonly string[]; joint: string; stop: string }>
> = {
  latin: {
    start: split('ba ce di fo gu ha ji ko lu me ni pa ra so tu ve wi za'),
    end: split('ld n rt sk m ve rn th pt'),
    joint: ' ',
    stop: '.',
  },
  accented: {
    start: split('bá cè dî fō gü hã jï kó lù mé nĩ på rã sø tú vë'),
    end: split('ñ r ç s ž l ř t'),
    joint: ' ',
    stop: '.',
  },
  japanese: {
    start: split('海 山 霧 鐘 灯 橋 波 塩 綱 潮 舟 夜 朝 雪 浜'),
    end: split('のは とも から まで しる ゆく 声が 音に 影を'),
    joint: '',
    stop: '。',
  },
  thai: {
    start: split('ปลา นา เรือ ข้าว น้ำ ดาว ทะเล ควัน ไฟ ลม ฝน ตา'),
    end: split('ใน กับ ของ ไป มา แล้ว เดิม ยาว'),
    joint: '',
    stop: ' ',
  },
  hebrew: {
    start: split('גל ים סל דג רוח אור לח מד עץ קו'),
    end: split('ים ות ה ית ון'),
    joint: ' ',
    stop: '.',
  },
};

/** Makes a source of prose. What it says depends on `random` alone. */
export function createProse(random: Random): Prose {
  const word = (script: Script, offset: number): string => {
    const { start, end } = SYLLABLES[script];
    const inner = random.between(0, 1);
    const parts = Array.from(
      { length: inner + 1 },
      () => start[(random.between(0, (start.length >> 1) - 1) << 1) + offset] as string,
    );
    return parts.join('') + random.pick(end);
  };
  const words = (script: Script, offset: number, count: number): string =>
    Array.from({ length: count }, () => word(script, offset)).join(SYLLABLES[script].joint);
  const written = (script: Script, text: string): string =>
    script === 'accented' && random.chance(0.5) ? text.normalize('NFD') : text;
  const sentence = (script: Script): string =>
    written(script, words(script, 0, random.between(8, 14)) + SYLLABLES[script].stop);
  return {
    sentence,
    paragraph: (script, sentences) =>
      Array.from({ length: sentences }, () => sentence(script))
        .join(' ')
        .trim(),
    phrase: (script) => written(script, words(script, 0, 2)),
    caption: (script) => capital(words(script, 1, random.between(2, 3))),
    description: (script) =>
      `${capital(words(script, 1, random.between(12, 18)))}${SYLLABLES[script].stop}`.trim(),
    name: () => `${capital(word('latin', 1))} ${capital(word('latin', 1))}`,
  };
}

function capital(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}

function split(list: string): string[] {
  return list.split(' ');
}
