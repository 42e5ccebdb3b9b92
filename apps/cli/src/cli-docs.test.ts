/**
 * docs/reference/cli.md is made from the program itself; `UPDATE_GOLDEN=1` rewrites it.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { Command } from 'commander';
import { expect, it } from 'vitest';
import { archiveEvalProgram } from '@archive/eval';
import { archiveProgram, EVALUATION_FILES, QUERY_HELP } from './program.ts';
import { START_USAGE } from './start-options.ts';

const file = path.join(import.meta.dirname, '../../../docs/reference/cli.md');

function helpOf(command: Command): string {
  return command.configureHelp({ helpWidth: 100 }).helpInformation().trimEnd();
}

function rendered(): string {
  const program = archiveProgram();
  const sections = program.commands.map(
    (command) =>
      `## archive ${command.name()}\n\n\`\`\`text\n${helpOf(command)}\n\`\`\`\n${AFTER[command.name()] ?? ''}`,
  );
  return `# Command line

Made from the program; do not edit by hand.

Every command takes \`--json\` (one JSON document on stdout, everything else on stderr). Exit codes: 0 success, 1 a finding or a
failed build, 2 misuse, 3 the environment lacks something. \`archive ask\` ends with 1 for a refusal; for it
and for \`archive eval\` a config or a suite that cannot be read is misuse. Without a
terminal, or under CI, \`plan\`, \`preview\` and \`lint\` print keyed ids, counts and rules only, unless \`--reveal\` is given.

## npm start

\`\`\`text
${START_USAGE}
\`\`\`

${sections.join('\n')}
## archive-eval

\`npm run eval-url -- …\` in a clone. It writes a report into \`archive-eval/\` of the folder you are in, or where \`--report\` says, for
its owner alone. Exit codes: 0 everything passed, 1 something failed, 2 called the wrong way or a suite that cannot be read, 3 nothing
answers at the address; then there is no report.

\`\`\`text
${helpOf(archiveEvalProgram())}
\`\`\`
`;
}

/** What help prints after the options. */
const AFTER: Readonly<Record<string, string>> = {
  eval: `${EVALUATION_FILES}\n`,
  search: `\n${QUERY_HELP}\n`,
};

it('docs/reference/cli.md says what --help says', () => {
  if (process.env['UPDATE_GOLDEN'] === '1') writeFileSync(file, rendered());
  expect(readFileSync(file, 'utf8')).toBe(rendered());
});
