/**
 * `archive init`: writes a commented config into a folder that has none.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { CommandError } from '../command-error.ts';
import { EXIT_FINDING, EXIT_SUCCESS } from '../exit-codes.ts';
import type { CommandContext } from '../command-context.ts';

/** The config a new archive starts from: private unless said otherwise. */
export const CONFIG_TEMPLATE = `# What this archive is called, and who speaks in it.
name: My archive
author: ""

# Where the published works live on the web. Without it each work links to a page of this server.
# baseUrl: https://example.org

# What a file is when neither it nor its collection says so.
defaults:
  raw: private

# One entry for each kind of material. kind: records | notes | book | transcripts.
# exposure: text (the passage travels), semantic (a description travels), locator (only the place), none.
collections:
  - dir: .
    kind: records
    type: page
    raw: private
    exposure: locator
  # - { dir: essays, kind: records, type: essay, urlPrefix: /essays/, raw: public }
  # - { dir: book, kind: book, type: book, raw: private, exposure: semantic, publicTitle: true }
  # - { dir: interviews, kind: transcripts, type: transcript, raw: private, exposure: locator }
  # - { dir: notebook, kind: notes, type: note, raw: private, exposure: none }

# What makes texts findable. provider: static (the built-in model, the default), ngram (built in, spelling only),
# onnx (a model in a folder) or openai (any OpenAI-compatible endpoint; private text needs allowPrivate: true).
# embed: { provider: static, model: static-multilingual }

# Which model writes answers to questions; without one sentences are quoted.
# answer: { provider: openai, model: qwen3:8b, baseUrl: http://localhost:11434/v1 }

# Questions and what must and must not come back, and phrases that must never come out, for \`archive eval\`.
# Default: gold.yaml here, and .archive/canaries.yaml. \`none\` declares that there are no such phrases.
# gold: gold.yaml
# canaries: canaries.yaml

# Which model drafts descriptions, see \`archive gists draft\`. One on another machine needs allowPrivate: true.
# gist: { model: llama3.2, baseUrl: http://127.0.0.1:11434/v1 }
`;

/** Runs the command; an existing config is left alone (exit code 1). */
export async function init(
  { output, cwd }: CommandContext,
  folder: string,
  _options: Record<string, unknown>,
): Promise<number> {
  const directory = path.resolve(cwd, folder);
  const file = path.join(directory, 'archive.config.yaml');
  await mkdir(directory, { recursive: true });
  try {
    await writeFile(file, CONFIG_TEMPLATE, { flag: 'wx' });
  } catch (cause) {
    if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause;
    throw new CommandError(EXIT_FINDING, {
      message: 'archive.config.yaml is already there',
      help: 'edit it, or delete it first',
      cause,
    });
  }
  output.line(`wrote ${file}`);
  output.line('everything is private until you say otherwise; next: archive plan, then archive build');
  output.document({ wrote: file });
  return EXIT_SUCCESS;
}
