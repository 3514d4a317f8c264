/** Entry of the server process: configuration, start, drain. */
import { enableCompileCache } from 'node:module';

enableCompileCache();

const { default: pino } = await import('pino');
const { ConfigurationError, readConfiguration } = await import('./config.ts');
const { endInOrder } = await import('./ending.ts');
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
const product = startProduct(configuration, logger, (step) => process.stdout.write(`Wayline: ${step}\n`));
// From the first moment on: what starts is closed as well, once it has started or failed to.
endInOrder({
  process,
  logger,
  stop: () =>
    product.then(
      (running) => running.stop(),
      () => undefined,
    ),
  limit: DRAIN,
});

try {
  process.stdout.write(`${(await product).banner(performance.now() - started)}\n`);
} catch (error) {
  stopWith(explain(error, configuration), 1);
}
