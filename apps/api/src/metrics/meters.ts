/**
 * Counts what a server does, and writes it down for Prometheus (text format 0.0.4).
 *
 * Labels are route patterns, methods, statuses and outcomes, all from fixed lists: no id, no question, no caller.
 */

/** Upper bounds of the duration buckets, in seconds. */
const BUCKETS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10] as const;

/** What one request came to. */
export interface RequestMeasure {
  method: string;
  /** Pattern of the route, or `unknown`. */
  route: string;
  status: number;
  durationMs: number;
}

/** Facts that are asked for when the meters are read. */
export interface Gauges {
  entityCount?: number;
  fragmentCount?: number;
  seq?: number;
  takedowns?: number;
  answersInFlight?: number;
}

/** Meters of a server. */
export interface Meters {
  countRequest(measure: RequestMeasure): void;
  /** A request or question was refused by a quota of this name. */
  countLimited(quota: string): void;
  /** A question was met in this way. */
  countQuestion(outcome: string): void;
  /** The model that writes answers gave no reply, for a reason of this class. */
  countModelFailure(failure: string): void;
  /** Whoever reads questions and passages together failed; passages are put in order without. */
  countRerankFailure(): void;
  /** The store of the limits failed. */
  countStoreError(): void;
  /** Everything, as Prometheus reads it. */
  render(gauges: Gauges): string;
}

/** Makes meters that stand at zero. */
export function createMeters(): Meters {
  const requests = new Map<string, number>();
  const limited = new Map<string, number>();
  const questions = new Map<string, number>();
  const modelFailures = new Map<string, number>();
  const durations = new Map<string, { counts: number[]; sum: number; total: number }>();
  let [storeErrors, rerankFailures] = [0, 0];
  const add = (counter: Map<string, number>, labels: string): void => {
    counter.set(labels, (counter.get(labels) ?? 0) + 1);
  };
  return {
    countRequest({ method, route, status, durationMs }) {
      add(requests, labelled({ route, method, status: String(status) }));
      const labels = labelled({ route });
      const of = durations.get(labels) ?? { counts: BUCKETS.map(() => 0), sum: 0, total: 0 };
      durations.set(labels, of);
      const seconds = durationMs / 1000;
      const bucket = BUCKETS.findIndex((bound) => seconds <= bound);
      if (bucket !== -1) of.counts[bucket] = (of.counts[bucket] ?? 0) + 1;
      of.sum += seconds;
      of.total += 1;
    },
    countLimited: (quota) => add(limited, labelled({ quota })),
    countQuestion: (outcome) => add(questions, labelled({ outcome })),
    countModelFailure: (failure) => add(modelFailures, labelled({ failure })),
    countRerankFailure: () => {
      rerankFailures += 1;
    },
    countStoreError: () => {
      storeErrors += 1;
    },
    render(gauges) {
      const lines = [
        ...family('archive_requests_total', 'counter', 'Requests answered.', [...requests].sort()),
        ...histogram(durations),
        ...family('archive_rate_limited_total', 'counter', 'Refusals by a quota.', [...limited].sort()),
        ...family(
          'archive_questions_total',
          'counter',
          'Questions by how their vectors were had.',
          [...questions].sort(),
        ),
        ...family(
          'archive_model_failures_total',
          'counter',
          'Times the model that writes answers gave no reply, by reason.',
          [...modelFailures].sort(),
        ),
        ...family('archive_rerank_failures_total', 'counter', 'Times the reranker failed.', [
          ['', rerankFailures],
        ]),
        ...family('archive_limit_store_errors_total', 'counter', 'Failures of the store of the limits.', [
          ['', storeErrors],
        ]),
        ...Object.entries(GAUGES).flatMap(([key, [name, help]]) => {
          const value = gauges[key as keyof Gauges];
          return value === undefined ? [] : family(name, 'gauge', help, [['', value]]);
        }),
        ...processFamilies(),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

const GAUGES: Readonly<Record<keyof Gauges, readonly [string, string]>> = {
  entityCount: ['archive_served_works', 'Works served.'],
  fragmentCount: ['archive_served_fragments', 'Fragments served.'],
  seq: ['archive_generation', 'Number of the generation served.'],
  takedowns: ['archive_takedowns', 'Entries of the takedown list.'],
  answersInFlight: ['archive_answers_in_flight', 'Answers under way.'],
};

function processFamilies(): string[] {
  const { rss, heapUsed } = process.memoryUsage();
  return [
    ...family('process_resident_memory_bytes', 'gauge', 'Memory of the process.', [['', rss]]),
    ...family('nodejs_heap_used_bytes', 'gauge', 'Heap in use.', [['', heapUsed]]),
    ...family('process_uptime_seconds', 'gauge', 'Age of the process.', [['', process.uptime()]]),
  ];
}

function family(
  name: string,
  type: 'counter' | 'gauge',
  help: string,
  samples: readonly (readonly [string, number])[],
): string[] {
  return [
    `# HELP ${name} ${help}`,
    `# TYPE ${name} ${type}`,
    ...samples.map(([labels, value]) => `${name}${labels === '' ? '' : `{${labels}}`} ${value}`),
  ];
}

function histogram(
  durations: ReadonlyMap<string, { counts: readonly number[]; sum: number; total: number }>,
): string[] {
  const name = 'archive_request_duration_seconds';
  const lines = [`# HELP ${name} Time until an answer was ready.`, `# TYPE ${name} histogram`];
  for (const [labels, { counts, sum, total }] of [...durations].sort()) {
    let below = 0;
    for (const [at, bound] of BUCKETS.entries()) {
      below += counts[at] ?? 0;
      lines.push(`${name}_bucket{${labels},le="${bound}"} ${below}`);
    }
    lines.push(`${name}_bucket{${labels},le="+Inf"} ${total}`);
    lines.push(`${name}_sum{${labels}} ${sum}`, `${name}_count{${labels}} ${total}`);
  }
  return lines;
}

/** Values come from fixed lists of ours, so that nothing has to be escaped. */
function labelled(labels: Readonly<Record<string, string>>): string {
  return Object.entries(labels)
    .map(([name, value]) => `${name}="${value}"`)
    .join(',');
}
