/** Work that goes on after the answer was given. */
export interface Background {
  run(work: () => Promise<void>): void;
  /** Resolves when everything that was begun has ended: a stop must not lose a mail. */
  settled(): Promise<void>;
}

export function createBackground(logger: { warn(details: object, message: string): void }): Background {
  const running = new Set<Promise<void>>();
  return {
    run(work) {
      const job = work()
        .catch((error: unknown) => logger.warn({ error: String(error) }, 'work after an answer failed'))
        .finally(() => running.delete(job));
      running.add(job);
    },
    async settled() {
      while (running.size > 0) await Promise.all(running);
    },
  };
}
