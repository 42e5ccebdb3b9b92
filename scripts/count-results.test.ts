import { describe, expect, it } from 'vitest';
import { countTests, summarise } from './count-results.mjs';

describe('countTests', () => {
  it('takes the numbers of a run that agrees with its exit code', () => {
    expect(countTests({ numPassedTests: 12, numFailedTests: 0 }, 0)).toEqual({ passed: 12, failed: 0 });
    expect(countTests({ numPassedTests: 12, numFailedTests: 3 }, 1)).toEqual({ passed: 12, failed: 3 });
  });

  it('counts a failing run without a failed test as one failure', () => {
    expect(countTests({ numPassedTests: 12, numFailedTests: 0 }, 1)).toEqual({ passed: 12, failed: 1 });
  });

  it('counts a run without tests as one failure', () => {
    expect(countTests({ numPassedTests: 0, numFailedTests: 0 }, 0)).toEqual({ passed: 0, failed: 1 });
  });

  it.each([[undefined], [null], ['text'], [{}], [{ numPassedTests: '3', numFailedTests: 0 }]])(
    'counts the report %j as one failure',
    (report) => {
      expect(countTests(report, 0)).toEqual({ passed: 0, failed: 1 });
    },
  );
});

describe('summarise', () => {
  it('counts each gate as one and the tests one by one', () => {
    const gates = [
      { name: 'types', ok: true, seconds: 1 },
      { name: 'lint', ok: false, seconds: 1 },
      { name: 'tests', ok: false, seconds: 1, counts: { passed: 40, failed: 2 } },
    ];
    expect(summarise(gates)).toEqual({ passed: 41, failed: 3, gates });
  });
});
