/**
 * What the source of the page must not have, whatever it does: ways for a string to become markup or code.
 */
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { pageAssets } from './page-assets.ts';
import { PAGE_STYLE } from './page-style.ts';

const folder = path.join(import.meta.dirname, 'page');
const sources = readdirSync(folder)
  .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
  .map((name) => [name, readFileSync(path.join(folder, name), 'utf8')] as const);

describe('the script of the page', () => {
  it.each(sources)('%s makes text and elements only', (_name, source) => {
    expect(source).not.toMatch(
      /\b(innerHTML|outerHTML|insertAdjacentHTML|setHTML\w*|createContextualFragment|DOMParser|srcdoc|document\.write|eval|Function\(|trustedTypes|javascript:)/,
    );
  });

  it.each(sources.filter(([name]) => name !== 'dom.ts'))(
    '%s sets no attribute from a name',
    (_name, source) => {
      expect(
        [...source.matchAll(/setAttribute\(([^,]*),/g)]
          .map(([, name]) => name)
          .filter((name) => !/^'(data-state|aria-[a-z]+)'$/.test(name ?? '')),
      ).toEqual([]);
    },
  );

  it.each(sources)('%s asks only this server, and keeps nothing of the archive', (_name, source) => {
    expect(source).not.toMatch(
      /https?:\/\/|WebSocket|EventSource|sendBeacon|indexedDB|serviceWorker|caches\.|clipboard/,
    );
  });
});

describe('the document', () => {
  const assets = pageAssets('// script');
  const html = assets.at('/')?.body ?? '';

  it('holds nothing but its own files', () => {
    expect(html).not.toMatch(/<script(?![^>]*\bsrc="\/assets\/)|<style|\son\w+=|style=/);
    const files = [...html.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file]) => file ?? '');
    expect(files.length).toBe(3);
    expect(files.filter((file) => !assets.has(file))).toEqual([]);
  });

  it('asks browsers not to send its text to translators', () => {
    expect(html).toContain('<html lang="en" translate="no">');
  });
});

/** The colours of the light scheme, then of the dark one, which overrides them. */
const schemes = [...PAGE_STYLE.matchAll(/:root \{([^}]*)\}/g)]
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

describe.each(['light', 'dark'])('the %s scheme', (name) => {
  const colours = schemes[name === 'light' ? 0 : 1];
  const of = (colour: string): string => colours?.get(colour) ?? 'missing';

  it.each(['ink', 'quiet', 'accent', 'good', 'look', 'bad', 'calm'])(
    'has %s text that stands out from every ground (WCAG 2.2, 1.4.3)',
    (colour) => {
      for (const ground of ['paper', 'sheet', 'notice', 'wash'])
        expect(contrast(of(colour), of(ground)), `${colour} on ${ground}`).toBeGreaterThanOrEqual(4.5);
    },
  );

  it('has marked words, buttons and field borders that can be seen (WCAG 2.2, 1.4.3 and 1.4.11)', () => {
    expect(contrast(of('mark-ink'), of('mark'))).toBeGreaterThanOrEqual(4.5);
    expect(contrast(of('accent-ink'), of('accent'))).toBeGreaterThanOrEqual(4.5);
    for (const ground of ['paper', 'sheet']) {
      expect(contrast(of('field'), of(ground))).toBeGreaterThanOrEqual(3);
      expect(contrast(of('mark-line'), of(ground))).toBeGreaterThanOrEqual(3);
    }
  });
});

describe('the style sheet', () => {
  it('loads nothing', () => {
    expect(PAGE_STYLE).not.toMatch(/url\(|@import|@font-face/);
  });
});
