/**
 * Every command with its arguments and options, declared once; help and docs are made from here.
 *
 * A command's code is loaded when it runs, so that `archive --help` is quick and a server process loads no builder.
 */
import process from 'node:process';
import { SEARCH_CONTRACT } from '@archive/contract';
import { EVALUATION_OPTIONS } from '@archive/eval/options';
import { Command, Option } from 'commander';
import type { CommandContext } from './command-context.ts';
import { consoleOutput } from './console-output.ts';
import { unreadableAsMisuse, withoutFile } from './keyed-error.ts';
import { addAudit } from './audit/audit-commands.ts';
import { add, outOption, revealOption, type Run } from './declare-command.ts';
import { programVersion } from './program-version.ts';
import { DEFAULT_HOST, DEFAULT_PORT, LOG_FORMS } from './start-options.ts';
import { addTakedown } from './takedown-commands.ts';

const originOption = (): Option =>
  new Option(
    '--origin <url>',
    'address of the server, for works without a URL of their own (default server.origin of the config, else this machine)',
  );
/**
 * Builds the `archive` program; parsing runs the command. Throws CommanderError instead of exiting.
 *
 * @param ended  is told the exit code of the command that ran
 */
export function archiveProgram(ended: (code: number) => void = () => undefined): Command {
  const run = runWith(ended);
  const program = new Command('archive')
    .description('Index a folder of writing and search it; private text cannot come out.')
    .version(versionLine(), '--version', 'say which version this is, and the contract it speaks')
    .exitOverride()
    // What stands behind a command inside a command is its own, such as --json of `audit verify`.
    .enablePositionalOptions()
    .showHelpAfterError()
    .helpCommand(false)
    .configureHelp({ sortOptions: true });

  add(program, 'init', 'write a commented archive.config.yaml into a folder')
    .argument('[folder]', 'folder of the archive', '.')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/init.ts')).init(context, String(folder), options),
      ),
    );

  add(program, 'build', 'read, resolve, lint, embed and publish a folder')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option(
      '--apply <hash>',
      'publish a build that widens what is released; the hash comes from `archive plan`',
    )
    .addOption(originOption())
    .option('--allow-quarantine', 'publish although some files could not be read safely; they stay out')
    .option('--allow-failing', 'with --apply: publish although the gold suite of the archive fails on it')
    .addOption(revealOption())
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/build.ts')).build(context, String(folder), options),
      ),
    );

  add(program, 'plan', 'show what a build would release, widen and narrow; publishes nothing')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .addOption(originOption())
    .addOption(revealOption())
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/plan.ts')).plan(context, String(folder), options),
      ),
    );

  add(program, 'apply', 'publish exactly the plan with this hash; refused when anything moved since')
    .argument('<hash>', 'hash of the plan, from `archive plan`')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .addOption(originOption())
    .option('--allow-quarantine', 'publish although some files could not be read safely; they stay out')
    .option('--allow-failing', 'publish although the gold suite of the archive fails on it')
    .addOption(revealOption())
    .action(
      run(async (context, options, [hash, folder]) =>
        (await import('./commands/build.ts')).build(context, String(folder), { ...options, apply: hash }),
      ),
    );

  addGists(program, run);

  asking(add(program, 'search', 'ask the published index; prints what any caller would get'))
    .argument('<query>', 'the question')
    .argument('[folder]', 'folder of the archive', '.')
    .addHelpText('after', `\n${QUERY_HELP}`)
    .action(
      run(async (context, options, [query, folder], command) =>
        (await import('./commands/search.ts')).search(
          context,
          String(query),
          options,
          command.args.length > 1 ? String(folder) : undefined,
        ),
      ),
    );

  asking(add(program, 'ask', 'answer a question from public passages, each sentence cited, or refuse'))
    .argument('<question>', 'the question')
    .argument('[folder]', 'folder of the archive', '.')
    .option('--url <address>', 'ask a server instead, by the address of its page')
    .option(
      '--model <name>',
      'have this model write, and check what it writes (default `answer` of the config)',
    )
    .option(
      '--base-url <address>',
      'OpenAI-compatible endpoint of the model, such as http://localhost:11434/v1',
    )
    .option('--extractive', 'quote, and ask no model, whatever the config says')
    .option('--stream', 'say what is being done; with --json one event a line')
    .option('--show-evidence', 'list as well what the answer was made from')
    .addHelpText(
      'after',
      '\nExit codes: 0 an answer, or places that may be related; 1 a refusal; 2 called the wrong way, or a config that cannot be read; 3 the model, or the server of --url, gave no reply.',
    )
    .action(
      run(async (context, options, [question, folder], command) =>
        (await import('./commands/ask.ts')).ask(
          context,
          String(question),
          options,
          command.args.length > 1 ? String(folder) : undefined,
        ),
      ),
    );

  add(program, 'preview', 'show exactly what a caller would see of a fragment or file, and why')
    .argument('<target>', 'fragment id, entity id, or path of a file in the archive')
    .option('--folder <dir>', 'folder of the archive', '.')
    .addOption(outOption())
    .addOption(revealOption())
    .action(
      run(async (context, options, [target]) =>
        (await import('./commands/preview.ts')).preview(context, String(target), options),
      ),
    );

  add(program, 'lint', 'list every travelling string that shares a run with private text, by position')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--window <n>', 'words in a shared run, 3 to 8; try 4 as a dry run')
    .addOption(revealOption())
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/lint.ts')).lint(context, String(folder), options),
      ),
    );

  add(program, 'migrate', 'bring an index file of schema 2 or 3 to schema 4, without embedding again')
    .argument('<file>', 'index file')
    .option('--to <file>', 'where to write (default: replace the file)')
    .option('--served <file>', 'also write the served index made from it')
    .option('--private-vectors <how>', 'coded or exact, for --served', 'coded')
    .action(
      run(async (context, options, [file]) =>
        (await import('./commands/migrate.ts')).migrate(context, String(file), options),
      ),
    );

  add(program, 'serve', 'serve the published index: page, HTTP API, OpenAPI')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option(
      '--port <n>',
      `port, 0 picks a free one (default ${DEFAULT_PORT}); works without a URL go on linking to the address that was built with, see --origin of build`,
    )
    .option('--host <address>', `address to listen on (default ${DEFAULT_HOST})`)
    .addOption(
      new Option(
        '--log <form>',
        'requests on stderr, without what was asked: short lines on a terminal, else JSON',
      ).choices(LOG_FORMS),
    )
    .option(
      '--no-limits',
      'no rate limit and no disclosure ledger; only for a server that this machine alone reaches',
    )
    .option('--log-queries', 'write questions into the log as well; it then is a record of what people asked')
    .option('--metrics-port <n>', 'port on this machine for /metrics (default server.metricsPort, else none)')
    .option('--ask-model <name>', 'have this model write answers (default `answer` of the config, else none)')
    .option('--ask-base-url <address>', 'OpenAI-compatible endpoint of that model')
    .option('--mcp-ask', 'offer the MCP tool ask_archive as well')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/serve.ts')).serve(context, String(folder), options),
      ),
    );

  add(program, 'mcp', 'serve the published index to one MCP client, over stdin and stdout')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--print-config', 'serve nothing; print what to paste into common clients')
    .option('--mcp-ask', 'offer the tool ask_archive as well')
    .option(
      '--url <address>',
      'address of the server, for clients over HTTP (with --print-config; default server.origin, else this machine)',
    )
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/mcp.ts')).mcp(context, String(folder), options),
      ),
    );

  addTakedown(program, run);

  add(
    program,
    'ledger',
    'what all callers of the server together got of each private work in the last 24 hours',
  )
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .addOption(revealOption())
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/ledger.ts')).ledger(context, String(folder), options),
      ),
    );

  add(program, 'desk', 'open your desk over an archive in a browser: review, edit and veto what is released')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--port <n>', 'port on this machine, 0 picks a free one (default 8788)')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/desk.ts')).desk(context, String(folder), options),
      ),
    );

  const models = program
    .command('models')
    .description('the embedding models that are built in')
    .exitOverride()
    .helpCommand(false);
  add(models, 'list', 'a line for each').action(
    run(async (context) => (await import('./commands/models.ts')).listModels(context)),
  );
  add(models, 'info', 'everything a model says about itself')
    .argument('<name>', 'as `archive models list` gives it')
    .action(
      run(async (context, _options, [name]) =>
        (await import('./commands/models.ts')).modelInfo(context, String(name)),
      ),
    );

  add(program, 'probe', 'attack your own published archive as a caller could, and say which promises hold')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--full', 'more fragments and up to 10,000 questions each: minutes, not seconds')
    .option('--questions <n>', 'most questions asked of one passage (default 1,000; 10,000 with --full)')
    .option('--seed <n>', 'where random choices begin; the same seed makes the same ones (default 1)')
    .option('--profile <profile>', 'hybrid, as a server asks (default), or plain, without words, to compare')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/probe.ts')).probe(context, String(folder), options),
      ),
    );

  addEval(program, run);

  addAudit(program, run);

  add(program, 'doctor', 'check an archive: config, index, custody of files, embedder')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/doctor.ts')).doctor(context, String(folder), options),
      ),
    );

  return program;
}

