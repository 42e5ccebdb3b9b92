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
  --notice: #f3efe4; --bad: #b3261e;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161514; --sheet: #1f1d1b; --ink: #ece7de; --quiet: #b0a89b; --rule: #3a3632; --field: #877f74;
    --accent: #8cc7db; --accent-ink: #10222a;
    --passage: #8fd0ab; --description: #e3bd6c; --location: #bab3ee;
    --notice: #28241f; --bad: #f2b8b5;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink);
  font: 1.0625rem/1.6 ui-serif, Georgia, "Noto Serif", "Noto Serif CJK JP", "Hiragino Mincho ProN", "Yu Mincho", serif;
  overflow-wrap: anywhere; line-break: strict;
}
.ui, button, input, select, label, summary, legend, .label, .place, .facts, .notice, footer, .help dt, kbd {
  font-family: ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK JP", sans-serif;
}
:lang(he) { font-family: "SBL Hebrew", "Noto Serif Hebrew", "Times New Roman", serif; }
.wrap { max-inline-size: 46rem; margin-inline: auto; padding-inline: 1.25rem; }
.skip { position: absolute; inset-block-start: 0; inset-inline-start: 0; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
a.skip:focus { inline-size: auto; block-size: auto; clip-path: none; margin: .5rem 1rem; background: var(--sheet); padding: .5rem .75rem; z-index: 1; }
.print { display: none; }
header.top { padding-block: 1.75rem 0; }
header.top .wrap { display: flex; flex-wrap: wrap; align-items: baseline; gap: 0 .9rem; }
header.top p { margin: 0; }
.name { font-size: 1.5rem; line-height: 1.25; font-weight: 600; }
.name a { color: inherit; text-decoration: none; }
.name a:hover { text-decoration: underline; text-decoration-thickness: 1px; }
.by { color: var(--quiet); font-size: .9rem; }
main { padding-block: 1.25rem 3.5rem; }
main:focus { outline: none; }
a { color: var(--accent); text-decoration-thickness: 1px; text-underline-offset: .18em; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 2px; }
h1 { font-size: 1.75rem; line-height: 1.25; margin-block: .75rem 1rem; font-weight: 600; }
nav { font-size: .95rem; }

.tabs { margin-inline-start: auto; }
.tabs ul { display: flex; gap: .25rem; list-style: none; margin: 0; padding: 0; }
.tabs a { display: inline-block; padding: .3rem .75rem; border-block-end: 3px solid transparent; color: var(--quiet); text-decoration: none; font-size: .95rem; }
.tabs a:hover { color: var(--ink); border-block-end-color: var(--rule); }
.tabs a[aria-current="page"] { color: var(--ink); font-weight: 600; border-block-end-color: var(--accent); }

form.search, form.asking { margin-block-end: 1.75rem; }
form.asking { margin-block-end: .6rem; }
#how { margin-block-end: 1.75rem; }
.ask { display: flex; gap: .5rem; }
.ask input { flex: 1 1 auto; min-inline-size: 0; font-size: 1.125rem; padding: .7rem .9rem; }
input, select, button { font-size: 1rem; line-height: 1.4; padding: .5rem .7rem; border-radius: 6px; border: 1px solid var(--field); background: var(--sheet); color: var(--ink); max-inline-size: 100%; }
::placeholder { color: var(--quiet); opacity: 1; }
button { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); font-weight: 600; cursor: pointer; padding-inline: 1.15rem; flex: none; white-space: nowrap; }
button:hover { filter: brightness(1.1); }
input[type="checkbox"] { inline-size: 1.05rem; block-size: 1.05rem; padding: 0; margin: 0; accent-color: var(--accent); flex: none; }
summary { cursor: pointer; color: var(--quiet); padding-block: .25rem; font-size: .9rem; inline-size: fit-content; }
summary:hover { color: var(--ink); }
details.filters { margin-block-start: .6rem; }
.panel { background: var(--sheet); border: 1px solid var(--rule); border-radius: 8px; padding: 1rem 1.15rem 1.15rem; margin-block-start: .5rem; display: grid; gap: 1.1rem; }
#facets { display: grid; gap: 1.1rem; }
.panel > *, #facets > *, .grid > * { min-inline-size: 0; }
.hint { margin: 0; color: var(--quiet); font-size: .875rem; font-family: ui-sans-serif, system-ui, sans-serif; }
.grid { display: grid; grid-template-columns: repeat(auto-fit, minmax(12.5rem, 1fr)); gap: .9rem 1rem; align-items: end; }
.grid label { display: block; font-size: .875rem; color: var(--quiet); }
.grid label > input, .grid label > select { display: block; inline-size: 100%; margin-block-start: .2rem; color: var(--ink); }
fieldset { border: 0; margin: 0; padding: 0; min-inline-size: 0; }
legend, .facet p { padding: 0; margin: 0; font-size: .875rem; color: var(--quiet); font-family: ui-sans-serif, system-ui, sans-serif; }
.choices, .facet ul { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; margin: .25rem 0 0; padding: 0; list-style: none; font: .95rem/1.6 ui-sans-serif, system-ui, sans-serif; }
.choices label { display: inline-flex; align-items: center; gap: .4rem; color: var(--ink); min-block-size: 1.75rem; }
.facet li { display: inline-flex; align-items: baseline; gap: .3rem; min-block-size: 1.75rem; }
.n { color: var(--quiet); font-size: .85em; font-variant-numeric: tabular-nums; }
[aria-current="true"] { color: var(--ink); font-weight: 600; text-decoration: none; }

