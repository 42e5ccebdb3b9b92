/**
 * Makes an archive out of a seed: every kind of collection, every exposure, every carrier, several scripts.
 *
 * The ledger is kept while writing, so nothing has to be guessed from the files afterwards. What is secret: the text of
 * every fragment not exposed as text, the private titles of notes, what carriers hide, and files that are drafts,
 * withheld, quarantined or claimed by no reader.
 */
import { stringify } from 'yaml';
import {
  FRONT_MATTER_CARRIERS,
  type HiddenCarrier,
  MARKDOWN_CARRIERS,
  MDX_CARRIERS,
} from './hidden-carriers.ts';
import { createProse, type Prose, type Script, SCRIPTS } from './invented-prose.ts';
import { emptyPlan, type PlannedArchive } from './planned-archive.ts';
import type { Random } from './seeded-random.ts';

/** Settings of {@link generateArchive}. */
export interface GeneratedOptions {
  /** The `embed` section of the configuration. */
  readonly embed?: Readonly<Record<string, unknown>>;
}

interface Context {
  readonly random: Random;
  readonly prose: Prose;
  readonly plan: PlannedArchive;
}

/** Plans an archive. The same seed gives the same archive. */
export function generateArchive(random: Random, { embed }: GeneratedOptions = {}): PlannedArchive {
  const context: Context = { random, prose: createProse(random), plan: emptyPlan() };
  writeConfig(context, embed);
  for (const script of SCRIPTS) {
    publicEssay(context, script);
    note(context, 'notebook', script);
    for (const folder of random.sample(['letters', 'diary'], random.between(1, 2)))
      note(context, folder, script);
  }
  mdxPage(context);
  policyFiles(context);
  folderBook(context, 'novel', random.pick(SCRIPTS));
  fileBook(context, random.pick(SCRIPTS));
  for (const folder of ['letters', 'diary']) context.plan.files[`${folder}/.keep`] = '';
  transcript(context, 'talks', 'private');
  transcript(context, 'lectures', 'public');
  return context.plan;
}

function writeConfig({ plan, prose }: Context, embed: GeneratedOptions['embed']): void {
  const name = prose.caption('latin');
  const author = prose.name();
  plan.open.push(name, author);
  const closed = (dir: string, kind: string, type: string, exposure: string, policy?: object) => ({
    dir,
    kind,
    type,
    raw: 'private',
    exposure,
    ...(policy === undefined ? {} : { policy }),
  });
  plan.files['archive.config.yaml'] = stringify({
    name,
    author,
    defaults: { raw: 'public' },
    ...(embed === undefined ? {} : { embed }),
    collections: [
      { dir: 'essays', kind: 'records', type: 'essay' },
      { dir: 'pages', kind: 'records', type: 'page' },
      { dir: 'lectures', kind: 'transcripts', type: 'lecture', raw: 'public', exposure: 'text' },
      closed('talks', 'transcripts', 'transcript', 'locator'),
      closed('novel', 'book', 'book', 'semantic'),
      { ...closed('treatises', 'book', 'treatise', 'semantic'), requireReview: true },
      closed('notebook', 'notes', 'note', 'none'),
      closed('letters', 'notes', 'letter', 'locator'),
      closed('diary', 'notes', 'diary', 'locator', { match: 'face' }),
    ],
  });
}

/** A public essay with secrets in places no reader sees. */
function publicEssay(context: Context, script: Script): void {
  const { random, prose, plan } = context;
  const title = prose.caption(script);
  const description = prose.description(script);
  const author = prose.name();
  plan.open.push(title, description, author);
  const path = `essays/${random.chance(0.5) ? 'on ' : ''}${slug(title)}-${count(plan)}.md`;
  const remark = secret(context, script, `${path} front matter`);
  const front = [
    `title: ${quoted(title)}`,
    `description: ${quoted(description)}`,
    `creators: [${quoted(author)}]`,
    random.pick(FRONT_MATTER_CARRIERS)(remark),
  ];
  const body = bodyWithCarriers(context, script, path, MARKDOWN_CARRIERS, random.between(2, 4));
  plan.files[path] = random.chance(0.3)
    ? `---\r\n${front.join('\n').replaceAll('\n', '\r\n')}\r\n---\r\n\r\n${body.replaceAll('\n', '\r\n')}`
    : `---\n${front.join('\n')}\n---\n\n${body}`;
}

