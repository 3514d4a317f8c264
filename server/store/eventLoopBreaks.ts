/** How long work in the background may hold the event loop: devices wait for their answers meanwhile. */
const LONGEST_HOLD = 6;

/** Lets others have their turn whenever the work has held the loop long enough. */
export class EventLoopBreaks {
  #since = 0;

  async take(): Promise<void> {
    const now = performance.now();
    if (now - this.#since < LONGEST_HOLD) return;
    await new Promise<void>((resolve) => setImmediate(resolve));
    this.#since = performance.now();
  }
}
