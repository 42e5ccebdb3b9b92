/**
 * Which declarations of CSS, and which class names, take text out of sight (decisions 1.9).
 *
 * Read from a `style` attribute, a style object of JSX or the rules of a style sheet. It judges one element alone: what
 * it inherits, and what a class means elsewhere, is not resolved. In doubt the text counts as hidden.
 */

/** Class names that the common frameworks hide by, whole or from all but screen readers. */
const HIDING_CLASSES: ReadonlySet<string> = new Set(
  (
    'hidden hide is-hidden u-hidden d-none display-none invisible opacity-0 sr-only is-sr-only visually-hidden ' +
    'visuallyhidden is-visually-hidden screen-reader-text screen-reader-only show-for-sr content-hidden comment'
  ).split(' '),
);

/** Says whether one of the class names of an attribute hides its element; also read from an expression of JSX. */
export function isHidingClass(value: string): boolean {
  return value.split(/[^\w:-]+/).some((name) => HIDING_CLASSES.has(name.toLowerCase()));
}

function unescapeCss(css: string): string {
  return css
    .replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '')
    .replace(
      /\\([0-9a-f]{1,6})\s?|\\([^\n])/gi,
      (_match, hex: string | undefined, char: string | undefined) => {
        if (hex === undefined) return char ?? '';
        const point = Number.parseInt(hex, 16);
        return point > 0x10ffff ? '' : String.fromCodePoint(point);
      },
    );
}

/** Declarations as lower-case names and values; a style object of JSX is read like a style. */
function declarations(style: string): Map<string, string> {
  const isObject = /^\s*\{/.test(style);
  const plain = unescapeCss(style).replace(/['"`]/g, '');
  const read = new Map<string, string>();
  for (const part of plain.split(isObject ? /[;{}]|,(?![^(]*\))/ : /[;{}]/)) {
    const colon = part.indexOf(':');
    if (colon === -1) continue;
    const name = part
      .slice(0, colon)
      .trim()
      .replace(/([a-z])([A-Z])/g, '$1-$2')
      .toLowerCase();
    read.set(
      name,
      `${read.get(name) ?? ''} ${part
        .slice(colon + 1)
        .trim()
        .toLowerCase()}`.trim(),
    );
  }
  return read;
}

interface Quantity {
  number: number;
  unit: string;
}

function quantities(value: string): Quantity[] {
  return Array.from(
    value.matchAll(/(?<![\w#.])([+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?)(%|[a-z]*)/g),
    (match) => ({
      number: Number(match[1]),
      unit: match[2] ?? '',
    }),
  );
}

const SMALL: Readonly<Record<string, number>> = { '': 0, px: 2, pt: 2, em: 0.15, rem: 0.15, '%': 15 };
const FAR: Readonly<Record<string, number>> = {
  '': 500,
  px: 500,
  pt: 500,
  em: 50,
  rem: 50,
  vw: 100,
  vh: 100,
};

const isSmall = ({ number, unit }: Quantity): boolean => number <= (SMALL[unit] ?? 0);
const isFar = ({ number, unit }: Quantity): boolean =>
  Math.abs(number) >= (FAR[unit] ?? Number.POSITIVE_INFINITY) || (unit === '%' && number <= -100);

const isNothing = ({ number }: Quantity): boolean => number === 0;

/** Says whether a colour has no alpha left. */
function isTransparent(color: string): boolean {
  if (/transparent|#[0-9a-f]{3}0\b|#[0-9a-f]{6}00\b/.test(color)) return true;
  const parts = /(?:rgb|hsl)a?\(([^()]*)\)/.exec(color)?.[1] ?? '';
  const alpha = parts.includes('/') ? parts.split('/')[1] : parts.split(',')[3];
  return alpha !== undefined && quantities(alpha).some(isNothing);
}

const MOVED = /^(?:left|right|top|bottom|inset.*|text-indent|margin.*|translate)$/;

/** A longer style is not looked through; its text counts as hidden. */
const STYLE_MAX_CHARS = 4_000;

/** Says whether the declarations of a style hide the text they apply to. */
export function isHidingStyle(style: string): boolean {
  if (style.length > STYLE_MAX_CHARS) return true;
  const read = declarations(style);
  const get = (name: string): string => read.get(name) ?? '';
  if (/\bnone\b|var\(/.test(get('display'))) return true;
  if (/hidden|collapse|var\(/.test(get('visibility')) || /hidden/.test(get('content-visibility')))
    return true;
  if (quantities(get('opacity')).some(({ number, unit }) => number <= (unit === '%' ? 5 : 0.05))) return true;
  if (quantities(get('font-size')).some(isSmall)) return true;
  if (quantities(get('font')).some(isNothing)) return true;
  const isPainted = /text/.test(get('background-clip') + get('-webkit-background-clip'));
  if (!isPainted && (isTransparent(get('color')) || isTransparent(get('-webkit-text-fill-color'))))
    return true;
  for (const [name, value] of read) if (MOVED.test(name) && quantities(value).some(isFar)) return true;
  const transform = get('transform');
  if (/translate/.test(transform) && quantities(transform).some(isFar)) return true;
  if (quantities(/scale(?:[xyz]|3d)?\(([^()]*)\)/.exec(transform)?.[1] ?? '').some(isNothing)) return true;
  if ([get('scale'), get('zoom')].some((value) => quantities(value).some(isNothing))) return true;
  if (quantities(/opacity\(([^()]*)\)/.exec(get('filter'))?.[1] ?? '').some(isNothing)) return true;
  if (/hidden|clip/.test(get('overflow') + get('overflow-x') + get('overflow-y')))
    for (const name of ['height', 'max-height', 'width', 'max-width'])
      if (quantities(get(name)).some(({ number, unit }) => number === 0 || (unit === 'px' && number <= 1)))
        return true;
  const clip = get('clip-path');
  if (/inset\(/.test(clip) && quantities(clip).some(({ number, unit }) => unit === '%' && number >= 50))
    return true;
  if (/(?:circle|ellipse)\(/.test(clip) && quantities(clip.replace(/\bat\b.*/, '')).some(isNothing))
    return true;
  const rect = quantities(/rect\(([^)]*)\)/.exec(get('clip'))?.[1] ?? '');
  return rect.length > 0 && rect.every(({ number }) => Math.abs(number) <= 1);
}

/** Says whether a style sheet holds a rule that hides what it applies to. */
export function isHidingSheet(css: string): boolean {
  return Array.from(css.replace(/\/\*[^*]*\*+(?:[^/*][^*]*\*+)*\//g, '').matchAll(/\{([^{}]*)\}?/g)).some(
    ([, rule = '']) => isHidingStyle(rule),
  );
}
