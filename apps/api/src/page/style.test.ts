import { describe, expect, it } from 'vitest';
import { STYLE } from './style.ts';

/** The colours of the light scheme, then of the dark one, which overrides them. */
const schemes = [...STYLE.matchAll(/:root \{([^}]*)\}/g)]
  .slice(0, 2)
  .map(
    ([, body = '']) =>
      new Map(
        [...body.matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name = '', value = '']) => [name, value]),
      ),
  );

function luminance(hex: string): number {
  const [r = 0, g = 0, b = 0] = [1, 3, 5].map((at) => {
    const value = Number.parseInt(hex.slice(at, at + 2), 16) / 255;
    return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * r + 0.7152 * g + 0.0722 * b;
}

function contrast(a: string, b: string): number {
  const [light = 0, dark = 0] = [luminance(a), luminance(b)].sort((x, y) => y - x);
  return (light + 0.05) / (dark + 0.05);
}

const TEXT = ['ink', 'quiet', 'accent', 'passage', 'description', 'location'];
const GROUNDS = ['paper', 'sheet', 'notice'];

describe.each(['light', 'dark'])('the %s scheme', (name) => {
  const colours = schemes[name === 'light' ? 0 : 1];
  const of = (colour: string): string => colours?.get(colour) ?? 'missing';

  it.each(TEXT)('has %s text that stands out from every ground (WCAG 2.2, 1.4.3)', (colour) => {
    for (const ground of GROUNDS) expect(contrast(of(colour), of(ground))).toBeGreaterThanOrEqual(4.5);
  });

  it('has a button and field borders that can be seen (WCAG 2.2, 1.4.11)', () => {
    expect(contrast(of('accent-ink'), of('accent'))).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['paper', 'sheet'])
      expect(contrast(of('field'), of(ground))).toBeGreaterThanOrEqual(3);
  });
});

describe('the style sheet', () => {
  it('loads nothing', () => {
    expect(STYLE).not.toMatch(/url\(|@import|@font-face/);
  });
});