/** A commit says more where a version was never released; it is not known here. */
function versionLine(): string {
  return `archive ${programVersion()} (${SEARCH_CONTRACT}, Node ${process.versions.node})`;
}

function addEval(program: Command, run: Run): void {
  const evaluation = add(
    program,
    'eval',
    'ask the questions of your gold suite, and say whether the archive answers as it should',
  )
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--suite <file>', 'gold suite (default `gold` of the config, else gold.yaml)')
    .option(
      '--model <name>',
      'with --full: model that writes the answers (default answer.model of the config)',
    )
    .option('--base-url <address>', 'with --model: where it is asked')
    .option('--extractive', 'with --full: quote, whatever the config says')
    .addOption(revealOption());
  for (const [flags, description] of EVALUATION_OPTIONS) evaluation.option(flags, description);
  evaluation.addHelpText('after', EVALUATION_FILES);
  evaluation.action(
    run(async (context, options, [folder]) =>
      (await import('./commands/eval.ts')).evaluate(context, String(folder), options),
    ),
  );
  add(program, 'calibrate', 'say where the floor of scores should lie, by your gold suite')
    .argument('[folder]', 'folder of the archive', '.')
    .addOption(outOption())
    .option('--suite <file>', 'gold suite (default `gold` of the config, else gold.yaml)')
    .option('--floor <n>', 'take this floor instead of the suggested one, 0 to 1')
    .option('--write', 'keep the floor beside the index, for the next build')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/calibrate.ts')).calibrate(context, String(folder), options),
      ),
    );
}

