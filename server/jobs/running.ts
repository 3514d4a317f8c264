import type { JobState } from '../../src/domain/job/index.ts';
import { JobStopped, type StopReason } from './types.ts';

/** Calls back after so many milliseconds; answers how to take it back. */
export type After = (milliseconds: number, callback: () => void) => () => void;

/** The real one. */
export const afterTimeout: After = (milliseconds, callback) => {
  const timer = setTimeout(callback, milliseconds).unref();
  return () => clearTimeout(timer);
};

/** How many jobs ended, or were tried, since the start. `lost`: by a worker from which they had been taken. */
export type EndedCounts = ReadonlyMap<string, ReadonlyMap<JobState | 'lost', number>>;

/** The jobs that this process is at. */
export class RunningJobs {
  readonly #stops = new Map<number, AbortController>();
  readonly #counts = new Map<string, Map<JobState | 'lost', number>>();
  readonly #after: After;
  #idle: (() => void)[] = [];

  constructor(after: After) {
    this.#after = after;
  }

  get counts(): EndedCounts {
    return this.#counts;
  }

  begin(jobId: number, timeLimit: number): { readonly signal: AbortSignal; release(): void } {
    const controller = new AbortController();
    this.#stops.set(jobId, controller);
    const cancel = this.#after(timeLimit, () => controller.abort(new JobStopped('timeExceeded')));
    return {
      signal: controller.signal,
      release: () => {
        cancel();
        this.#stops.delete(jobId);
        if (this.#stops.size === 0) for (const resolve of this.#idle.splice(0)) resolve();
      },
    };
  }

  /** Asks a job to end; nothing where this process is not at it. The first reason counts. */
  stop(jobId: number, reason: StopReason): void {
    this.#stops.get(jobId)?.abort(new JobStopped(reason));
  }

  stopAll(reason: StopReason): void {
    for (const id of this.#stops.keys()) this.stop(id, reason);
  }

  /** Resolves when no job runs. */
  async settled(): Promise<void> {
    if (this.#stops.size > 0) await new Promise<void>((resolve) => this.#idle.push(resolve));
  }

  ended(kind: string, state: JobState | 'lost'): void {
    const counts = this.#counts.get(kind) ?? new Map<JobState | 'lost', number>();
    this.#counts.set(kind, counts.set(state, (counts.get(state) ?? 0) + 1));
  }
}
