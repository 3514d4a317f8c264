/** Entry of `npm run admin -- <command>`: work on an installation from the terminal of its machine. */
import pino from 'pino';
import { Closers } from '../app/closers.ts';
import { ConfigurationError, readConfiguration } from '../app/config.ts';
import { explain } from '../app/startProblem.ts';
import { readCommandLine, type Asked } from './commandLine.ts';
import { openInstallation, reachInstallation } from './databaseAccess.ts';
import { COMMANDS } from './registry.ts';

/** Exit codes: done, not done, asked wrongly. */
const EXIT = { done: 0, failed: 1, usage: 2 } as const;

process.exitCode = await main(process.argv.slice(2));

async function main(words: readonly string[]): Promise<number> {
  const asked = readCommandLine(words, COMMANDS);
  if (!asked.ok) return report(asked.error, EXIT.usage);
  if (asked.value.kind === 'run') return run(asked.value);
  process.stdout.write(`${asked.value.text}\n`);
  return EXIT.done;
}

async function run({ command, parameters, options }: Extract<Asked, { kind: 'run' }>): Promise<number> {
  const configuration = configurationOrProblem();
  if (typeof configuration === 'string') return report(configuration, EXIT.usage);
  // On stderr, so that stdout holds the answer alone.
  const logger = pino(
    { level: 'warn', base: null, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ fd: 2, sync: true }),
  );
  const closers = new Closers(logger);
  try {
    const outcome = await command.run({
      parameters,
      options,
      logger,
      dataDirectory: configuration.dataDirectory,
      now: () => Date.now(),
      say: (step) => void process.stderr.write(`${step}\n`),
      openConnection: (need) => reachInstallation({ configuration, logger, closers }, need),
      openDatabase: (need) => openInstallation({ configuration, logger, closers }, need),
    });
    if (!outcome.ok) return report(outcome.error, EXIT.failed);
    process.stdout.write(`${outcome.value}\n`);
    return EXIT.done;
  } catch (error) {
    return report(explain(error, configuration), EXIT.failed);
  } finally {
    await closers.closeAll();
  }
}

function configurationOrProblem() {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) return error.message;
    throw error;
  }
}

function report(problem: string, code: number): number {
  process.stderr.write(`${problem}\n`);
  return code;
}
