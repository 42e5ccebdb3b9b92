import { describe, expect, it } from 'vitest';
import { startHint } from './start-arguments.mjs';

const GENERAL = 'For example: npm start -- --port 9000, or: npm start -- my-folder --port 9000';

describe('startHint', () => {
  it.each([
    [[]],
    [['notes']],
    [['./2021']],
    [['--port', '9000']],
    [['notes', '--port', '9000', '--host', '0.0.0.0', '--out', 'elsewhere']],
    [['--port=9000', 'notes']],
    [['--help']],
    [['--log', 'json', 'notes']],
    [['-h']],
  ])('says nothing about %j', (args) => {
    expect(startHint(args, {})).toBeUndefined();
  });

  it('takes a bare number for the value of an option that npm ate', () => {
    expect(startHint(['9000'], {})).toBe(
      `"9000" looks like the value of an option: put \`--\` before options.\n${GENERAL}\nA folder of that name: npm start -- ./9000`,
    );
    expect(startHint(['notes', '9000'], {})).toContain('"9000" looks like the value of an option');
  });

  it.each([
    [['--prot', '1'], 'npm start has no option --prot: did you mean --port?'],
    [['--prot=1'], 'npm start has no option --prot: did you mean --port?'],
    [['notes', '--ports', '9000'], 'npm start has no option --ports: did you mean --port?'],
    [['--HOST', 'x'], 'npm start has no option --HOST: did you mean --host?'],
    [['--otu', 'x'], 'npm start has no option --otu: did you mean --out?'],
    [['--verbose'], 'npm start has no option --verbose: npm start -- --help lists the options'],
  ])('answers %j: %s', (args, hint) => {
    expect(startHint(args, {})).toBe(hint);
  });

  it('answers a second folder', () => {
    expect(startHint(['notes', '127.0.0.1'], {})).toBe(
      `one folder at most, but 2 arguments are left over: put \`--\` before options.\n${GENERAL}`,
    );
  });

  it('sees an option of which npm left no argument at all', () => {
    expect(startHint([], { npm_config_port: '9000' })).toBe(
      `npm kept --port for itself: put \`--\` before options.\n${GENERAL}`,
    );
    expect(startHint(['elsewhere'], { npm_config_out: 'true', npm_config_host: 'true' })).toContain(
      'npm kept --host and --out for itself',
    );
  });

  it('counts what follows a literal -- as folders', () => {
    expect(startHint(['--', '--port', '9000'], {})).toContain('"9000" looks like the value of an option');
  });
});
