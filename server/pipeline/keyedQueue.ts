/** Work on one thing after another; on different things side by side. */
export class KeyedQueue {
  readonly #last = new Map<number, Promise<unknown>>();

  /** Begins once all that was begun for the thing before has ended, well or not. */
  run<Result>(id: number, work: () => Promise<Result>): Promise<Result> {
    const before = this.#last.get(id);
    const result = before ? before.then(work, work) : work();
    const last = result
      .catch(() => undefined)
      .then(() => {
        if (this.#last.get(id) === last) this.#last.delete(id);
      });
    this.#last.set(id, last);
    return result;
  }

  async settled(): Promise<void> {
    await Promise.all(this.#last.values());
  }
}
