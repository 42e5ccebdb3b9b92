import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { intervalsIntersect, parseDateInterval } from './date-interval.ts';

const iso = (text: string): { start: string; end: string } | null => {
  const interval = parseDateInterval(text);
  return (
    interval && {
      start: new Date(interval.start).toISOString(),
      end: new Date(interval.end).toISOString(),
    }
  );
};

describe('parseDateInterval', () => {
  it('reads a year, a month and a day as the interval each denotes', () => {
    expect(iso('2019')).toEqual({
      start: '2019-01-01T00:00:00.000Z',
      end: '2019-12-31T23:59:59.999Z',
    });
    expect(iso('2019-02')).toEqual({
      start: '2019-02-01T00:00:00.000Z',
      end: '2019-02-28T23:59:59.999Z',
    });
    expect(iso('2020-02')).toEqual({
      start: '2020-02-01T00:00:00.000Z',
      end: '2020-02-29T23:59:59.999Z',
    });
    expect(iso(' 2019-03-14 ')).toEqual({
      start: '2019-03-14T00:00:00.000Z',
      end: '2019-03-14T23:59:59.999Z',
    });
    expect(iso('2019-12-31')).toEqual({
      start: '2019-12-31T00:00:00.000Z',
      end: '2019-12-31T23:59:59.999Z',
    });
  });

  it('reads the first century as itself, not as the twentieth', () => {
    expect(iso('0033')).toEqual({
      start: '0033-01-01T00:00:00.000Z',
      end: '0033-12-31T23:59:59.999Z',
    });
    expect(iso('0099-12-31')).toEqual({
      start: '0099-12-31T00:00:00.000Z',
      end: '0099-12-31T23:59:59.999Z',
    });
  });

  it.each([
    '',
    '19',
    '2019-13',
    '2019-00',
    '2019-02-29',
    '2019-04-31',
    '2019-1',
    '2019-03-00',
    '-0001',
    '1984?',
    '156X-12-25',
    '../1985',
    '2019-03-14T10:00',
    '２０１９',
    '2019/03/14',
  ])('reads %j as no interval', (text) => {
    expect(parseDateInterval(text)).toBeNull();
  });

  it('agrees with walking the calendar day by day', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1000, max: 3000 }), fc.integer({ min: 1, max: 12 }), (year, month) => {
        const text = `${year}-${String(month).padStart(2, '0')}`;
        let days = 0;
        for (let day = 1; day <= 31; day += 1) {
          if (parseDateInterval(`${text}-${String(day).padStart(2, '0')}`) !== null) days += 1;
        }
        const whole = parseDateInterval(text);
        expect(whole && whole.end - whole.start + 1).toBe(days * 86_400_000);
      }),
    );
  });
});

describe('intervalsIntersect', () => {
  it('counts a shared instant and nothing less', () => {
    expect(intervalsIntersect({ start: 0, end: 5 }, { start: 5, end: 9 })).toBe(true);
    expect(intervalsIntersect({ start: 5, end: 9 }, { start: 0, end: 5 })).toBe(true);
    expect(intervalsIntersect({ start: 0, end: 4 }, { start: 5, end: 9 })).toBe(false);
  });
});
