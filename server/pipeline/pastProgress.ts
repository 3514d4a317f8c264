import type { AccountId } from '../../src/domain/base/index.ts';

/** How far the search for the visits of an account's new geofences is. */
export interface PastStep {
  readonly geofences: number;
  readonly units: number;
  /** Units whose past was gone through. */
  readonly done: number;
}

/** Steps of searches through the past, for those who wait for them. */
export class PastProgress {
  readonly #waiting = new Map<AccountId, Set<(step: PastStep | null) => void>>();

  /** Notifies those who wait for the account. */
  note(accountId: AccountId, step: PastStep): void {
    const waiting = this.#waiting.get(accountId);
    this.#waiting.delete(accountId);
    waiting?.forEach((resolve) => resolve(step));
  }

  /** Notifies everybody that nothing is searched for any more. */
  end(): void {
    const waiting = [...this.#waiting.values()];
    this.#waiting.clear();
    for (const each of waiting) each.forEach((resolve) => resolve(null));
  }

  /**
   * Resolves with the account's next step, or null when there is no search any more; rejects with the signal's reason
   * when nobody waits any more.
   */
  next(accountId: AccountId, signal: AbortSignal): Promise<PastStep | null> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason as Error);
        return;
      }
      const waiting = this.#waiting.get(accountId) ?? new Set();
      this.#waiting.set(accountId, waiting);
      const stop = (): void => {
        waiting.delete(resolve);
        reject(signal.reason as Error);
      };
      signal.addEventListener('abort', stop, { once: true });
      waiting.add((step) => {
        signal.removeEventListener('abort', stop);
        resolve(step);
      });
    });
  }
}
