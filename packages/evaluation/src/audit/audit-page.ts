/**
 * A report of an audit as one page for people: tables, plots, words that need no knowledge of the program.
 *
 * No script, nothing that is loaded from elsewhere, every string escaped; the same report gives the same page.
 */
import type { ProbeRow } from '../probe/probe-row.ts';
import { escapeHtml, linePlot } from '../report/svg-plots.ts';
import type { AuditReport } from './audit-report.ts';

/** Who signed, as the page shows it. */
export interface PageSignature {
  /** `sha256:` and 64 hex digits. */
  readonly fingerprint: string;
  /** Base64. */
  readonly publicKey: string;
}

/** Writes the page, all but the mark of its signature. */
export function auditPage(report: AuditReport, { fingerprint, publicKey }: PageSignature): string {
  const { archive, tested, scanner, verdict } = report;
  const title = `Leak audit${archive.name === undefined ? '' : ` of ${archive.name}`}`;
  const failed = report.gates.filter(({ ok }) => !ok).length;
  const rest =
    report.unmeasured.length === 0 ? '' : ` Not measured: ${report.unmeasured.length}, named below.`;
  const summary =
    verdict === 'holds'
      ? `Every promise that was measured holds: ${report.gates.length} of ${report.gates.length}.${rest}`
      : `${failed} of ${report.gates.length} promises ${failed === 1 ? 'does' : 'do'} not hold.${rest}`;
  return `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'"><title>${escapeHtml(title)}</title><style>${STYLE}</style></head>
<body><h1>${escapeHtml(title)}</h1>
<p class="${verdict === 'holds' ? 'good' : 'bad'}">${summary}</p>
<p>Made on ${escapeHtml(report.ranAt)} by archive ${escapeHtml(report.version)}, size ${report.size}, in ${report.seconds} seconds.</p>
<h2>What was tested</h2>
<p>A private copy of the archive was made, and invented secrets were planted in it. The copy was built and served by the same program that serves the archive, and attacked from outside, as somebody could who has only its address. Everything that came out (answers, pages, errors, headers, logs, the files that a server may open) was searched for the planted secrets and for every run of private text. Then an attacker who owns the same language model asked questions, to see what answers add up to. The copy was deleted.</p>
${published(archive)}
${table(
  ['fragments of the copy', 'text', 'description', 'place', 'nothing'],
  (['public', 'private'] as const).map((raw) => [
    raw,
    ...(['text', 'semantic', 'locator', 'none'] as const).map((exposure) =>
      String(archive.fragments.find((each) => each.raw === raw && each.exposure === exposure)?.count ?? 0),
    ),
  ]),
)}
<p>${archive.works} ${archive.works === 1 ? 'work' : 'works'}. Model of meaning: ${escapeHtml(archive.model)}. Vectors of what is not released as text are served ${archive.vectors === 'coded' ? 'as at most 256 bits' : '<strong>in full, at the owner’s wish</strong>'}. Left out as they were unsafe to read: ${archive.quarantined} files. Links out of the archive, which were not followed: ${archive.linksLeft}.</p>
<h3>Secrets that were planted</h3>
${table(
  ['in', 'layer', 'released of it', 'planted', 'of these in the private index'],
  report.planted.map((each) => [
    KINDS[each.kind],
    each.raw,
    EXPOSURES[each.exposure],
    `${each.canaries} (${each.sorts.map((sort) => SORTS[sort]).join(', ')})`,
    String(each.indexed),
  ]),
)}
<h3>The attack</h3>
<p>${number(tested.requests)} requests without limits and ${number(tested.limitedRequests)} under the default limits, ${number(tested.rateLimited)} of which were refused as too many. ${number(tested.payloads)} answers, files and logs were searched, ${number(tested.bytes)} bytes, for ${number(tested.guardedCanaries)} planted secrets and ${number(tested.guardedRuns)} runs of private text.</p>
<p>Routes: ${tested.routes.map((route) => `<code>${escapeHtml(route)}</code>`).join(', ') || 'none'}. Tools for language models: ${tested.tools.map((tool) => `<code>${escapeHtml(tool)}</code>`).join(', ') || 'none'}.</p>
<p>The scanner was tried first: of ${scanner.planted} leaks planted in front of it, it found ${scanner.found}.</p>
<h2>Promises</h2>
${rows(report.gates, true)}
${report.unmeasured.length === 0 ? '' : `<h3>Not measured</h3>\n<ul>${report.unmeasured.map((each) => `<li>${escapeHtml(each)}</li>`).join('')}</ul>`}
${findings(report.findings)}
<h2>What questions add up to</h2>
<p>For scale; nothing is promised about these. An AUC of 0.5 is chance, 1 is certainty.</p>
${curves(report.figures)}
${arms(report.figures)}
<h2>What stays open</h2>
<p>More on each stands in the threat model, the file <code>docs/threat-model.md</code> that comes with the program; what follows the # is its section.</p>
<ul>${report.open.map(({ says, see }) => `<li>${escapeHtml(says)} <small>(${escapeHtml(see)})</small></li>`).join('')}</ul>
<h2>Signature</h2>
<p>This page and the file beside it with the same name and <code>.json</code> are signed with Ed25519. <code>archive audit verify &lt;file&gt;</code> tells whether one of them was changed. The key comes with the report: by itself that shows that nothing was changed since it was signed, not who signed it. Compare its fingerprint with one that you got another way, or give that with <code>--key</code>.</p>
<p>Fingerprint of the key: <code>${escapeHtml(fingerprint)}</code><br>Public key: <code>${escapeHtml(publicKey)}</code></p>
</body></html>
`;
}

