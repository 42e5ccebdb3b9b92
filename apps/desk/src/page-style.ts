/**
 * The style sheet of the desk, kept as a string so that a build needs no other files.
 *
 * Fonts of the author's system only; light and dark by preference; two panes, one column on a phone; logical properties,
 * so that right-to-left text sits right. Text has a contrast of at least 4.5 : 1, fields and marks of 3 : 1.
 */

/** The style sheet. */
export const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fbfaf7; --sheet: #ffffff; --ink: #1d1b18; --quiet: #5c564e; --rule: #ddd7cc; --field: #8b8478;
  --accent: #15566b; --accent-ink: #ffffff; --wash: #e8f0f2;
  --good: #1c5b3a; --look: #6d4a00; --bad: #9b1c14; --calm: #4d4780;
  --mark: #fbd9d3; --mark-ink: #5f0f08; --mark-line: #b3261e;
  --notice: #f3efe4;
}
@media (prefers-color-scheme: dark) {
  :root {
    --paper: #161514; --sheet: #1f1d1b; --ink: #ece7de; --quiet: #b0a89b; --rule: #3a3632; --field: #877f74;
    --accent: #8cc7db; --accent-ink: #10222a; --wash: #223036;
    --good: #8fd0ab; --look: #e3bd6c; --bad: #f2a79f; --calm: #bab3ee;
    --mark: #5a211c; --mark-ink: #ffe3df; --mark-line: #f08b80;
    --notice: #28241f;
  }
}
*, *::before, *::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; text-size-adjust: 100%; }
body {
  margin: 0; background: var(--paper); color: var(--ink); overflow-wrap: anywhere; line-break: strict;
  font: 1rem/1.55 ui-sans-serif, system-ui, -apple-system, "Segoe UI", Roboto, "Noto Sans", "Noto Sans CJK SC", sans-serif;
}
h1, h2, h3, p, ul, ol, dl, dd, pre { margin: 0; }
.quiet { color: var(--quiet); }
.unseen { position: absolute; inline-size: 1px; block-size: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
.lone { max-inline-size: 36rem; margin: 12vh auto; padding-inline: 1.25rem; }
.lone h1, .lone h2 { font-size: 1.4rem; margin-block-end: .5rem; }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; border-radius: 3px; }
h2:focus-visible, main:focus-visible { outline-offset: 4px; }

button, select, textarea { font: inherit; color: inherit; }
button {
  display: inline-flex; align-items: center; gap: .5rem; min-block-size: 2.25rem; padding: .3rem .75rem;
  border: 1px solid var(--field); border-radius: 7px; background: var(--sheet); cursor: pointer;
}
button:hover { background: var(--wash); }
button:disabled { opacity: .55; cursor: default; }
button:disabled:hover { background: var(--sheet); }
button.primary { background: var(--accent); color: var(--accent-ink); border-color: var(--accent); font-weight: 600; }
button.primary:hover { filter: brightness(1.08); }
button.danger { color: var(--bad); border-color: var(--bad); }
button.plain { border-color: transparent; background: none; color: var(--accent); padding-inline: .35rem; text-decoration: underline; text-underline-offset: .15em; }
select { min-block-size: 2.25rem; padding: .3rem .5rem; border: 1px solid var(--field); border-radius: 7px; background: var(--sheet); max-inline-size: 100%; }
kbd { font: .75rem/1.3 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; padding: .05rem .35rem; border: 1px solid currentColor; border-radius: 4px; }
button kbd { opacity: .85; }

.top { background: var(--sheet); border-block-end: 1px solid var(--rule); padding: .75rem 1.25rem; }
.head-content { display: flex; flex-wrap: wrap; align-items: center; gap: .5rem 1.25rem; }
.top h1 { font-size: 1.1rem; font-weight: 650; }
.top h1 .quiet { font-weight: 400; }
.top .work { flex: 0 1 20rem; min-inline-size: 0; }
.top .work select { inline-size: 100%; }
.top .bar { display: flex; gap: .5rem; margin-inline-start: auto; }
.list-toggle { display: none; }
.meters { flex: 1 0 100%; display: flex; flex-wrap: wrap; gap: .15rem 1.75rem; font-size: .875rem; }
.meters dt { color: var(--quiet); margin-inline-end: -1.25rem; }
.meter { display: inline-flex; align-items: center; gap: .5rem; }
.track { display: inline-block; inline-size: 5.5rem; block-size: .5rem; border-radius: .25rem; background: var(--rule); overflow: hidden; }
.filled { display: block; block-size: 100%; background: var(--accent); }
[data-state="over"] .filled { background: var(--mark-line); }
[data-state="over"] .says, .count[data-state="over"] { color: var(--bad); font-weight: 600; }

