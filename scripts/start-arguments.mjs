/**
 * Tells a well-formed `npm start` from one whose options npm has eaten.
 *
 * Without `--`, npm takes `--port 9000` for a setting of its own: the command sees a bare `9000` (or nothing at all,
 * for `--port=9000`) and npm leaves `npm_config_port` in the environment. This module only recognises that; what the
 * options mean is the start command's business.
 *
 * Invariant: pure, so that the wording and every case can be tested.
 */

/** Options of the start command that take a value. Kept here because their values must not count as folders. */
const VALUE_OPTIONS = ['port', 'host', 'out'];

/**
 * The advice to print instead of starting, or undefined when the arguments look as they should.
 *
 * @param {readonly string[]} args what npm handed on
 * @param {Readonly<Record<string, string | undefined>>} environment
 * @returns {string | undefined}
 */
export function startHint(args, environment) {
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
