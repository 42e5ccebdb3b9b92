/**
 * Is this Node new enough? Asked by ourselves, because npm only warns about `engines` and pnpm refuses too late.
 */

/**
 * The sentence to print before giving up, or undefined when the version will do.
 *
 * @param {string} running such as `v20.20.2`
 * @param {string} wanted such as `>=20.19`, as in the root manifest
 * @returns {string | undefined}
 */
export function nodeVersionFault(running, wanted) {
  const [major, minor] = numbers(running);
  const [needMajor, needMinor] = numbers(wanted);
  if (major > needMajor || (major === needMajor && minor >= needMinor)) return undefined;
  return `Node ${needMajor}.${needMinor} or newer is needed, and this is ${running}: install a newer one, then run the command again.`;
}

/**
 * @param {string} version
 * @returns {[number, number]}
 */
function numbers(version) {
  const found = /(\d+)(?:\.(\d+))?/.exec(version);
  return [Number(found?.[1] ?? 0), Number(found?.[2] ?? 0)];
}
