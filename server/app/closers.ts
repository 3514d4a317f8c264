/** What was opened, closed in the opposite order; one that fails does not keep the others open. */
export class Closers {
  readonly #closers: { name: string; close: () => unknown }[] = [];
  readonly #logger: { warn(details: object, message: string): void };

  constructor(logger: { warn(details: object, message: string): void }) {
    this.#logger = logger;
  }

  add(name: string, close: () => unknown): void {
    this.#closers.push({ name, close });
  }

  async closeAll(): Promise<void> {
    for (let closer = this.#closers.pop(); closer; closer = this.#closers.pop()) {
      try {
        await closer.close();
      } catch (error) {
        this.#logger.warn({ name: closer.name, error: String(error) }, 'did not close cleanly');
      }
    }
  }
}