/** What the marks in a query mean; help of `search` prints it. */
export const QUERY_HELP = `In a query, "words in quotation marks" must stand like that in what a hit shows; wor* finds public text
with any word that begins so; an ISBN, ISRC, DOI or clause number such as 4.2.1 puts first what states exactly that.
Put such a query in single quotes: archive search '"harbour light" boat*'`;

/** What `archive eval` reads, and how it ends. */
export const EVALUATION_FILES = `
Canaries are read from <out>/canaries.yaml, that is .archive/canaries.yaml, or from where \`canaries:\` of the config says,
relative to the folder. Exit codes: 0 everything passed; 1 something failed; 2 called the wrong way, or a config, suite or
list of canaries that cannot be read; 3 nothing is published, or no suite is there.`;

/** `archive gists …`: the author's desk without a browser. */
function addGists(program: Command, run: Run): void {
  const gists = program
    .command('gists')
    .description('look at descriptions, decide about them, have them drafted; changes projections.json only')
    .exitOverride()
    .helpCommand(false);
  const ofFolder = (name: string, description: string): Command =>
    add(gists, name, description)
      .argument('[folder]', 'folder of the archive', '.')
      .addOption(outOption())
      .addOption(revealOption());
  const ofTarget = (name: string, description: string, target: string): Command =>
    add(gists, name, description)
      .argument(
        target,
        target.includes('...') ? 'ids of fragments, or of works for all their gists' : 'id of a fragment',
      )
      .option('--folder <dir>', 'folder of the archive', '.')
      .addOption(outOption())
      .addOption(revealOption());

  ofFolder('list', 'where each gist stands')
    .option('--status <word>', 'all, asked, todo, or one status: stale, failed, needs-review, …', 'asked')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/gists.ts')).listGists(context, String(folder), options),
      ),
    );
  ofTarget(
    'show',
    'one gist beside its source, what the lint says, and what a caller would see',
    '<fragment>',
  ).action(
    run(async (context, options, [target]) =>
      (await import('./commands/gists.ts')).showGist(context, String(target), options),
    ),
  );
  ofTarget('edit', 'store your own words; refused with the position when they quote', '<fragment>')
    .option('--gist <text>', 'the words')
    .option('--from <file>', 'read the words from a file, or from stdin with -')
    .option('--reviewed', 'count it as reviewed at once')
    .action(
      run(async (context, options, [target]) =>
        (await import('./commands/gists.ts')).editGist(context, String(target), options),
      ),
    );
  for (const [action, description] of GIST_DECISIONS)
    ofTarget(action, description, '<fragments...>').action(
      run(async (context, options, [targets]) =>
        (await import('./commands/gists.ts')).decideGists(context, action, targets as string[], options),
      ),
    );
  ofFolder('report', 'what the gists of each work release together').action(
    run(async (context, options, [folder]) =>
      (await import('./commands/gists.ts')).reportGists(context, String(folder), options),
    ),
  );
  ofFolder('draft', 'have a model describe what asks for a gist and has none that is current')
    .option('--dry-run', 'say what would be sent and roughly cost; send nothing')
    .option('--only <id...>', 'only these fragments or works')
    .option('--regenerate', 'draft again what is current; never what a person wrote')
    .option('--model <name>', 'model to ask (default gist.model of the config)')
    .option('--concurrency <n>', 'requests at a time (default gist.concurrency, else 4)')
    .action(
      run(async (context, options, [folder]) =>
        (await import('./commands/gists-draft.ts')).draftGists(context, String(folder), options),
      ),
    );
}

