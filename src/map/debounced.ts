/** Something to be done soon: a wait that is under way is not prolonged by another wish, and doing it ends the wait. */
export class Debounced {
  readonly #act: () => void;
  #timer: ReturnType<typeof setTimeout> | undefined;

  constructor(act: () => void) {
    this.#act = act;
  }

  /** In so many ms at the latest; at once where there is nothing to wait for. */
  within(wait: number): void {
    if (wait <= 0) this.now();
    else this.#timer ??= setTimeout(() => this.now(), wait);
  }

  now(): void {
    this.cancel();
    this.#act();
  }

  cancel(): void {
    clearTimeout(this.#timer);
    this.#timer = undefined;
  }
}
