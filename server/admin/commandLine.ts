import { parseArgs } from 'node:util';
import { failure, success, type Result } from '../../src/domain/base/index.ts';
import type { AdminCommand } from './command.ts';

/** What the command line asks for. */
export type Asked =
  | { readonly kind: 'help'; readonly text: string }
  | {
      readonly kind: 'run';
      readonly command: AdminCommand;
      readonly parameters: readonly string[];
      readonly options: ReadonlySet<string>;
    };

/** Reads what follows `npm run admin --`. The error says what is wrong and how it is written. */
export function readCommandLine(words: readonly string[], commands: readonly AdminCommand[]): Result<Asked, string> {
  const [name, ...rest] = words;
  if (name === undefined || name === '--help' || name === '-h' || name === 'help')
    return success({ kind: 'help', text: overview(commands) });
  const command = commands.find((candidate) => candidate.name === name);
  if (!command) return failure(`There is no command "${name}".\n\n${overview(commands)}`);
  return readArguments(command, rest);
}

function readArguments(command: AdminCommand, words: readonly string[]): Result<Asked, string> {
  const names = ['help', ...Object.keys(command.options)];
  const wrong = (problem: string) =>
    failure(`${problem}\n\n${usage(command)}\nMore: npm run admin -- ${command.name} --help`);
  let read: ReturnType<typeof parse>;
  try {
    read = parse(words, names);
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    return wrong(error.message);
  }
  if (read.values.help) return success({ kind: 'help', text: helpOf(command) });
  const parameters = read.positionals;
  const missing = command.parameters[parameters.length];
  if (missing) return wrong(`<${missing.name}> is missing: ${missing.takes}.`);
  if (parameters.length > command.parameters.length)
    return wrong(`"${parameters[command.parameters.length]}" is one argument too many.`);
  return success({ kind: 'run', command, parameters, options: new Set(Object.keys(read.values)) });
}

function parse(words: readonly string[], names: readonly string[]) {
  const options = Object.fromEntries(
    names.map((name) => [name, { type: 'boolean' as const, ...(name === 'help' ? { short: 'h' } : {}) }]),
  );
  return parseArgs({ args: [...words], options, allowPositionals: true, strict: true });
}

function overview(commands: readonly AdminCommand[]): string {
  const width = Math.max(...commands.map((command) => signature(command).length));
  return [
    'Usage: npm run admin -- <command>',
    '',
    ...commands.map((command) => `  ${signature(command).padEnd(width)}  ${command.summary}`),
    '',
    'Each has a --help. DATA_DIR and DATABASE_URL name the installation, as they do for npm run serve.',
  ].join('\n');
}

function helpOf(command: AdminCommand): string {
  const rows = [
    ...command.parameters.map(({ name, takes }) => [`<${name}>`, takes]),
    ...Object.entries(command.options).map(([name, does]) => [`--${name}`, does]),
  ];
  const width = Math.max(0, ...rows.map(([name = '']) => name.length));
  return [
    usage(command),
    '',
    `${command.summary}.`,
    '',
    ...rows.map(([name = '', about = '']) => `  ${name.padEnd(width)}  ${about}`),
    ...(command.details.length > 0 ? ['', ...command.details] : []),
  ].join('\n');
}

function usage(command: AdminCommand): string {
  const options = Object.keys(command.options).map((name) => ` [--${name}]`);
  return `Usage: npm run admin -- ${signature(command)}${options.join('')}`;
}

function signature({ name, parameters }: AdminCommand): string {
  return [name, ...parameters.map((parameter) => `<${parameter.name}>`)].join(' ');
}
