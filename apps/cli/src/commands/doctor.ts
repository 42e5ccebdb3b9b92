/**
 * `archive doctor`: is this archive in order? Config, published index, custody of files, embedder, the model that writes
 * answers.
 *
 * Reads; changes nothing. Findings name places and remedies, no text.
 */
import { access, constants, stat } from 'node:fs/promises';
import path from 'node:path';
import process from 'node:process';
import { readGeneration } from '@archive/index';
import { quantity } from '@archive/ingest';
import { answerModelFindings } from '../answer-model-findings.ts';
import { rerankerFindings } from '../rerank-settings.ts';
import type { DoctorFinding } from '../doctor-finding.ts';
import { archiveSettings } from '../archive-settings.ts';
import { canariesFile, unreadCanaries } from '../evaluation/evaluation-files.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import type { CommandContext } from '../command-context.ts';
import { ArchiveError } from '@archive/contract';
import { publishedIds, takedownsInForce, takedownsOf } from '../takedowns-in-force.ts';

/** Runs the command; exit code 1 when a check found a fault. */
export async function doctor(
  { output, cwd }: CommandContext,
  folder: string,
  options: Record<string, unknown>,
): Promise<number> {
  const settings = await archiveSettings(cwd, folder, options);
  const findings: DoctorFinding[] = [
    { check: 'node', state: 'ok', says: `Node ${process.versions.node}` },
    configFinding(settings.config),
    ...(await custodyFindings(settings.out)),
    ...(await indexFindings(settings.out, settings.embedder.model)),
    await takedownFinding(settings.out),
    ...embedderFindings(settings.embedder),
    ...(await answerModelFindings(settings.config.answer, process.env)),
    ...rerankerFindings(settings.config.rerank, process.env),
    await canaryFinding(settings),
  ];
  output.document({ findings });
  for (const { check, state, says, help } of findings) {
    output.line(`${state.padEnd('notice'.length)}  ${check}: ${says}`);
    if (help !== undefined) output.line(`        help: ${help}`);
  }
  return findings.some(({ state }) => state === 'fault') ? EXIT_FINDING : EXIT_SUCCESS;
}

type Settings = Awaited<ReturnType<typeof archiveSettings>>;

function configFinding(config: Settings['config']): DoctorFinding {
  if (config.configFile === undefined) {
    return {
      check: 'config',
      state: 'notice',
      says: 'no config: every file is a public record unless its front matter or path says otherwise',
      help: 'archive init',
    };
  }
  if (config.defaults?.raw === undefined) {
    return {
      check: 'config',
      state: 'notice',
      says: `${config.configFile} does not state defaults.raw, so it can only be served to this machine`,
      help: 'write defaults: {raw: private} or {raw: public}',
    };
  }
  return { check: 'config', state: 'ok', says: config.configFile };
}

async function custodyFindings(out: string): Promise<DoctorFinding[]> {
  const facts = await stat(out).catch(() => undefined);
  if (facts === undefined)
    return [{ check: 'custody', state: 'notice', says: 'nothing was built here yet', help: 'archive build' }];
  const openBits = facts.mode & 0o077;
  const folder: DoctorFinding =
    openBits === 0
      ? { check: 'custody', state: 'ok', says: 'the index folder is closed to others' }
      : {
          check: 'custody',
          state: 'fault',
          says: 'the index folder can be read by others',
          help: 'chmod 700 the index folder, or build again',
        };
  const ignored = await access(path.join(out, '.gitignore'), constants.R_OK).then(
    () => true,
    () => false,
  );
  return ignored
    ? [folder]
    : [
        folder,
        {
          check: 'custody',
          state: 'fault',
          says: 'the index folder has no .gitignore of its own',
          help: 'build again',
        },
      ];
}

async function indexFindings(out: string, model: string): Promise<DoctorFinding[]> {
  try {
    const generation = await readGeneration(out);
    if (generation === undefined)
      return [{ check: 'index', state: 'notice', says: 'nothing is published', help: 'archive build' }];
    const { servedIndex, seq } = generation;
    const served: DoctorFinding = {
      check: 'index',
      state: 'ok',
      says: `generation ${seq}: ${quantity(servedIndex.entities.length, 'work')} and ${quantity(servedIndex.entries.length, 'fragment')} served, content of ${servedIndex.builtAt}; both halves pass every check`,
    };
    const same: DoctorFinding =
      servedIndex.model === model
        ? { check: 'model', state: 'ok', says: `made by ${model}` }
        : {
            check: 'model',
            state: 'fault',
            says: `made by ${servedIndex.model}, but the config asks for ${model}`,
            help: 'build again',
          };
    const exact = servedIndex.entries.some(
      (entry) =>
        'vector' in entry && entry.fragment.disclosure.exposure !== 'text' && entry.embeds !== 'face',
    );
    const vectors: DoctorFinding[] = exact
      ? [
          {
            check: 'vectors',
            state: 'notice',
            says: 'the served index holds full vectors of unreleased text; treat that file as the text',
            help: 'leave out privateVectors: exact',
          },
        ]
      : [];
    return [served, same, ...vectors];
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return [{ check: 'index', state: 'fault', says: error.message, help: error.help ?? 'build again' }];
  }
}

async function takedownFinding(out: string): Promise<DoctorFinding> {
  const check = 'takedowns';
  try {
    const takedowns = await takedownsOf(out);
    const says = takedownsInForce(takedowns, await publishedIds(out));
    return { check, state: takedowns.length === 0 ? 'ok' : 'notice', says };
  } catch (error) {
    if (!(error instanceof ArchiveError)) throw error;
    return {
      check,
      state: 'fault',
      says: error.message,
      ...(error.help === undefined ? {} : { help: error.help }),
    };
  }
}

function embedderFindings({ reach, scoreCap, model }: Settings['embedder']): DoctorFinding[] {
  return [
    reach === 'lexical'
      ? {
          check: 'reach',
          state: 'notice',
          says: `${model} matches letters: works not exposed as text are found by title, names and released gist, never by their text`,
        }
      : { check: 'reach', state: 'ok', says: `${model} matches meaning` },
    scoreCap === undefined
      ? {
          check: 'score cap',
          state: 'notice',
          says: `none is known for ${model}: a near-copy of a private passage may score above honest questions`,
        }
      : { check: 'score cap', state: 'ok', says: String(scoreCap) },
  ];
}

async function canaryFinding(settings: Settings): Promise<DoctorFinding> {
  const file = canariesFile(settings);
  if (file === undefined)
    return { check: 'canaries', state: 'ok', says: 'the config declares that there are none' };
  const isThere = await access(file, constants.R_OK).then(
    () => true,
    () => false,
  );
  const unread = await unreadCanaries(settings);
  if (unread !== undefined)
    return {
      check: 'canaries',
      state: 'notice',
      says: unread,
      help: 'what is not read watches nothing',
    };
  return isThere
    ? { check: 'canaries', state: 'ok', says: `a file of canaries is there, ${file}` }
    : {
        check: 'canaries',
        state: 'notice',
        says: 'no file of canaries: phrases shorter than the lint window are not watched',
        help: `list distinctive private phrases in ${file}, or in a file that canaries: of the config names`,
      };
}
