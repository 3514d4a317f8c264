/** Entry of the server process: configuration, start, drain. */
import { enableCompileCache } from 'node:module';

enableCompileCache();

const { default: pino } = await import('pino');
const { ConfigurationError, readConfiguration } = await import('./config.ts');
const { startProduct } = await import('./product.ts');
const { explain } = await import('./startProblem.ts');

/** Longest that a drain may take before the process ends anyway, in milliseconds. */
const DRAIN = 20_000;

/** Says what is wrong in a line that names the cause, and ends. */
function stopWith(message: string, code: number): never {
  process.stderr.write(`\nWayline cannot start: ${message}\n`);
  process.exit(code);
}

function configurationOrEnd() {
  try {
    return readConfiguration(process.env);
  } catch (error) {
    if (error instanceof ConfigurationError) return stopWith(error.message, 2);
    throw error;
  }
}

const configuration = configurationOrEnd();
const logger = pino({ level: configuration.logLevel, base: null, timestamp: pino.stdTimeFunctions.isoTime });
const started = performance.now();

try {
  const product = await startProduct(configuration, logger, (step) => process.stdout.write(`Wayline: ${step}\n`));
  process.stdout.write(`${product.banner(performance.now() - started)}\n`);
  let stopping = false;
  const stop = (signal: string): void => {
    if (stopping) return;
    stopping = true;
    logger.info({ signal }, 'stopping');
    setTimeout(() => process.exit(1), DRAIN).unref();
    product.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        logger.error({ error: String(error) }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  process.on('SIGINT', () => stop('SIGINT'));
  process.on('SIGTERM', () => stop('SIGTERM'));
} catch (error) {
  stopWith(explain(error, configuration), 1);
}
