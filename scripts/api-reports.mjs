/**
 * One API report for each door of each public package: `packages/<name>/etc/<name>[-<door>].api.md`.
 *
 *   node scripts/api-reports.mjs [name ...]     writes them
 *   node scripts/api-reports.mjs --check        fails when one is missing or stale
 *
 * Reads the built declarations, so the build comes first. A report shows exactly what a door offers; that it changed
 * is what a reviewer should see. One script for all, since API Extractor's own configuration knows one entry each.
 */
import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Extractor, ExtractorConfig } from '@microsoft/api-extractor';
import { doors, publicPackages, root } from './workspace.mjs';

const COMPILER = {
  compilerOptions: {
    target: 'ES2022',
    lib: ['ES2023', 'DOM'],
    module: 'NodeNext',
    moduleResolution: 'NodeNext',
    strict: true,
    skipLibCheck: true,
    types: ['node'],
  },
  include: ['dist'],
};

/** @type {import('@microsoft/api-extractor').IExtractorMessagesConfig} */
const MESSAGES = {
  compilerMessageReporting: { default: { logLevel: /** @type {any} */ ('error') } },
  extractorMessageReporting: {
    default: { logLevel: /** @type {any} */ ('none') },
    'ae-forgotten-export': { logLevel: /** @type {any} */ ('error') },
  },
};

const check = process.argv.includes('--check');
const names = process.argv.slice(2).filter((argument) => !argument.startsWith('--'));

/** @type {string[]} */
const faults = [];
for (const member of publicPackages()) {
  const short = member.name.replace(/^@archive\//, '');
  if (names.length > 0 && !names.includes(short)) continue;
  const offered = namesOffered(member);
  for (const { door, file } of doors(member)) {
    const report = door === '.' ? short : `${short}-${door.slice('./'.length).replaceAll('/', '-')}`;
    const fault = reportDoor(join(root, member.folder), declarationsOf(file), report, offered);
    if (fault !== undefined) faults.push(`${member.folder}/etc/${report}.api.md: ${fault}`);
  }
}
for (const fault of faults) process.stdout.write(`${fault}\n`);
if (faults.length > 0 && check)
  process.stdout.write('after a full build: node scripts/api-reports.mjs, then review the difference\n');
process.exitCode = faults.length > 0 ? 1 : 0;

/**
 * @param {string} projectFolder
 * @param {string} declarations relative to the project folder
 * @param {string} reportName
 * @param {ReadonlySet<string>} offered names that some door of the package offers
 * @returns {string | undefined} what is wrong
 */
function reportDoor(projectFolder, declarations, reportName, offered) {
  const entry = join(projectFolder, declarations);
  if (!existsSync(entry)) return `no declarations at ${declarations}; build first`;
  mkdirSync(join(projectFolder, 'etc'), { recursive: true });
  const config = ExtractorConfig.prepare({
    configObjectFullPath: undefined,
    packageJsonFullPath: join(projectFolder, 'package.json'),
    configObject: {
      projectFolder,
      mainEntryPointFilePath: entry,
      compiler: { overrideTsconfig: COMPILER },
      apiReport: {
        enabled: true,
        reportFileName: reportName,
        reportFolder: join(projectFolder, 'etc'),
        reportTempFolder: join(projectFolder, 'temp'),
      },
      docModel: { enabled: false },
      dtsRollup: { enabled: false },
      newlineKind: 'lf',
      messages: MESSAGES,
    },
  });
  /** @type {string[]} */
  const errors = [];
  const result = Extractor.invoke(config, {
    localBuild: !check,
    messageCallback: (message) => {
      message.handled = true;
      if (message.logLevel !== 'error') return;
      const forgotten =
        message.messageId === 'ae-forgotten-export' ? /"([^"]+)"/.exec(message.text)?.[1] : undefined;
      if (forgotten === undefined || !offered.has(forgotten))
        errors.push(`${message.messageId} ${message.text}`);
    },
  });
  if (check && result.apiReportChanged) return 'stale or missing';
  return errors.length > 0 ? errors.join('; ') : undefined;
}

/**
 * Names that the doors of a package offer together: a type named at one door may be exported at another.
 *
 * @param {import('./workspace.mjs').Member} member
 */
function namesOffered(member) {
  const files = doors(member).map(({ file }) => join(root, member.folder, declarationsOf(file)));
  const clauses = files
    .filter((file) => existsSync(file))
    .flatMap((file) => [...readFileSync(file, 'utf8').matchAll(/^export \{([^}]*)\}/gm)]);
  return new Set(
    clauses.flatMap(([, names = '']) =>
      names.split(',').map((name) => name.trim().split(/\s+/).at(-1) ?? ''),
    ),
  );
}

/** @param {string} file built JavaScript */
function declarationsOf(file) {
  return file.replace(/\.js$/, '.d.ts');
}
