import { describe, expect, it } from 'vitest';
import { isHidingClass, isHidingSheet, isHidingStyle } from './hiding-style.ts';

describe('isHidingStyle (decisions 1.9)', () => {
  it.each([
    'display:none',
    'DISPLAY : NONE !important',
    'display:/* x */none',
    'display:n\\6fne',
    'd\\69 splay:none',
    'display:var(--x)',
    'visibility:hidden',
    'visibility:collapse',
    'content-visibility:hidden',
    'opacity:0',
    'opacity:.0',
    'opacity:0%',
    'opacity:0.0e1',
    'opacity:.01',
    'font-size:0',
    'font-size:0.0px',
    'font-size:1px',
    'font-size:.01em',
    'font:0/0 a',
    'font: 0 serif',
    'color:transparent',
    'color:#0000',
    'color:#ffffff00',
    'color:rgba(0,0,0,0)',
    'color:rgb(0 0 0 / 0%)',
    'position:absolute;left:-9999px',
    'top:-100vh',
    'text-indent:-9999px',
    'text-indent:-100%',
    'margin-left:-5000px',
    'transform:translateX(-9999px)',
    'height:0;overflow:hidden',
    'max-height:0;overflow-y:clip',
    'width:1px;height:1px;overflow:hidden',
    'clip-path:inset(100%)',
    'clip-path:circle(0)',
    'clip:rect(0,0,0,0)',
    'clip: rect(1px, 1px, 1px, 1px)',
    'transform:scale(0)',
    'transform: rotate(3deg) scaleY( 0.0 )',
    'scale:0',
    'zoom:0',
    'filter:opacity(0)',
    "{display: 'none'}",
    '{fontSize: 0}',
    '{color: "red", textIndent: -9999}',
    "{display: on ? 'block' : 'none'}",
  ])('finds that %s hides', (style) => {
    expect(isHidingStyle(style)).toBe(true);
  });

  it.each([
    '',
    'display:block',
    'opacity:1',
    'opacity:0.7',
    'opacity:100%',
    'font-size:10px',
    'font-size:0.8em',
    'font: 400 10px/1.0 serif',
    'color:#f00',
    'color:#100',
    'color:rgba(0,0,0,0.5)',
    'background-color:transparent',
    'border-color:transparent',
    'background-clip:text;color:transparent',
    'left:-10px;margin:-1em 0 0 -20px',
    'height:0',
    'max-width:100%;overflow:hidden',
    'width:900px',
    'max-height:200px;overflow:hidden',
    'clip-path:inset(10%)',
    'transform:scale(0.9)',
    'transform:translate(-50%, -50%)',
    "{display: 'block', padding: 0}",
  ])('finds that %s shows', (style) => {
    expect(isHidingStyle(style)).toBe(false);
  });

  it('judges a hostile style at once', () => {
    const start = Date.now();
    for (const part of ['0', '0,', 'scale(0', 'rgb(0,', '/*', '\\6', '1e', '.0', '-1'])
      for (const name of ['color', 'font', 'transform', 'clip-path', 'filter', 'left'])
        isHidingStyle(`{${name}: x${part.repeat(3_900 / part.length)}`);
    expect(isHidingStyle(`color:red;${' '.repeat(4_000)}`)).toBe(true);
    expect(Date.now() - start).toBeLessThan(2_000);
  });

  it('knows classes and sheets that hide', () => {
    expect(isHidingClass('note sr-only')).toBe(true);
    expect(isHidingClass("clsx('x', styles.hidden)")).toBe(true);
    expect(isHidingClass('md:hidden hidden-gem overflow-hidden')).toBe(false);
    expect(isHidingSheet('.a{color:red} /* {display:none} */ @media print{.b{display:none}}')).toBe(true);
    expect(isHidingSheet('.a{visibility:hidden')).toBe(true);
    expect(isHidingSheet('.a{color:red}.b{margin:0}')).toBe(false);
  });
});
