/**
 * Tells a well-formed `npm start` from one whose options are misspelt or were eaten by npm.
 *
 * Without `--`, npm takes `--port 9000` for a setting of its own: the command sees a bare `9000` (or nothing at all,
 * for `--port=9000`) and npm leaves `npm_config_port` in the environment. This module only recognises that, and names
 * that do not exist, before anything is installed or built; what the options mean is the start command's business.
 *
 * Invariant: pure, so that the wording and every case can be tested.
 */

/** Options of the start command that take a value. Kept here because their values must not count as folders. */
const VALUE_OPTIONS = ['port', 'host', 'out', 'log'];
const OPTIONS = [...VALUE_OPTIONS, 'help'];

/**
 * The advice to print instead of starting, or undefined when the arguments look as they should.
 *
 * @param {readonly string[]} args what npm handed on
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | undefined}
 */
export function startHint(args, environment) {
  const unknown = unknownOption(args);
  if (unknown !== undefined) return unknown;
  const folders = positionals(args);
  const eaten = VALUE_OPTIONS.filter((name) => environment[`npm_config_${name}`] !== undefined);
  if (eaten.length > 0)
    return advice(`npm kept ${eaten.map((name) => `--${name}`).join(' and ')} for itself`);
  const number = folders.find((folder) => /^\d+$/.test(folder));
  if (number !== undefined) {
    return `${advice(`"${number}" looks like the value of an option`)}\nA folder of that name: npm start -- ./${number}`;
  }
  if (folders.length > 1) return advice(`one folder at most, but ${folders.length} arguments are left over`);
  return undefined;
}

/**
 * What to say about the first option that does not exist: the nearest one that does, or where all are listed.
 *
 * @param {readonly string[]} args
 */
function unknownOption(args) {
  const end = args.indexOf('--');
  for (const arg of end === -1 ? args : args.slice(0, end)) {
    const name = /^--([^=]+)/.exec(arg)?.[1];
    if (name === undefined || OPTIONS.includes(name)) continue;
    const near = nearestOption(name.toLowerCase());
    const remedy = near === undefined ? 'npm start -- --help lists the options' : `did you mean --${near}?`;
    return `npm start has no option --${name}: ${remedy}`;
  }
  return undefined;
}

/** @param {string} name */
function nearestOption(name) {
  const near = OPTIONS.filter((option) => Math.abs(option.length - name.length) <= 2)
    .map((option) => ({ option, steps: distance(name, option) }))
    .filter(({ steps }) => steps <= 2);
  return near.sort((a, b) => a.steps - b.steps)[0]?.option;
}

/**
 * Edit distance; two neighbouring letters in the wrong order count once.
 *
 * @param {string} a
 * @param {string} b
 * @returns {number}
 */
function distance(a, b) {
  if (a === '' || b === '') return a.length + b.length;
  const [x, y] = [a.slice(1), b.slice(1)];
  if (a[0] === b[0]) return distance(x, y);
  const swapped =
    a[0] === b[1] && a[1] === b[0] ? distance(a.slice(2), b.slice(2)) : Number.POSITIVE_INFINITY;
  return 1 + Math.min(distance(x, b), distance(a, y), distance(x, y), swapped);
}

/**
 * Arguments that are neither options nor values of options.
 *
 * @param {readonly string[]} args
 */
function positionals(args) {
  const found = [];
  for (let at = 0; at < args.length; at += 1) {
    const arg = /** @type {string} */ (args[at]);
    if (arg === '--') return [...found, ...args.slice(at + 1)];
    if (!arg.startsWith('-')) found.push(arg);
    else if (VALUE_OPTIONS.some((name) => arg === `--${name}`)) at += 1;
  }
  return found;
}

/** @param {string} finding */
function advice(finding) {
  return `${finding}: put \`--\` before options.\nFor example: npm start -- --port 9000, or: npm start -- my-folder --port 9000`;
}