function published({ published: of, audited }: AuditReport['archive']): string {
  const copy = `Digest of what was attacked: <code>${audited.servedSha256}</code> (served half), <code>${audited.privateSha256}</code> (private half).`;
  if (of === null) return `<p>Nothing is published of this archive yet. ${copy}</p>`;
  return `<p>Published: generation ${of.seq} of ${of.builtAt}, digest <code>${of.servedSha256}</code> (served half), <code>${of.privateSha256}</code> (private half). ${of.isCurrent ? 'It is what a build of the folder gives today.' : '<strong>The folder has changed since: this audit is of the folder as it is, not of what is published.</strong>'} ${copy}</p>`;
}

function rows(all: readonly ProbeRow[], isGate: boolean): string {
  return table(
    isGate ? ['', 'promise', 'measured', 'asked'] : ['figure', 'value'],
    all.map(({ name: asked, value, unit, goal, ok }) => {
      const name = asked.replace(/\b1 questions$/, '1 question');
      const measured = `${value} ${unit}`.trim();
      return isGate ? [ok ? 'holds' : 'FAILS', name, measured, goal] : [name, measured];
    }),
  );
}

/** A plot for each rule of limits: share of descriptions seen, by questions asked. */
function curves(figures: readonly ProbeRow[]): string {
  const points = new Map<string, { label: string; y: number }[]>();
  for (const { name, value, unit } of figures) {
    const [, arm, asked] = /^(.*)\/gists seen, (\d+) questions$/.exec(name) ?? [];
    if (arm === undefined || asked === undefined || unit === 'of 0') continue;
    points.set(arm, [...(points.get(arm) ?? []), { label: asked, y: value }]);
  }
  return [...points]
    .map(([arm, of]) =>
      linePlot({
        title: `Share of released descriptions that one day of questions shows, ${arm}`,
        points: [{ label: '0', y: 0 }, ...of],
        top: 1,
        unit: '',
      }),
    )
    .join('\n');
}

function arms(figures: readonly ProbeRow[]): string {
  const names = new Map<string, ProbeRow[]>();
  for (const row of figures) {
    const at = row.name.indexOf('/');
    const arm = at < 0 ? 'The archive' : row.name.slice(0, at);
    names.set(arm, [...(names.get(arm) ?? []), { ...row, name: row.name.slice(at + 1) }]);
  }
  return [...names].map(([arm, of]) => `<h3>${escapeHtml(arm)}</h3>\n${rows(of, false)}`).join('\n');
}

function findings(all: AuditReport['findings']): string {
  if (all.length === 0) return '<p>Nothing private was found in anything that came out.</p>';
  return `<h3>Found where it must not be</h3>\n${table(
    ['where', 'what', 'of', 'characters', 'times'],
    all.map(({ place, what, sources, characters, times }) => [
      place,
      what,
      sources.join(', '),
      String(characters),
      String(times),
    ]),
  )}`;
}

function table(heads: readonly string[], lines: readonly (readonly string[])[]): string {
  const head = heads.map((each) => `<th>${escapeHtml(each)}</th>`).join('');
  const body = lines.map(
    (cells) =>
      `<tr${cells[0] === 'FAILS' ? ' class="bad"' : ''}>${cells.map((each) => `<td>${escapeHtml(each)}</td>`).join('')}</tr>`,
  );
  return `<table><thead><tr>${head}</tr></thead><tbody>\n${body.join('\n')}\n</tbody></table>`;
}

function number(value: number): string {
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

const KINDS: Readonly<Record<AuditReport['planted'][number]['kind'], string>> = {
  records: 'records',
  notes: 'notes',
  book: 'books',
  transcripts: 'recordings',
  comment: 'comments that no reader sees',
  unpublished: 'files that say that they are drafts',
  quarantined: 'files whose policy cannot be read',
};
const EXPOSURES: Readonly<Record<AuditReport['planted'][number]['exposure'], string>> = {
  text: 'text',
  semantic: 'a description',
  locator: 'only where it is',
  none: 'nothing',
};
const SORTS: Readonly<Record<AuditReport['planted'][number]['sorts'][number], string>> = {
  phrase: 'phrases',
  name: 'names',
  number: 'numbers of six digits',
  unspaced: 'words of a script without spaces',
};
const STYLE =
  ':root{color-scheme:light dark}body{font:16px/1.55 system-ui,sans-serif;margin:2rem auto;max-width:60rem;padding:0 1rem}' +
  'table{border-collapse:collapse;display:block;overflow-x:auto;font-size:14px;margin:1rem 0}th,td{border-bottom:1px solid #8886;padding:.3rem .7rem;text-align:left;vertical-align:top}' +
  'code{font-size:13px;overflow-wrap:anywhere}figure{margin:1.5rem 0;max-width:640px}figcaption{font-weight:600}svg{width:100%;height:auto}svg text{font:11px system-ui,sans-serif;fill:currentColor}' +
  '.axis{fill:none;stroke:currentColor}.l0{fill:none;stroke:#2a7ab0;stroke-width:2}tr.bad td,p.bad{color:#b3261e;font-weight:600}p.good{color:#1b7f3b;font-weight:600}small{opacity:.7}';