.notice { background: var(--notice); border-radius: 6px; padding: .55rem .9rem; margin-block: 0 1.25rem; font-size: .9rem; }
.notice.bad { border: 1px solid var(--bad); border-inline-start-width: 5px; font-size: 1rem; }
.notice p, .notice ul { margin-block: .2rem; }

main:has(> #answer.problem) { display: flex; flex-direction: column; }
#answer.problem { order: -1; }
[aria-invalid="true"] { border: 2px solid var(--bad); }
#answer { transition: opacity .15s; }
#answer[aria-busy="true"] { opacity: .45; }
.head { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: .25rem 1.5rem; margin-block-end: .75rem; font-size: .9rem; }
.count { color: var(--quiet); margin: 0; }
.welcome .count { font-size: 1rem; margin-block-end: 1.25rem; }
.order { display: flex; flex-wrap: wrap; gap: .25rem 1.1rem; list-style: none; margin: 0; padding: 0; }
.order a { display: inline-block; padding-block: .15rem; }
.chips { display: flex; flex-wrap: wrap; gap: .4rem; list-style: none; margin: 0 0 1rem; padding: 0; font-size: .875rem; }
.chips a { display: inline-block; padding: .2rem .7rem; border: 1px solid var(--field); border-radius: 1rem; background: var(--sheet); color: var(--ink); text-decoration: none; }
.chips a:hover { border-color: var(--ink); }
.chips bdi { font-weight: 600; }
.samples { margin-block: 0 1.5rem; font-size: 1rem; }
.samples p { margin: 0; color: var(--quiet); font-size: .9rem; }
.samples ul { list-style: none; margin: .25rem 0 0; padding: 0; display: grid; gap: .1rem; }
.samples a { display: inline-block; padding-block: .25rem; }

.timeline { font-size: .8125rem; margin-block-end: 1.25rem; }
.timeline ol { list-style: none; margin: 0; padding: 0; display: flex; flex-wrap: wrap; row-gap: .5rem; align-items: end; font-variant-numeric: tabular-nums; }
.timeline li { border-block-end: 1px solid var(--rule); padding-inline-end: 1.25rem; }
.timeline li:last-child { padding-inline-end: 0; }
.timeline .undated { color: var(--quiet); padding-block: .2rem; }
.timeline a { display: inline-block; padding-block: .2rem .25rem; text-decoration: none; min-inline-size: 1.5rem; }
.timeline a:hover { text-decoration: underline; }
.timeline svg { display: block; overflow: visible; margin-block-end: .1rem; }
.timeline svg .text { fill: var(--passage); }
.timeline svg .semantic { fill: none; stroke: var(--description); stroke-width: 2; }
.timeline svg .locator { stroke: var(--location); stroke-width: 3; }

ol.hits { list-style: none; margin: 0; padding: 0; }
ol.hits > li { border-block-start: 1px solid var(--rule); padding-block: 1.4rem 1.5rem; }
.card h2 { margin: 0; font-size: 1.3rem; line-height: 1.3; font-weight: 600; }
.card h2 a { text-decoration-color: var(--rule); }
.card h2 a:hover { text-decoration-color: currentColor; }
.place { margin: .2rem 0 0; color: var(--quiet); font-size: .9rem; }
.hit { --tone: var(--rule); margin-block-start: .9rem; padding-inline-start: 1rem; border-inline-start: 3px solid var(--tone); scroll-margin-block-start: 1rem; }
.text { --tone: var(--passage); } .semantic { --tone: var(--description); } .locator { --tone: var(--location); }
.hit.semantic { border-inline-start-style: dashed; } .hit.locator { border-inline-start-style: dotted; border-inline-start-width: 4px; }
.hit:focus { outline: none; } .hit:focus-visible { outline: 3px solid var(--accent); outline-offset: 6px; }
.label { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1.25rem; }
.label h3 { margin: 0; font-size: .9rem; line-height: 1.5; font-weight: 400; }
.label b, .help dt b { color: var(--tone); font-weight: 650; margin-inline-end: .6rem; }
.meta { margin: 0; color: var(--quiet); font-size: .8125rem; font-variant-numeric: tabular-nums; }
.body p, .passage p { margin-block: 0 .65rem; white-space: pre-line; }
.hit > .body { margin-block-start: .45rem; }
mark { background: none; color: inherit; font-weight: 650; }
.summary { font-style: italic; }
.summary:lang(ja), .summary:lang(ko), .summary:lang(und-Hani), .summary:lang(he), .summary:lang(und-Arab), .summary:lang(th) { font-style: normal; color: var(--quiet); }
.body details .body { margin-block-start: .5rem; font: 1.0625rem/1.6 ui-serif, Georgia, "Noto Serif", "Noto Serif CJK JP", serif; }
.why { margin-block-start: .2rem; }
.why summary { font-size: .8125rem; text-decoration: underline dotted; text-underline-offset: .2em; }
.why p { margin: .2rem 0 .4rem; color: var(--quiet); font-size: .9rem; }
.hit > :last-child, .body > :last-child { margin-block-end: 0; }

#said:not(.skip) { color: var(--quiet); font-size: .9rem; margin-block: 0 .75rem; font-family: ui-sans-serif, system-ui, sans-serif; }
.refusal { font-size: 1.125rem; margin-block: .75rem 1.25rem; }
.reply { background: var(--sheet); border: 1px solid var(--rule); border-inline-start: 5px solid var(--tone); border-radius: 8px; padding: .9rem 1.25rem 1rem; margin-block: .75rem 1.75rem; }
.reply.extractive { --tone: var(--passage); } .reply.model { --tone: var(--accent); border-inline-start-style: double; border-inline-start-width: 7px; }
.reply .label p { margin: 0; font-size: .9rem; }
.reply .prose { margin-block: .5rem .75rem; }
.reply .prose p { margin-block: 0 .6rem; font-size: 1.125rem; white-space: pre-line; }
.reply q { quotes: "“" "”" "‘" "’"; }
.reply q:lang(ja), .reply q:lang(und-Hani) { quotes: "「" "」" "『" "』"; }
.reply > :last-child { margin-block-end: 0; }
.cites a { display: inline-block; min-inline-size: 1.5rem; padding-inline: .3rem; border: 1px solid var(--rule); border-radius: 4px; background: var(--notice); font-size: .75rem; line-height: 1.4; text-align: center; text-decoration: none; vertical-align: .15em; }
.cites a:hover { border-color: currentColor; }
.sources h2, .related h2 { font-size: .9rem; font-weight: 600; color: var(--quiet); margin-block: 0 .5rem; }
.sources ol { margin: 0 0 1.75rem; padding-inline-start: 1.6rem; }
.sources li { padding-block-end: .75rem; scroll-margin-block-start: 1rem; }
.sources li::marker { color: var(--quiet); font: .875rem ui-sans-serif, system-ui, sans-serif; }
.sources li:focus { outline: none; } .sources li:focus-visible { outline: 3px solid var(--accent); outline-offset: 4px; }
.sources p { margin: 0; }
.sources .body { margin-block-start: .4rem; }
.related > ul { list-style: none; margin: 0; padding: 0; }
.related li ul { margin: .2rem 0 0; padding-inline-start: 1.1rem; }
.related li li { font-size: .95rem; }
.related .hit { margin-block: 0 1.25rem; }
.related .hit p { margin: 0; }
.related b { font-weight: 600; }
.more, .related > .why { font-size: .9rem; }

.facts { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1.25rem; font-size: .95rem; margin-block: .75rem 1.75rem; }
.facts dt { color: var(--quiet); } .facts dd { margin: 0; }
section.fragment { border-block-start: 1px solid var(--rule); padding-block: 1.25rem .75rem; scroll-margin-block-start: 1rem; }
section.fragment:target { background: var(--notice); padding-inline: 1rem; margin-inline: -1rem; border-radius: 6px; }
section.fragment h2 { font: 600 .875rem/1.5 ui-sans-serif, system-ui, sans-serif; color: var(--quiet); margin: 0 0 .5rem; }
.help { scroll-margin-block-start: 1rem; }
.help h2 { font-size: 1.2rem; margin-block: 2rem .5rem; }
.help p { margin-block: .5rem; }
.help dl { margin-block: .5rem; } .help dt { font-size: .95rem; } .help dd { margin: 0 0 .75rem; }
.help:target h2 { text-decoration: underline; text-decoration-color: var(--accent); text-underline-offset: .25em; }
kbd { border: 1px solid var(--field); border-radius: 4px; padding: 0 .4em; font-size: .85em; }
footer { border-block-start: 1px solid var(--rule); padding-block: 1rem 2.5rem; color: var(--quiet); font-size: .875rem; }
footer p { margin: .25rem 0; }

@media (max-width: 32rem) {
  body { font-size: 1rem; }
  .wrap { padding-inline: 1rem; }
  header.top { padding-block-start: 1.1rem; }
  .name { font-size: 1.3rem; }
  .ask button { padding-inline: .85rem; }
  .facts { grid-template-columns: 1fr; gap: 0; } .facts dd { margin-block-end: .5rem; }
  .hit { padding-inline-start: .75rem; }
}
@media (prefers-reduced-motion: no-preference) { html { scroll-behavior: smooth; } }
@media (prefers-reduced-motion: reduce) { #answer { transition: none; } }
@media (forced-colors: active) {
  .hit { border-inline-start-color: CanvasText; }
  .timeline svg .text { fill: CanvasText; } .timeline svg .semantic, .timeline svg .locator { stroke: CanvasText; }
  #answer[aria-busy="true"] { opacity: 1; }
  .notice { border: 1px solid; }
}
@media print {
  :root { --paper: #fff; --sheet: #fff; --ink: #000; --quiet: #333; --rule: #999; --notice: #fff; --passage: #000; --description: #000; --location: #000; }
  body { font-size: 11pt; }
  form.search, form.asking, #how, .more, .skip, nav, .order, .chips, .why, footer, header.top a[href]::after { display: none; }
  .print { display: block; }
  main { padding-block: 0; }
  .hit, .card h2 { break-inside: avoid; }
  .card h2, .place, .label { break-after: avoid; }
  .notice { border: 1px solid #999; }
  .card h2 a[href^="http"]::after, .facts a[href^="http"]::after { content: " (" attr(href) ")"; font-size: .75em; font-weight: 400; }
  a { color: inherit; }
}
`.trimStart();