/** The options of a command that asks the published index. */
function asking(command: Command): Command {
  return command
    .addOption(outOption())
    .option('--archive <dir>', 'index folder or served file elsewhere, instead of that of the folder')
    .option('--folder <dir>', 'folder whose config names the embedder (default: around the index)')
    .option('--limit <n>', 'hits to show or to answer from, 1 to 20')
    .option('--type <type...>', 'only works of these types')
    .option('--from <date>', 'from YYYY, YYYY-MM or YYYY-MM-DD onward')
    .option('--to <date>', 'up to YYYY, YYYY-MM or YYYY-MM-DD')
    .option('--undated <how>', 'include or exclude undated material under a date bound')
    .option('--creator <name>', 'only works by this creator')
    .option('--speaker <name>', 'only passages in which this person speaks')
    .option('--exposure <level...>', 'only text, semantic or locator hits')
    .option('--raw <layer>', 'only public or private material')
    .option('--recency <mode>', 'none, prefer-recent or auto');
}

const GIST_DECISIONS = [
  ['veto', 'never release the gist; survives a new draft'],
  ['unveto', 'take a veto back'],
  ['review', 'say that you have looked at the gist'],
  ['accept', 'say that a stale gist still describes its changed text'],
] as const;

/** Commands that name no file and no work unless told to (decisions 1.11); those of `gists` are among them. */
const KEYED: ReadonlySet<string> = new Set(['plan', 'preview', 'lint', 'probe', 'audit', 'ledger', 'eval']);

/** Commands whose exit code 1 is an outcome of what was asked. */
const OUTCOMES: ReadonlySet<string> = new Set(['ask', 'eval', 'calibrate']);

/** Adapts actions to commander: collects arguments and options and hands on the exit code. */
function runWith(ended: (code: number) => void): Run {
  return (action) =>
    async (...received) => {
      const options = received.at(-2) as Record<string, unknown>;
      const context: CommandContext = {
        output: consoleOutput(options['json'] === true),
        cwd: process.env['INIT_CWD'] ?? process.cwd(),
        reveal:
          options['reveal'] === true || (process.stdout.isTTY === true && process.env['CI'] === undefined),
      };
      const command = received.at(-1) as Command;
      try {
        ended(await action(context, options, received.slice(0, -2), command));
      } catch (error) {
        const isKeyed = KEYED.has(command.name()) || command.parent?.name() === 'gists';
        const said = OUTCOMES.has(command.name()) ? unreadableAsMisuse(error) : error;
        throw context.reveal || !isKeyed ? said : withoutFile(said);
      }
    };
}
