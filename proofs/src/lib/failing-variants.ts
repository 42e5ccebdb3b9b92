/**
 * Ways to break an archive that was fine: each makes a build stop or a file stay out, near private text.
 *
 * What the error then says is swept like everything else. A variant adds files to a folder that holds the rest.
 */
import { createProse } from './invented-prose.ts';
import { emptyPlan, type PlannedArchive } from './planned-archive.ts';
import type { Random } from './seeded-random.ts';

/** One broken archive: the files to add, and what is secret in them. */
export interface FailingVariant {
  readonly name: string;
  readonly plan: PlannedArchive;
}

/** Every variant, with sentences of its own. */
export function failingVariants(random: Random): FailingVariant[] {
  const prose = createProse(random);
  const note = (front: Readonly<Record<string, string>>, body: string): string => {
    const facts = {
      title: 'A page',
      label: 'A label',
      about: 'https://shelf.example/n',
      locator: 'p. 1',
      ...front,
    };
    return `---\n${Object.entries(facts)
      .map(([key, value]) => `${key}: ${JSON.stringify(value)}`)
      .join('\n')}\n---\n\n${body}\n`;
  };
  const variant = (
    name: string,
    filesOf: (secret: string, other: string) => Record<string, string>,
  ): FailingVariant => {
    const plan = emptyPlan();
    const [secret, other] = [prose.paragraph('latin', 2), prose.paragraph('japanese', 2)];
    plan.secrets.push({ text: secret, source: name }, { text: other, source: name });
    Object.assign(plan.files, filesOf(secret, other));
    return { name, plan };
  };
  return [
    variant('a label that quotes the note', (secret, other) => ({
      'letters/quoting.md': note({ label: head(secret) }, `${secret}\n\n${other}`),
    })),
    variant('a label that quotes in Japanese', (secret, other) => ({
      'letters/quoting-ja.md': note({ label: other.slice(0, 20) }, `${secret}\n\n${other}`),
    })),
    variant('a place that quotes the note', (secret) => ({
      'letters/placing.md': note({ locator: head(secret) }, secret),
    })),
    variant('a title of a recording that quotes it', (secret) => ({
      'talks/quoting.vtt': `WEBVTT\n\n00:00:01.000 --> 00:00:09.000\n${secret}\n`,
      'talks/quoting.yaml': `title: ${JSON.stringify(head(secret))}\nabout: https://shelf.example/t\n`,
    })),
    variant('front matter that does not end', (secret, other) => ({
      'essays/open.md': `---\ntitle: x\nremark: ${secret}\n\n${other}\n`,
    })),
    variant('front matter that is not YAML', (secret, other) => ({
      'essays/not-yaml.md': `---\ntitle: [${secret}\n---\n\n${other}\n`,
    })),
    variant('a key that stands twice', (secret, other) => ({
      'essays/twice.md': `---\ntitle: x\nvisibility: private\nvisibility: ${JSON.stringify(secret)}\n---\n\n${other}\n`,
    })),
    variant('a policy word with a sentence for a value', (secret, other) => ({
      'essays/value.md': `---\ntitle: x\nvisibility: ${JSON.stringify(secret)}\n---\n\n${other}\n`,
    })),
    variant('a sentence for a key', (secret, other) => ({
      'essays/key.md': `---\ntitle: x\n${JSON.stringify(head(secret))}: 1\n${JSON.stringify(`exposure ${head(secret)}`)}: none\n---\n\nA visible line.\n\n<!-- ${other} -->\n`,
    })),
    variant('a date that is a sentence', (secret) => ({
      'letters/dated.md': note({ date: head(secret) }, secret),
    })),
    variant('an address that is a sentence', (secret) => ({
      'letters/addressed.md': note({ about: head(secret) }, secret),
    })),
    variant('an exposure that is a sentence', (secret) => ({
      'letters/exposed.md': note({ exposure: head(secret) }, secret),
    })),
    variant('an embargo that is a sentence', (secret) => ({
      'letters/embargoed.md': note({ embargo: head(secret) }, secret),
    })),
    variant('an id that is a sentence', (secret) => ({
      'letters/identified.md': note({ id: head(secret) }, secret),
    })),
    variant('private text asked for as text', (secret) => ({
      'letters/asked.md': note({ exposure: 'text' }, secret),
    })),
    variant('two works of one id', (secret, other) => ({
      'letters/One.md': note({}, secret),
      'letters/one.md': note({}, other),
    })),
    variant('a recording that is none', (secret) => ({
      'talks/broken.vtt': `WEBVTT\n\n00:00:xx --> ${secret}\n${secret}\n`,
    })),
    variant('a sidecar that is not YAML', (secret, other) => ({
      'talks/side.vtt': `WEBVTT\n\n00:00:01.000 --> 00:00:09.000\n${other}\n`,
      'talks/side.yaml': `title: [${secret}\n`,
    })),
    variant('bytes that are no text', (secret) => ({ 'essays/bytes.md': `\u0000\u0001${secret}\u0000` })),
    variant('TOML that does not parse', (secret, other) => ({
      'essays/toml.md': `+++\ntitle = "x\nremark = ${secret}\n+++\n\n${other}\n`,
    })),
    variant('JSON that does not parse', (secret, other) => ({
      'essays/json.md': `{"title": "x", "remark": "${secret}\n}\n\n${other}\n`,
    })),
    variant('MDX that does not parse', (secret, other) => ({
      'pages/broken.mdx': `---\ntitle: x\nprivate: true\n---\n\n{${secret}\n\n<Open ${other}\n`,
    })),
  ];
}

/** Variants of the config alone: nothing is built, and the message must not repeat the value. */
export function brokenConfigs(random: Random): FailingVariant[] {
  const prose = createProse(random);
  return [
    ['an unknown key', (secret: string) => `remark: ${JSON.stringify(secret)}\n`],
    ['a bad value', (secret: string) => `defaults:\n  raw: ${JSON.stringify(secret)}\n`],
    ['no YAML', (secret: string) => `name: [${secret}\n`],
  ].map(([name, write]) => {
    const plan = emptyPlan();
    const secret = prose.sentence('latin');
    plan.secrets.push({ text: secret, source: `config with ${name as string}` });
    plan.files['archive.config.yaml'] = (write as (secret: string) => string)(secret);
    return { name: `config with ${name as string}`, plan };
  });
}

/** The first seven words: enough for a run. */
function head(text: string): string {
  return text.split(/\s+/).slice(0, 7).join(' ').replace(/\.$/, '');
}
