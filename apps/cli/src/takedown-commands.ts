/**
 * `archive takedown …`, declared.
 */
import { type Command, Option } from 'commander';
import { add, outOption, revealOption, type Run } from './declare-command.ts';

/** Adds them. */
export function addTakedown(program: Command, run: Run): void {
  const takedown = program
    .command('takedown')
    .description('withdraw works and fragments from what is served, within seconds and without a build')
    .exitOverride()
    .helpCommand(false);
  const folderOption = (): Option => new Option('--folder <dir>', 'folder of the archive').default('.');
  add(takedown, 'add', 'stop serving these works or fragments, now and in every later generation')
    .argument('<id...>', 'entity ids, fragment ids, or addresses of works on a server (…/e/<id>)')
    .option('--ahead', 'the ids are of what will be published; matching nothing now is no finding')
    .addOption(folderOption())
    .addOption(outOption())
    .action(
      run(async (context, options, [ids]) =>
        (await import('./commands/takedown.ts')).addTakedown(context, ids as string[], options),
      ),
    );
  add(takedown, 'list', 'what is taken down, and since when')
    .addOption(folderOption())
    .addOption(outOption())
    .addOption(revealOption())
    .action(
      run(async (context, options) =>
        (await import('./commands/takedown.ts')).listTakedowns(context, options),
      ),
    );
  add(takedown, 'lift', 'serve these works or fragments again, if they are published')
    .argument('<id...>', 'entity ids or fragment ids')
    .addOption(folderOption())
    .addOption(outOption())
    .action(
      run(async (context, options, [ids]) =>
        (await import('./commands/takedown.ts')).liftTakedown(context, ids as string[], options),
      ),
    );
}
