/**
 * Every relative link in every Markdown file must lead to something: a file or folder, and a heading where it names one.
 *
 *   node scripts/docs-links.mjs
 *
 * Fixtures are left out (they are input, with broken links on purpose), and so are generated changelogs and API
 * reports. Links to other sites are not followed: no gate may depend on the network.
 */
import { existsSync, readFileSync, readdirSync, statSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { root } from './workspace.mjs';

const SKIPPED = new Set([
  'node_modules',
  'dist',
  'fixtures',
  'etc',
  'temp',
  'reports',
  'corpus',
  'CHANGELOG.md',
]);

const files = markdownFiles(root);
const faults = files.flatMap((file) => linkFaults(file));
for (const fault of faults) process.stdout.write(`${fault}\n`);
process.stdout.write(`${files.length} Markdown files, ${faults.length} broken links\n`);
process.exitCode = faults.length > 0 || files.length === 0 ? 1 : 0;

/**
 * @param {string} folder
 * @returns {string[]}
 */
function markdownFiles(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    if (
      SKIPPED.has(entry.name) ||
      (entry.name.startsWith('.') && !['.changeset', '.github'].includes(entry.name))
    )
      return [];
    const path = join(folder, entry.name);
    if (entry.isDirectory()) return markdownFiles(path);
    return entry.isFile() && entry.name.endsWith('.md') ? [path] : [];
  });
}

/** @param {string} file */
function linkFaults(file) {
  const text = withoutCode(readFileSync(file, 'utf8'));
  const inline = [...text.matchAll(/\]\(\s*<?([^)\s>]+)>?(?:\s+["'][^)]*)?\)/g)];
  const definitions = [...text.matchAll(/^ {0,3}\[[^\]]+\]:\s+<?([^\s>]+)/gm)];
  return [...inline, ...definitions].flatMap(([, target = '']) => {
    const fault = targetFault(file, target);
    return fault === undefined ? [] : [`${relative(root, file)}: ${target} ${fault}`];
  });
}

/**
 * @param {string} file
 * @param {string} target
 * @returns {string | undefined}
 */
function targetFault(file, target) {
  if (/^[a-z][a-z0-9+.-]*:/i.test(target)) return undefined;
  const [path = '', heading] = target.split('#', 2);
  const wanted = path === '' ? file : join(dirname(file), decodeURIComponent(path));
  if (relative(root, wanted).startsWith('..')) return 'leads out of the repository';
  if (!existsSync(wanted)) return 'does not exist';
  if (heading === undefined || statSync(wanted).isDirectory() || !wanted.endsWith('.md')) return undefined;
  return headingIds(readFileSync(wanted, 'utf8')).includes(heading)
    ? undefined
    : 'names a heading that does not exist';
}

/**
 * Ids that the usual renderers give to headings.
 *
 * @param {string} markdown
 */
function headingIds(markdown) {
  return [...withoutCode(markdown, false).matchAll(/^#{1,6}\s+(.+?)\s*#*$/gm)].map(([, title = '']) =>
    title
      .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
      .toLowerCase()
      .replace(/[^\p{L}\p{N}\s_-]/gu, '')
      .replace(/\s/g, '-'),
  );
}

/**
 * @param {string} markdown
 * @param {boolean} [spans] whether inline code goes as well
 */
function withoutCode(markdown, spans = true) {
  const text = markdown.replace(/^( {0,3})(`{3,}|~{3,})[^\n]*\n[\s\S]*?^ {0,3}\2[`~]*[ \t]*$/gm, '');
  return spans ? text.replace(/(`+)[^`\n](?:[^\n]*?[^`\n])?\1(?!`)/g, '') : text;
}
