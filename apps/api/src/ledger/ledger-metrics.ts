/**
 * What the ledger stands at, for `/metrics`: sums over works, no work and no caller by name.
 */
import type { WorkMeter } from './disclosure-ledger.ts';

/** Lines in the text format of Prometheus; `undefined` meters are those of a ledger that cannot be read. */
export function ledgerMetrics(meters: readonly WorkMeter[] | undefined): string {
  const works = meters ?? [];
  const sum = (of: (meter: WorkMeter) => number): number =>
    works.reduce((total, meter) => total + of(meter), 0);
  const lines = gauge('archive_ledger_up', 'Whether the disclosure ledger can be read.', [
    ['', meters === undefined ? 0 : 1],
  ]);
  if (meters === undefined) return `${lines.join('\n')}\n`;
  lines.push(
    ...gauge('archive_ledger_released', 'What all callers got of private works in the window.', [
      ['{what="gists"}', sum(({ gists }) => gists)],
      ['{what="places"}', sum(({ places }) => places)],
    ]),
    ...gauge('archive_ledger_works', 'Private works by how far their budget over all callers is used.', [
      ['{state="untouched"}', works.filter(({ gists, places }) => gists + places === 0).length],
      [
        '{state="touched"}',
        works.filter(({ gists, places, reached }) => gists + places > 0 && reached.length === 0).length,
      ],
      ['{state="reached"}', works.filter(({ reached }) => reached.length > 0).length],
    ]),
  );
  return `${lines.join('\n')}\n`;
}

function gauge(name: string, help: string, samples: readonly (readonly [string, number])[]): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} gauge`,
    ...samples.map(([labels, value]) => `${name}${labels} ${value}`),
  ];
}
