import { describe, expect, it } from 'vitest';
import { readCommandLine } from './commandLine.ts';
import { COMMANDS } from './registry.ts';

const read = (...words: string[]) => readCommandLine(words, COMMANDS);

describe('the command line of npm run admin', () => {
  it('lists the commands without one, and with --help', () => {
    for (const words of [[], ['--help'], ['help']]) {
      const asked = read(...words);
      if (!asked.ok || asked.value.kind !== 'help') throw new Error('help was asked for');
      for (const { name } of COMMANDS) expect(asked.value.text).toContain(name);
    }
  });

  it.each(COMMANDS.map((command) => [command.name, command] as const))(
    'explains %s with --help, its arguments missing or not',
    (name, command) => {
      const asked = read(name, '--help');
      if (!asked.ok || asked.value.kind !== 'help') throw new Error('help was asked for');
      expect(asked.value.text).toContain(`Usage: npm run admin -- ${name}`);
      for (const { takes } of command.parameters) expect(asked.value.text).toContain(takes);
      for (const option of Object.keys(command.options)) expect(asked.value.text).toContain(`--${option}`);
    },
  );

  it('reads parameters and switches in either order', () => {
    for (const words of [
      ['reset-password', 'anna', '--disable-two-factor'],
      ['reset-password', '--disable-two-factor', 'anna'],
    ]) {
      expect(read(...words)).toMatchObject({
        ok: true,
        value: { kind: 'run', parameters: ['anna'], options: new Set(['disable-two-factor']) },
      });
    }
  });

  it.each([
    [['reset-passwort', 'anna'], 'There is no command "reset-passwort"'],
    [['reset-password'], '<user> is missing: a user name or an email address.'],
    [['reset-password', 'anna', 'bert'], '"bert" is one argument too many.'],
    [['reset-password', 'anna', '--force'], '--force'],
  ])('refuses %j with the way it is written', (words, problem) => {
    const asked = read(...words);
    expect(asked.ok).toBe(false);
    if (!asked.ok) expect(asked.error).toContain(problem);
    if (!asked.ok) expect(asked.error).toContain('npm run admin -- ');
  });
});
