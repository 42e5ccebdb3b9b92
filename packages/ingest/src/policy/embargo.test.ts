import { describe, expect, it } from 'vitest';
import { embargoEnd } from './embargo.ts';

const at = (iso: string): number => Date.parse(iso);

describe('embargoEnd', () => {
  it('ends at the start of the stated day, month or year in the zone of the archive', () => {
    expect(embargoEnd('2021-04-01', 'UTC')).toBe(at('2021-04-01T00:00:00Z'));
    expect(embargoEnd('2021-04-01', 'America/Los_Angeles')).toBe(at('2021-04-01T07:00:00Z'));
    expect(embargoEnd('2021-04-01', 'Pacific/Kiritimati')).toBe(at('2021-03-31T10:00:00Z'));
    expect(embargoEnd('2021-04', 'UTC')).toBe(at('2021-04-01T00:00:00Z'));
    expect(embargoEnd('2021', 'UTC')).toBe(at('2021-01-01T00:00:00Z'));
  });

  it('keeps an instant that states its offset, and reads one that does not in the zone', () => {
    expect(embargoEnd('2021-04-01T23:30:00-08:00', 'Asia/Tokyo')).toBe(at('2021-04-02T07:30:00Z'));
    expect(embargoEnd('2021-04-01T00:00:00Z', 'Asia/Tokyo')).toBe(at('2021-04-01T00:00:00Z'));
    expect(embargoEnd('2021-04-01 09:00', 'Asia/Tokyo')).toBe(at('2021-04-01T00:00:00Z'));
  });

  it('finds the start of a day on which the clocks change', () => {
    expect(embargoEnd('2021-03-28', 'Europe/Berlin')).toBe(at('2021-03-27T23:00:00Z'));
    expect(embargoEnd('2021-10-31', 'Europe/Berlin')).toBe(at('2021-10-30T22:00:00Z'));
    // In Cairo the day of 28 April 2023 began at 01:00.
    expect(embargoEnd('2023-04-28', 'Africa/Cairo')).toBe(at('2023-04-27T22:00:00Z'));
  });

  it('does not depend on the time zone of the machine', () => {
    const before = process.env['TZ'];
    try {
      const ends = ['America/Los_Angeles', 'Pacific/Kiritimati', 'UTC'].map((zone) => {
        process.env['TZ'] = zone;
        return embargoEnd('2021-04-01', 'Asia/Tokyo');
      });
      expect(new Set(ends)).toEqual(new Set([at('2021-03-31T15:00:00Z')]));
    } finally {
      if (before === undefined) delete process.env['TZ'];
      else process.env['TZ'] = before;
    }
  });

  it('refuses an offset that no zone has, and a year before 1000', () => {
    expect(embargoEnd('2021-04-01T00:00:00+14:00', 'UTC')).toBe(at('2021-03-31T10:00:00Z'));
    for (const value of [
      '2021-04-01T00:00:00+14:01',
      '2021-04-01T00:00:00-14:30',
      '2021-04-01T00:00:00+99:00',
      '2021-04-01T00:00:00+0560',
      '0203-01-01',
      '0999',
      '0203-01-01T00:00:00Z',
      '0203-01-01T00:00',
    ])
      expect(() => embargoEnd(value, 'UTC')).toThrow('embargo: it is no date');
  });

  it.each(['', 'tomorrow', '2021-02-30', '2021-04-01T25:00', '04/01/2021', '-0001', '2021-4-1'])(
    'refuses %j',
    (value) => {
      expect(() => embargoEnd(value, 'UTC')).toThrow('embargo: it is no date');
    },
  );
});
