/**
 * Lets the gold suite of an archive decide about what a build is about to publish (decisions: the suite admits a change of
 * exposure, intuition does not).
 *
 * Hits, canaries, laws and quoted answers are judged, without a model and without a report on disk. An archive without a
 * suite is admitted, and that is said.
 */
import { withoutTakenDown } from '@archive/api';
import type { Embedder } from '@archive/embed';
import { reportLines, type ReportNames, runGoldSuite } from '@archive/evaluation';
import { buildLexicalIndex, buildRetrievalIndex, type ServedIndexData } from '@archive/index';
import type { ServedIndex } from '@archive/index/served';
import type { Output } from '../console-output.ts';
import { takedownsOf } from '../takedowns-in-force.ts';
import { canariesOf, type EvaluatedAt, goldSuiteOf, unreadCanaries } from './evaluation-files.ts';
import { evaluationPorts } from './evaluation-ports.ts';

/** What decides, and how it is told. */
export interface Admission {
  place: EvaluatedAt;
  embedder: Embedder;
  output: Output;
  names: ReportNames;
  /** Publish all the same. */
  allowFailing: boolean;
  now: Date;
}

/** Says whether a candidate may be published; failures are printed. */
export async function admitCandidate(
  candidate: ServedIndexData,
  { place, embedder, output, names, allowFailing, now }: Admission,
): Promise<boolean> {
  const suite = await goldSuiteOf(place);
  if (suite === undefined) {
    output.note('no gold suite decided about this: write one into gold.yaml');
    return true;
  }
  const index = withoutTakenDown(openCandidate(candidate), await takedownsOf(place.out));
  const unread = await unreadCanaries(place);
  if (unread !== undefined) output.note(unread);
  const canaries = await canariesOf(place);
  const report = await runGoldSuite(suite, evaluationPorts(index, embedder), {
    ranAt: now.toISOString(),
    ...(canaries === undefined ? {} : { canaries }),
  });
  if (report.pass) {
    output.note(`the gold suite admits it: ${report.passed} of ${report.total} queries passed`);
    return true;
  }
  for (const line of reportLines(report, names)) output.note(line);
  output.note(
    allowFailing
      ? 'the gold suite fails, and is overruled by --allow-failing'
      : 'nothing was published, because the gold suite fails on what would be served; mend works, scoring or policy, or publish with --allow-failing',
  );
  return allowFailing;
}

/** A candidate as a server would open it once it is published. */
function openCandidate(data: ServedIndexData): ServedIndex {
  const index = buildRetrievalIndex(data);
  return {
    ...index,
    lexical: buildLexicalIndex(index.entries, index.entities),
    builtAt: data.builtAt,
    entityCount: data.entities.length,
    fragmentCount: data.entries.length,
    about: data.about ?? {},
    sha256: '',
  };
}
