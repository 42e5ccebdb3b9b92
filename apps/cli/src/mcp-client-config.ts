/**
 * What to paste where, so that an MCP client finds an archive: over stdio, or over HTTP.
 *
 * Paths are absolute and the program is named in full, since a client starts its servers in a folder and with a search
 * path of its own.
 */
import path from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

/** How a client starts a server. */
export interface StdioLaunch {
  command: string;
  args: string[];
}

/** One thing to paste. */
export interface ClientConfig {
  /** Clients that read it. */
  clients: string;
  /** Where it goes. */
  where: string;
  content: string;
}

/** How this program is started again for an archive. */
export function stdioLaunch(folder: string, out: string | undefined): StdioLaunch {
  const program = fileURLToPath(new URL('../bin/archive.mjs', import.meta.url));
  return {
    command: process.execPath,
    args: [program, 'mcp', folder, ...(out === undefined ? [] : ['--out', out])],
  };
}

/** A name for the archive among the servers of a client: lower-case letters, digits and hyphens. */
export function serverName(folder: string): string {
  const name = path
    .basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, NAME_MAX_CHARS);
  return name === '' || name === 'archive' ? 'archive' : `archive-${name}`;
}

/** Everything to paste for a client that starts the server itself. */
export function stdioConfigs(name: string, launch: StdioLaunch): ClientConfig[] {
  const { command, args } = launch;
  return [
    {
      clients: 'Claude Desktop, Cursor, Windsurf, Gemini CLI, LM Studio',
      where: 'the settings file that holds "mcpServers"',
      content: json({ mcpServers: { [name]: launch } }),
    },
    {
      clients: 'VS Code',
      where: '.vscode/mcp.json',
      content: json({ servers: { [name]: { type: 'stdio', ...launch } } }),
    },
    {
      clients: 'Claude Code',
      where: 'a terminal',
      content: ['claude', 'mcp', 'add', name, '--', command, ...args].map(shellWord).join(' '),
    },
    {
      clients: 'Codex',
      where: '~/.codex/config.toml',
      content: `[mcp_servers.${name}]\ncommand = ${JSON.stringify(command)}\nargs = ${JSON.stringify(args)}`,
    },
  ];
}

/** Everything to paste for a client that calls a server which runs already. */
export function httpConfigs(name: string, url: string): ClientConfig[] {
  return [
    {
      clients: 'Cursor and others that hold "mcpServers"',
      where: 'the settings file that holds "mcpServers"',
      content: json({ mcpServers: { [name]: { type: 'http', url } } }),
    },
    {
      clients: 'VS Code',
      where: '.vscode/mcp.json',
      content: json({ servers: { [name]: { type: 'http', url } } }),
    },
    {
      clients: 'Claude Code',
      where: 'a terminal',
      content: ['claude', 'mcp', 'add', '--transport', 'http', name, url].map(shellWord).join(' '),
    },
    {
      clients: 'Codex',
      where: '~/.codex/config.toml',
      content: `[mcp_servers.${name}]\nurl = ${JSON.stringify(url)}`,
    },
  ];
}

function json(value: unknown): string {
  return JSON.stringify(value, null, 2);
}

function shellWord(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`;
}

const NAME_MAX_CHARS = 40;