function mdxPage(context: Context): void {
  const { prose, plan } = context;
  const title = prose.caption('latin');
  plan.open.push(title);
  const path = `pages/${slug(title)}.mdx`;
  plan.files[path] =
    `---\ntitle: ${quoted(title)}\n---\n\n${bodyWithCarriers(context, 'latin', path, MDX_CARRIERS, 3)}`;
}

/** Files that a word in their front matter, their name or their folder keeps in. */
function policyFiles(context: Context): void {
  const { random, prose, plan } = context;
  const fronts: readonly [path: string, front: string][] = [
    ['essays/private-true', 'private: true'],
    ['essays/visibility', 'visibility: private'],
    ['essays/draft', 'draft: true'],
    ['essays/unpublished', 'published: false'],
    ['essays/none', 'raw: private\nexposure: none'],
    ['essays/locator', 'raw: private\nexposure: locator'],
    ['essays/held-back', 'exposure: locator'],
    ['essays/undescribed', 'exposure: semantic'],
    ['essays/misspelt', 'exposre: none'],
    ['essays/unclear', 'visibility: perhaps'],
    ['essays/_underscore', 'date: 2020-01-01'],
    ['essays/drafts/folder', 'date: 2020-01-01'],
    ['pages/private/folder', 'date: 2020-01-01'],
  ];
  for (const [path, front] of random.sample(fronts, 7)) {
    const script = random.pick(SCRIPTS);
    const title = prose.caption(script);
    plan.open.push(title);
    plan.files[`${path}.md`] =
      `---\ntitle: ${quoted(title)}\n${front}\n---\n\n${secretBody(context, script, `${path}.md`)}\n`;
  }
  const password = `${prose.phrase('latin')} ${random.between(1000, 9999)}`;
  plan.canaries.push(password);
  plan.files['essays/locked.md'] =
    `---\ntitle: ${quoted(prose.caption('latin'))}\npassword: ${quoted(password)}\n---\n\n${secretBody(context, 'latin', 'essays/locked.md')}\n`;
  plan.files['essays/broken.md'] =
    `---\ntitle: "unclosed\nremark: ${secret(context, 'latin', 'essays/broken.md')}\n---\n\n${secretBody(context, 'latin', 'essays/broken.md')}\n`;
  plan.files['pages/attachment.bin'] = secretBody(context, 'latin', 'pages/attachment.bin');
  plan.files['pages/.hidden.md'] = secretBody(context, 'latin', 'pages/.hidden.md');
}

function note(context: Context, folder: string, script: Script): void {
  const { random, prose, plan } = context;
  const title = secret(context, script, `${folder} title`);
  const label = prose.caption(script);
  const place = `${prose.caption('latin')}, p. ${random.between(1, 90)}`;
  if (folder !== 'notebook') plan.open.push(label, place);
  const path = `${folder}/${slug(prose.caption('latin'))}-${count(plan)}.md`;
  plan.files[path] = [
    '---',
    `title: ${quoted(title)}`,
    `label: ${quoted(label)}`,
    'about: https://shelf.example/notes',
    `locator: ${quoted(place)}`,
    `themes: [${quoted(privateTheme(context))}]`,
    '---',
    `\n${secretBody(context, script, path)}\n`,
  ].join('\n');
}

function folderBook(context: Context, folder: string, script: Script): void {
  const { random, prose, plan } = context;
  plan.files[`${folder}/book.yaml`] = bookFacts(context, `${folder}/book.yaml`);
  const parts = random.between(4, 7);
  for (let part = 1; part <= parts; part++) {
    const path = `${folder}/${String(part).padStart(2, '0')}-part.md`;
    const heading = `Chapter ${part}: ${prose.sentence('latin')}`;
    plan.secrets.push({ text: heading, source: path });
    plan.files[path] = `# ${heading}\n\n${secretBody(context, script, path, 4)}\n`;
  }
}

function fileBook(context: Context, script: Script): void {
  const { prose, plan } = context;
  const path = `treatises/${slug(prose.caption('latin'))}.md`;
  const chapters = [1, 2, 3, 4, 5].map(
    (chapter) => `## Chapter ${chapter}\n\n${secretBody(context, script, path, 3)}`,
  );
  plan.files[path] = `---\n${bookFacts(context, path)}---\n\n${chapters.join('\n\n')}\n`;
}

function bookFacts(context: Context, path: string): string {
  const { prose, plan } = context;
  const title = prose.caption('latin');
  const author = prose.name();
  plan.open.push(title, author);
  return `title: ${quoted(title)}\nthemes: [${quoted(privateTheme(context))}]\nabout: https://shelf.example/books\nauthors:\n  - ${quoted(author)}\ndate: "1999"\n# ${secret(context, 'latin', path)}\n`;
}

