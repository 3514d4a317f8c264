/** How many of something may be at once; left out: any number. */
export interface SlotBounds {
  readonly total?: number;
  readonly perAddress?: number;
  readonly perSession?: number;
}

/** Whose it is; null: not known, or not counted. */
export interface SlotHolder {
  readonly address: string | null;
  readonly session: number | null;
}

/** Counts what is at once, in all, by address and by session. */
export class Slots {
  readonly #bounds: SlotBounds;
  readonly #byAddress = new Map<string, number>();
  readonly #bySession = new Map<number, number>();
  #taken = 0;

  constructor(bounds: SlotBounds) {
    this.#bounds = bounds;
  }

  get taken(): number {
    return this.#taken;
  }

  /** Takes a slot, and answers how to leave it, which may be called more than once; null where there is none. */
  take({ address, session }: SlotHolder): (() => void) | null {
    const { total, perAddress, perSession } = this.#bounds;
    const isFull =
      isReached(this.#taken, total) ||
      (address !== null && isReached(this.#byAddress.get(address), perAddress)) ||
      (session !== null && isReached(this.#bySession.get(session), perSession));
    if (isFull) return null;
    this.#change(address, session, 1);
    let isLeft = false;
    return () => {
      if (!isLeft) this.#change(address, session, -1);
      isLeft = true;
    };
  }

  #change(address: string | null, session: number | null, by: 1 | -1): void {
    this.#taken += by;
    if (address !== null) count(this.#byAddress, address, by);
    if (session !== null) count(this.#bySession, session, by);
  }
}

const isReached = (taken: number | undefined, bound: number | undefined): boolean =>
  bound !== undefined && (taken ?? 0) >= bound;

function count<Key>(counts: Map<Key, number>, key: Key, by: 1 | -1): void {
  const now = (counts.get(key) ?? 0) + by;
  if (now > 0) counts.set(key, now);
  else counts.delete(key);
}
