/**
 * `archive audit` and `archive audit verify`, declared.
 */
import type { Command } from 'commander';
import { add, outOption, type Run } from '../declare-command.ts';

/** Adds them. */
export function addAudit(program: Command, run: Run): void {
  const audit = add(
    program,
    'audit',
    'plant secrets in a copy, attack it from outside, and write a signed report of what came out',
  )
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--quick', 'under two minutes for a small archive; sees less')
    .option('--full', 'many more questions, requests and secrets: hours for a large archive')
    .option('--seed <n>', 'where the choices of the attack begin; never those of the secrets (default 1)')
    .helpCommand(false)
    .action(
      run(async (context, options, [folder]) =>
        (await import('../commands/audit.ts')).audit(context, String(folder), options),
      ),
    );
  add(audit, 'verify', 'say whether a report is as it was signed, and by which key')
    .argument('<report>', 'the .json or .html file that `archive audit` wrote')
    .option(
      '--key <key>',
      'fingerprint that must have signed it, or a file with a key, a fingerprint or a report; exit code 0 when it did, 1 when not or when the report was changed, 2 without this option, for anybody can sign',
    )
    .action(
      run(async (context, options, [file]) =>
        (await import('../commands/audit-verify.ts')).verifyAudit(context, String(file), options),
      ),
    );
}
