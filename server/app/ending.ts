import type { Logger } from './product.types.ts';

/** What of the process is used here. */
interface EndingProcess {
  on(event: string, listener: (cause: unknown) => void): unknown;
  exit(code: number): unknown;
}

export interface EndingOptions {
  readonly process: EndingProcess;
  readonly logger: Pick<Logger, 'info' | 'error'>;
  /** Takes nothing new, finishes what was begun, and closes. */
  readonly stop: () => Promise<void>;
  /** Longest that `stop` may take before the process ends anyway, in milliseconds. */
  readonly limit: number;
}

const SIGNALS = ['SIGINT', 'SIGTERM'] as const;
/** Uncaught errors leave the process in a state that nobody knows: it ends, and its supervisor restarts it. */
const FAILURES = ['uncaughtException', 'unhandledRejection'] as const;

/**
 * Ends the process in order: on a signal with 0, after an error that nobody caught with 1. In both cases what was
 * begun is finished first, so that no acknowledged report is lost.
 */
export function endInOrder(options: EndingOptions): void {
  const { process, logger } = options;
  let ending = false;
  const end = (code: number): void => {
    if (ending) return;
    ending = true;
    setTimeout(() => process.exit(1), options.limit).unref();
    options.stop().then(
      () => process.exit(code),
      (error: unknown) => {
        logger.error({ error: describe(error) }, 'the stop was not clean');
        process.exit(1);
      },
    );
  };
  for (const signal of SIGNALS) {
    process.on(signal, () => {
      logger.info({ signal }, 'stopping');
      end(0);
    });
  }
  for (const failure of FAILURES) {
    process.on(failure, (error) => {
      logger.error({ failure, error: describe(error) }, 'an error that nobody caught: stopping');
      end(1);
    });
  }
}

const describe = (error: unknown): string => (error instanceof Error ? (error.stack ?? error.message) : String(error));