/** A transcript with speakers, one of them without a name, and blocks a player does not show. */
function transcript(context: Context, folder: string, raw: 'public' | 'private'): void {
  const { random, prose, plan } = context;
  const stem = `${folder}/${slug(prose.caption('latin'))}`;
  const title = prose.caption('latin');
  const speakers = [prose.name(), 'Speaker 2'];
  plan.open.push(title, ...speakers);
  const unseen = [
    `WEBVTT - ${secret(context, 'latin', `${stem} header`)}`,
    `NOTE\n${secret(context, 'latin', `${stem} note`)}`,
  ];
  const cues = Array.from({ length: random.between(6, 14) }, (_, at) => {
    const line = prose.sentence('latin');
    if (raw === 'private') plan.secrets.push({ text: line, source: `${stem}.vtt` });
    else plan.open.push(line);
    const identifier =
      at % 3 === 0 ? `${secret(context, 'latin', `${stem} cue name`).replaceAll('.', '')}\n` : '';
    return `${identifier}${clock(at * 6)} --> ${clock(at * 6 + 5)}\n<v ${speakers[at % 2]}>${line}`;
  });
  plan.files[`${stem}.vtt`] = `${[...unseen, ...cues].join('\n\n')}\n`;
  plan.files[`${stem}.yaml`] =
    `title: ${quoted(title)}\nabout: https://shelf.example/talks\n# ${secret(context, 'latin', `${stem}.yaml`)}\n`;
}

function bodyWithCarriers(
  context: Context,
  script: Script,
  path: string,
  carriers: readonly HiddenCarrier[],
  paragraphs: number,
): string {
  const { random, prose, plan } = context;
  const chosen = random.sample(carriers, random.between(3, 6));
  const blocks: string[] = [];
  for (let at = 0; at < paragraphs; at++) {
    const sentences = [prose.sentence(script), prose.sentence(script), prose.sentence(script)];
    plan.open.push(sentences.join(' '));
    const inline = chosen.filter(({ place }) => place === 'inline')[at];
    const hidden =
      inline === undefined ? '' : ` ${inline.hide(secret(context, script, `${path}: ${inline.name}`))} `;
    blocks.push(`${sentences[0]} ${sentences[1]}${hidden}${sentences[2]}`);
  }
  for (const { name, hide } of chosen.filter(({ place }) => place === 'block')) {
    blocks.splice(random.between(0, blocks.length), 0, hide(secret(context, script, `${path}: ${name}`)));
  }
  for (const { name, hide } of chosen.filter(({ place }) => place === 'end').slice(0, 1)) {
    blocks.push(hide(secret(context, script, `${path}: ${name}`)));
  }
  return `${blocks.join('\n\n')}\n`;
}

/** Paragraphs that must not come out, with a canary in one of them. */
function secretBody(context: Context, script: Script, source: string, paragraphs = 2): string {
  const { random, prose, plan } = context;
  const canary = `${prose.phrase('latin')} ${random.between(10_000, 99_999)}-${random.between(100, 999)}`;
  plan.canaries.push(canary);
  const texts = Array.from({ length: paragraphs }, () => prose.paragraph(script, random.between(2, 5)));
  texts[0] = `${texts[0]} ${canary}.`;
  for (const text of texts) plan.secrets.push({ text, source });
  return texts.join('\n\n');
}

/** A theme of a private work: too short for a run, and yet it never travels (decisions 1.12). */
function privateTheme({ random, prose, plan }: Context): string {
  const theme = `${prose.phrase('latin')} ${random.between(10_000, 99_999)}`;
  plan.canaries.push(theme);
  return theme;
}

function secret({ prose, plan }: Context, script: Script, source: string): string {
  const text = prose.sentence(script).trim();
  plan.secrets.push({ text, source });
  return text;
}

/** A file name that says nothing the caption does not say. */
function slug(caption: string): string {
  return caption.toLowerCase().replace(/\s+/g, '-');
}

function count({ files }: PlannedArchive): number {
  return Object.keys(files).length;
}

function quoted(text: string): string {
  return JSON.stringify(text);
}

function clock(seconds: number): string {
  return `00:${String(Math.floor(seconds / 60)).padStart(2, '0')}:${String(seconds % 60).padStart(2, '0')}.000`;
}
