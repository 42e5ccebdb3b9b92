/**
 * The style sheet of the pages, kept as a string so that a build needs no other files.
 *
 * Fonts of the reader's system only; light and dark by preference; one column on a phone; logical properties, so that
 * right-to-left text sits right. Every text colour has a contrast of at least 4.5 : 1 on its background.
 */

/** The style sheet. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --sheet: #ffffff; --ink: #1d1b18; --quiet: #5c564e; --rule: #ddd7cc; --field: #8b8478;
  --accent: #15566b; --accent-ink: #ffffff;
  --passage: #1c5b3a; --description: #6d4a00; --location: #4d4780;
  --notice: #f3efe4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161514; --sheet: #1f1d1b; --ink: #ece7de; --quiet: #b0a89b; --rule: #3a3632; --field: #877f74;
    --accent: #8cc7db; --accent-ink: #10222a;
    --passage: #8fd0ab; --description: #e3bd6c; --location: #bab3ee;
    --notice: #28241f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1rem/1.6 ui-serif, Georgia, "Noto Serif", "Noto Serif CJK SC", "Hiragino Mincho ProN", "Yu Mincho", serif;
  overflow-wrap: anywhere; line-break: strict;
}
.ui, button, input, select, label, summary, legend, .label, .place, .facts, .count, .notice, footer, nav {
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif;
}
.wrap { max-inline-size: 46rem; margin-inline: auto; padding-inline: 1.25rem; }
.skip { position: absolute; inset-inline-start: -100vw; }
.skip:focus { inset-inline-start: 1rem; inset-block-start: .5rem; background: var(--sheet); padding: .5rem .75rem; z-index: 1; }
header.top { border-block-end: 1px solid var(--rule); padding-block: 1.5rem 1rem; }
header.top p, header.top h1 { margin: 0; }
.name { font-size: 1.5rem; line-height: 1.25; font-weight: 600; }
.name a { color: inherit; text-decoration: none; }
.by { color: var(--quiet); }
main { padding-block: 1.5rem 3rem; }
a { color: var(--accent); text-underline-offset: .15em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
form.search { margin-block-end: 1.5rem; }
.ask { display: flex; gap: .5rem; }
.ask input { flex: 1 1 auto; min-inline-size: 0; font-size: 1.125rem; }
input, select, button { font-size: 1rem; line-height: 1.4; padding: .5rem .7rem; border-radius: 6px; border: 1px solid var(--field); background: var(--sheet); color: var(--ink); max-inline-size: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
button { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); font-weight: 600; cursor: pointer; }
input[type="checkbox"] { inline-size: 1.05rem; block-size: 1.05rem; padding: 0; margin: 0; accent-color: var(--accent); }
details.filters { margin-block-start: .75rem; }
summary { cursor: pointer; color: var(--quiet); padding-block: .25rem; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(13rem, 1fr)); gap: 1rem; padding-block: .75rem; border-block: 1px solid var(--rule); margin-block-start: .5rem; }
.grid label { display: block; font-size: .9rem; color: var(--quiet); }
.grid label > input:not([type="checkbox"]), .grid label > select { display: block; inline-size: 100%; margin-block-start: .2rem; color: var(--ink); }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
legend { padding: 0; font-size: .9rem; color: var(--quiet); }
.choices { display: flex; flex-wrap: wrap; gap: .35rem 1rem; margin-block-start: .3rem; }
.choices label { display: inline-flex; align-items: center; gap: .4rem; color: var(--ink); }
.notice { background: var(--notice); border-inline-start: 4px solid var(--field); padding: .6rem .9rem; margin-block: 0 1rem; font-size: .95rem; }
.notice.bad { border-inline-start-color: #b3261e; }
.notice p, .notice ul { margin-block: .2rem; }
.count { color: var(--quiet); margin-block: 0 .75rem; }
.samples { margin-block: 0 1.5rem; }
.samples p { margin: 0; color: var(--quiet); }
.samples ul { list-style: none; margin: .25rem 0 0; padding: 0; display: flex; flex-wrap: wrap; gap: .35rem 1.25rem; }
.samples a { display: inline-block; padding-block: .15rem; }
ol.hits { list-style: none; margin: 0; padding: 0; display: grid; gap: 1rem; }
.card { background: var(--sheet); border: 1px solid var(--rule); border-inline-start: 5px solid var(--tone, var(--rule)); border-radius: 6px; padding: 1rem 1.15rem; }
.card.text { --tone: var(--passage); } .card.semantic { --tone: var(--description); } .card.locator { --tone: var(--location); }
.card h2, .card h3 { margin: .2rem 0 0; font-size: 1.15rem; line-height: 1.35; }
.label { display: flex; flex-wrap: wrap; gap: .1rem .75rem; justify-content: space-between; margin: 0; font-size: .85rem; }
.label b { color: var(--tone); }
.label span { color: var(--quiet); font-variant-numeric: tabular-nums; }
.place { margin: .1rem 0 0; color: var(--quiet); font-size: .95rem; }
.card .body { margin-block: .7rem 0; }
.card .body p, .passage p { margin-block: 0 .6rem; white-space: pre-line; }
.card .why { color: var(--quiet); font-size: .9rem; margin-block: .5rem 0; }
.card > :last-child { margin-block-end: 0; } .card .body > :last-child { margin-block-end: 0; }
.card .more { margin-block: .5rem 0; font-size: .95rem; }
.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .95rem; margin-block: .75rem 1.25rem; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; }
section.fragment { border-block-start: 1px solid var(--rule); padding-block: 1rem .5rem; scroll-margin-block-start: 1rem; }
section.fragment:target { background: var(--notice); padding-inline: .75rem; margin-inline: -.75rem; }
section.fragment h2 { font-size: 1rem; color: var(--quiet); margin: 0 0 .5rem; }
footer { border-block-start: 1px solid var(--rule); padding-block: 1rem 2rem; color: var(--quiet); font-size: .9rem; }
footer dl { margin: .5rem 0; } footer dt { font-weight: 600; color: var(--ink); } footer dd { margin: 0 0 .5rem; }
@media (max-width: 30rem) { .ask { flex-direction: column; } .facts { grid-template-columns: 1fr; } .facts dd { margin-block-end: .4rem; } }
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (forced-colors: active) { .card { border-inline-start-color: CanvasText; } }
@media print {
  :root { --paper: #fff; --sheet: #fff; --ink: #000; --quiet: #333; --rule: #999; --notice: #fff; }
  form.search, .skip, nav { display: none; }
  .card, section.fragment { break-inside: avoid; }
  a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .85em; }
}
`.trimStart();
