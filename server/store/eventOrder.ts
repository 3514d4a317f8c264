/** A transaction's turn to hand out its events. */
export interface EventTurn {
  /** Takes a place in the logs of the accounts, as their sequences were just taken. */
  join(accounts: readonly number[]): void;
  /** Resolves when all that took a place before have handed out theirs, or will not. */
  readonly due: Promise<unknown>;
  /** Lets the next ones go. */
  end(): void;
}

/**
 * Hands out the events of transactions in the order of their logs. The sequences of an account are in the order of
 * the commits, because its row is locked from the numbering to the commit; but the answers to two commits come over
 * two connections, and the later one may arrive first.
 */
export class EventOrder {
  readonly #last = new Map<number, Promise<void>>();

  begin(): EventTurn {
    const last = this.#last;
    const { promise: ended, resolve } = Promise.withResolvers<void>();
    const before = new Set<Promise<void>>();
    const joined: number[] = [];
    return {
      join(accounts) {
        for (const account of accounts) {
          const previous = last.get(account);
          if (previous === ended) continue;
          if (previous) before.add(previous);
          last.set(account, ended);
          joined.push(account);
        }
      },
      get due() {
        return Promise.all(before);
      },
      end() {
        for (const account of joined) if (last.get(account) === ended) last.delete(account);
        resolve();
      },
    };
  }
}