.notices:not(:empty) { display: grid; gap: .5rem; padding: .6rem 1.25rem; max-block-size: 40vh; overflow-y: auto; flex: none; border-block-end: 1px solid var(--rule); }
.top { flex: none; }
.notice { background: var(--notice); border-inline-start: 4px solid var(--field); padding: .35rem .9rem; font-size: .925rem; border-radius: 0 6px 6px 0; }
.notice.bad { border-inline-start-color: var(--mark-line); }
.notice dl { margin-block-start: .5rem; display: grid; gap: .15rem .75rem; grid-template-columns: max-content 1fr; }
.notice dt { color: var(--quiet); }

.desk { display: grid; grid-template-columns: minmax(15rem, 19rem) minmax(0, 1fr); align-items: start; }
.fragments { display: flex; flex-direction: column; min-block-size: 0; border-inline-end: 1px solid var(--rule); }
.tools { padding: .9rem 1rem .5rem 1.25rem; display: grid; gap: .2rem; }
.tools label { font-size: .85rem; color: var(--quiet); }
.tools select { inline-size: 100%; }
.tools .count { font-size: .85rem; margin-block-start: .25rem; }
.many { display: flex; flex-wrap: wrap; gap: 0 .75rem; margin-inline-start: -.35rem; font-size: .9rem; }
.long-list { flex: 1 1 auto; min-block-size: 8rem; overflow-y: auto; border-block-start: 1px solid var(--rule); }
.space { position: relative; list-style: none; padding: 0; margin: 0; }
.space li { position: absolute; inset-inline: 0; }
.row { inline-size: 100%; block-size: 100%; display: block; text-align: start; border: 0; border-radius: 0; border-block-end: 1px solid var(--rule); padding: .35rem 1rem .35rem 1.25rem; background: none; overflow: hidden; }
.row:focus-visible { outline-offset: -3px; }
.row[aria-current="true"] { background: var(--wash); box-shadow: inset 4px 0 var(--accent); }
.row .first { display: flex; justify-content: space-between; align-items: baseline; gap: .5rem; }
.row .label { font-weight: 600; white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.row .hint { display: block; font-size: .85rem; color: var(--quiet); white-space: nowrap; overflow: hidden; text-overflow: ellipsis; }
.pill { flex: none; font-size: .78rem; font-weight: 600; color: var(--calm); white-space: nowrap; }
h3 .pill { font-size: .85rem; border: 1px solid currentColor; border-radius: 1rem; padding: .05rem .6rem; margin-inline-start: .35rem; }
.pill[data-state="reviewed"], .pill[data-state="edited"] { color: var(--good); }
.pill[data-state="needs-review"], .pill[data-state="stale"], .pill[data-state="outdated"] { color: var(--look); }
.pill[data-state="failed"], .pill[data-state="vetoed"] { color: var(--bad); }
.pill[data-state="none"], .pill[data-state="not-asked"] { color: var(--quiet); }

main { padding: 1rem 1.5rem; min-inline-size: 0; }
.fragment-head { flex: none; display: flex; flex-wrap: wrap; align-items: baseline; gap: .25rem .9rem; margin-block-end: .9rem; }
.fragment-head h2 { font-size: 1.35rem; line-height: 1.3; }
.fragment-head .steps { display: flex; gap: .5rem; margin-inline-start: auto; }
.panes { display: grid; grid-template-columns: minmax(0, 10fr) minmax(0, 11fr); gap: 1.25rem; align-items: start; }
.pane { background: var(--sheet); border: 1px solid var(--rule); border-radius: 10px; padding: 1rem 1.25rem 1.25rem; min-inline-size: 0; }
.pane.gist { display: grid; gap: .75rem; grid-template-columns: minmax(0, 1fr); align-content: start; }
.pane:focus-visible { outline-offset: -3px; border-radius: 10px; }
.pane h3 { font-size: .95rem; font-weight: 600; color: var(--quiet); }
.words, .source .text, textarea, .public .title {
  font-family: ui-serif, Georgia, "Noto Serif", "Noto Serif CJK SC", "Hiragino Mincho ProN", "Yu Mincho", serif; line-height: 1.65;
}
:is(.words, .source .text p, textarea):lang(he) { font-family: "SBL Hebrew", "Ezra SIL", "Noto Serif Hebrew", "Times New Roman", serif; line-height: 1.9; }
:is(.words, .source .text p, textarea):lang(ar) { font-family: "Noto Naskh Arabic", "Amiri", "Traditional Arabic", serif; line-height: 1.9; }
.words { font-size: 1.1rem; }
.source .text { max-inline-size: 40rem; }
.source .text p { margin-block: .75rem 0; white-space: pre-line; }
mark { background: var(--mark); color: var(--mark-ink); text-decoration: underline wavy var(--mark-line) 1px; text-underline-offset: .2em; border-radius: 2px; padding-inline: .05em; }
.problems { padding-inline-start: 1.1rem; font-size: .925rem; }
.problems[data-state="bad"] strong { color: var(--bad); }
.problems[data-state="look"] strong { color: var(--look); }
.fine { color: var(--good); font-size: .925rem; }
.actions { display: flex; flex-wrap: wrap; gap: .5rem; }
.editor { display: grid; gap: .4rem; grid-template-columns: minmax(0, 1fr); }
.editor label { font-size: .85rem; color: var(--quiet); }
textarea { inline-size: 100%; font-size: 1.1rem; padding: .6rem .75rem; border: 1px solid var(--field); border-radius: 7px; background: var(--paper); resize: vertical; min-block-size: 9rem; }
.editor .count { font-size: .85rem; text-align: end; }
.verdict { display: grid; gap: .5rem; min-block-size: 1.5rem; }
.exposure { border-block-start: 1px solid var(--rule); padding-block-start: .75rem; display: grid; gap: .35rem; font-size: .925rem; }
.exposure label { color: var(--quiet); font-size: .85rem; }
.as-public { display: grid; gap: .5rem; justify-items: start; grid-template-columns: minmax(0, 1fr); }
.public { display: grid; gap: .5rem; inline-size: 100%; grid-template-columns: minmax(0, 1fr); }
.card { border: 1px solid var(--rule); border-inline-start: 5px solid var(--calm); border-radius: 6px; padding: .75rem 1rem; background: var(--paper); display: grid; gap: .3rem; }
.card[data-state="semantic"] { border-inline-start-color: var(--look); }
.card[data-state="text"] { border-inline-start-color: var(--good); }
.card .label { font-size: .85rem; font-weight: 600; }
.card .title { font-size: 1.1rem; font-weight: 600; line-height: 1.35; }
.card .words { font-size: 1rem; }
summary { cursor: pointer; color: var(--quiet); font-size: .9rem; }
pre { font: .8rem/1.45 ui-monospace, SFMono-Regular, Menlo, Consolas, monospace; white-space: pre-wrap; background: var(--paper); border: 1px solid var(--rule); border-radius: 6px; padding: .6rem .75rem; margin-block: .4rem; max-block-size: 20rem; overflow: auto; }
.history ol { padding-inline-start: 1.2rem; font-size: .875rem; }

dialog { border: 1px solid var(--rule); border-radius: 12px; background: var(--sheet); color: var(--ink); padding: 1.25rem 1.5rem; max-inline-size: min(34rem, calc(100vw - 2rem)); }
dialog::backdrop { background: rgb(0 0 0 / .45); }
dialog h2 { font-size: 1.15rem; margin-block-end: .75rem; }
dialog .actions { margin-block-start: 1rem; }
.keys { border-collapse: collapse; inline-size: 100%; margin-block-end: .75rem; }
.keys th { text-align: start; padding: .15rem 1rem .15rem 0; white-space: nowrap; }
.keys td { padding-block: .15rem; }
.toggle { display: flex; gap: .5rem; align-items: baseline; padding-block: .2rem; }

.toast { position: fixed; inset-block-end: 1rem; inset-inline: 0; margin-inline: auto; inline-size: fit-content; max-inline-size: min(40rem, calc(100vw - 2rem)); background: var(--ink); color: var(--paper); border-radius: 8px; padding: .55rem 1rem; opacity: 0; pointer-events: none; }
.toast[data-state="said"] { opacity: 1; }
@media (prefers-reduced-motion: no-preference) { .toast { transition: opacity .25s; } }

@media (min-width: 52.01rem) {
  body { block-size: 100vh; block-size: 100dvh; display: flex; flex-direction: column; overflow: hidden; }
  .desk { flex: 1 1 auto; min-block-size: 0; align-items: stretch; grid-template-rows: minmax(0, 1fr); }
  main { overflow-y: auto; }
}
@media (min-width: 72.01rem) {
  main { overflow: hidden; }
  .fragment { block-size: 100%; display: flex; flex-direction: column; }
  .panes { flex: 1 1 auto; min-block-size: 0; align-items: stretch; grid-template-rows: minmax(0, 1fr); }
  .pane { overflow-y: auto; }
}
@media (max-width: 72rem) {
  .panes { grid-template-columns: minmax(0, 1fr); }
}
@media (max-width: 52rem) {
  .desk { grid-template-columns: minmax(0, 1fr); }
  .list-toggle { display: inline-flex; }
  .fragments { display: none; block-size: 70dvh; border-inline-end: 0; border-block-end: 1px solid var(--rule); }
  .fragments[data-open] { display: flex; }
  .top { padding: .6rem .9rem; }
  .top .work { flex: 1 0 100%; order: 2; }
  .top .bar { margin-inline-start: 0; order: 1; }
  .top .bar kbd, .steps kbd, .actions kbd { display: none; }
  .meters { order: 3; }
  main { padding: .9rem .9rem 5rem; }
  .pane { padding: .85rem 1rem 1rem; }
  .fragment-head .steps { margin-inline-start: 0; inline-size: 100%; }
  .fragment-head .steps button { flex: 1; justify-content: center; }
}
@media (forced-colors: active) {
  .row[aria-current="true"] { outline: 2px solid Highlight; outline-offset: -3px; }
  mark { forced-color-adjust: none; }
}
`.trimStart();
