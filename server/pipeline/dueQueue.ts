import { SECOND, type Instant } from '../../src/domain/base/index.ts';

/** Units are called within this of their instant. */
const GRAIN = 2 * SECOND;

/** Instants at which units are to be looked at. Setting one costs the same whatever the number of units. */
export class DueQueue {
  readonly #buckets = new Map<number, Set<number>>();
  readonly #instants = new Map<number, Instant>();

  /** Calls the unit at the instant instead of any other; never for null. */
  set(unitId: number, at: Instant | null): void {
    const known = this.#instants.get(unitId);
    if (known === at) return;
    if (known !== undefined) this.#buckets.get(bucketOf(known))?.delete(unitId);
    if (at === null) {
      this.#instants.delete(unitId);
      return;
    }
    this.#instants.set(unitId, at);
    const bucket = this.#buckets.get(bucketOf(at));
    if (bucket) bucket.add(unitId);
    else this.#buckets.set(bucketOf(at), new Set([unitId]));
  }

  /** The units whose instant has come, each once. */
  take(now: Instant): number[] {
    const taken: number[] = [];
    for (const [bucket, units] of this.#buckets) {
      if (bucket * GRAIN > now) continue;
      for (const unitId of units) {
        if ((this.#instants.get(unitId) ?? now) > now) continue;
        taken.push(unitId);
        units.delete(unitId);
        this.#instants.delete(unitId);
      }
      if (units.size === 0) this.#buckets.delete(bucket);
    }
    return taken;
  }
}

const bucketOf = (at: Instant): number => Math.floor(at / GRAIN);
