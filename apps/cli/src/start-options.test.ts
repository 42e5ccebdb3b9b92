import { describe, expect, it } from 'vitest';
import { parsePort, parseStartOptions } from './start-options.ts';

function errorOf(action: () => unknown): unknown {
  try {
    return action();
  } catch (error) {
    return error;
  }
}

describe('parseStartOptions', () => {
  it('means the demo, port 8787 and this machine alone when nothing is given', () => {
    expect(parseStartOptions([], '/home/a')).toEqual({
      folder: undefined,
      out: undefined,
      port: 8787,
      host: '127.0.0.1',
      log: undefined,
      limits: true,
      passedOn: [],
    });
  });

  it('resolves folder and --out against the directory of the caller', () => {
    expect(
      parseStartOptions(
        [
          'writing',
          '--out',
          '../built',
          '--port',
          '9000',
          '--host',
          '0.0.0.0',
          '--log',
          'json',
          '--no-limits',
          '--log-queries',
          '--metrics-port',
          '9464',
        ],
        '/home/a',
      ),
    ).toEqual({
      folder: '/home/a/writing',
      out: '/home/built',
      port: 9000,
      host: '0.0.0.0',
      log: 'json',
      limits: false,
      passedOn: ['--log-queries', '--metrics-port', '9464'],
    });
  });

  it.each([[['writing', 'more']], [['--prot', '9000']], [['--port']]])(
    'refuses %j with exit code 2',
    (argv) => {
      expect(errorOf(() => parseStartOptions(argv, '/home/a'))).toMatchObject({
        exitCode: 2,
        help: 'see npm start -- --help',
      });
    },
  );

  it.each([
    [['--prot', '9000'], '`--prot` is not known or lacks its value'],
    [['--port'], '`--port` is not known or lacks its value'],
    [['--log', 'xml'], '--log is none of text, json, off'],
    [['--metrics-port', 'x'], '--metrics-port is not a number from 0 to 65535'],
  ])('says of %j: %s', (argv, message) => {
    expect(() => parseStartOptions(argv, '/home/a')).toThrow(message);
  });

  it('asks for help when told to', () => {
    expect(parseStartOptions(['--help'], '/')).toBe('help');
  });
});

describe('parsePort', () => {
  it.each([
    ['0', 0],
    ['65535', 65_535],
  ])('takes %s', (text, port) => {
    expect(parsePort(text)).toBe(port);
  });
  it.each(['-1', '65536', '8o', '', '1e3'])('refuses %j with exit code 2', (text) => {
    expect(() => parsePort(text)).toThrow('--port is not a number from 0 to 65535');
  });
});
