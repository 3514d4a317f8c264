/** How long work in the background may hold the event loop: devices wait for their answers meanwhile. */
const LONGEST_HOLD = 6;
/** How long it lets calls go first at a time, so that it also gets ahead where calls never end. */
const LONGEST_WAIT = 30;

/** Calls under way: work in the background lets them go first, and takes one turn of the event loop for each piece. */
export class Foreground {
  #waiting = 0;
  #idle: PromiseWithResolvers<void> | null = null;
  #turns = Promise.resolve();

  /** Somebody waits until what is answered is called. */
  enter(): () => void {
    this.#waiting++;
    let isIn = true;
    return () => {
      if (!isIn) return;
      isIn = false;
      this.#waiting--;
      if (this.#waiting > 0) return;
      this.#idle?.resolve();
      this.#idle = null;
    };
  }

  /** Settles in a turn of the event loop that no other piece of work in the background has. */
  turn(): Promise<void> {
    this.#turns = this.#turns.then(nextTurn).then(() => this.idle());
    return this.#turns;
  }

  /** Settles when nobody waits any more, or after a while. */
  async idle(): Promise<void> {
    if (this.#waiting === 0) return;
    this.#idle ??= Promise.withResolvers();
    let timer: NodeJS.Timeout | undefined;
    const longEnough = new Promise<void>((resolve) => (timer = setTimeout(resolve, LONGEST_WAIT)));
    await Promise.race([this.#idle.promise, longEnough]);
    clearTimeout(timer);
  }
}

const nextTurn = (): Promise<void> => new Promise((resolve) => void setImmediate(resolve));

/** Lets others have their turn whenever the work has held the loop long enough. */
export class EventLoopBreaks {
  readonly #foreground: Foreground | null;
  #since = 0;

  constructor(foreground: Foreground | null = null) {
    this.#foreground = foreground;
  }

  async take(): Promise<void> {
    const now = performance.now();
    if (now - this.#since < LONGEST_HOLD) return;
    await (this.#foreground ? this.#foreground.turn() : nextTurn());
    this.#since = performance.now();
  }
}
