/**
 * Turns what the gates and the test run left behind into "passed" and "failed".
 *
 * A test run is believed only if its report is there, names at least one test, and agrees with the exit code: an
 * unhandled error or a type error ends vitest with code 1 and no failed test.
 */

/**
 * @typedef {{passed: number, failed: number}} Counts
 * @typedef {{name: string, ok: boolean, seconds: number, counts?: Counts}} GateResult
 * @typedef {Counts & {gates: GateResult[]}} Summary
 */

/**
 * Counts of one vitest run.
 *
 * @param {unknown} report the parsed JSON report, undefined when there is none
 * @param {number} exitCode
 * @returns {Counts}
 */
export function countTests(report, exitCode) {
  const passed = numberAt(report, 'numPassedTests');
  const failed = numberAt(report, 'numFailedTests');
  if (passed === undefined || failed === undefined) return { passed: 0, failed: 1 };
  const unexplained = failed === 0 && (exitCode !== 0 || passed === 0);
  return { passed, failed: unexplained ? 1 : failed };
}

/**
 * The whole: each gate counts as one, the test gate as its tests.
 *
 * @param {readonly GateResult[]} gates
 * @returns {Summary}
 */
export function summarise(gates) {
  let passed = 0;
  let failed = 0;
  for (const { ok, counts } of gates) {
    passed += counts?.passed ?? Number(ok);
    failed += counts?.failed ?? Number(!ok);
  }
  return { passed, failed, gates: [...gates] };
}

/**
 * @param {unknown} report
 * @param {string} key
 * @returns {number | undefined}
 */
function numberAt(report, key) {
  if (typeof report !== 'object' || report === null || !(key in report)) return undefined;
  const value = /** @type {Record<string, unknown>} */ (report)[key];
  return typeof value === 'number' ? value : undefined;
}
