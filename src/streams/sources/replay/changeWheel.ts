/** Milliseconds of timeline in one bucket. */
const BUCKET = 250;
/** Buckets in the wheel: about four minutes, so that most changes are less than one turn away. */
const BUCKETS = 1024;

/**
 * When each of many members changes next, in buckets of time: moving on looks only at the buckets
 * that were passed, never at all members. Times may run backwards as well: the owner negates them.
 */
export class ChangeWheel {
  #dueAt: Float64Array;
  #next: Int32Array;
  readonly #heads = new Int32Array(BUCKETS).fill(-1);
  #position = 0;

  constructor(members = 256) {
    this.#dueAt = new Float64Array(members).fill(Number.POSITIVE_INFINITY);
    this.#next = new Int32Array(members).fill(-1);
  }

  /** Forgets all members and is at `position`. */
  reset(members: number, position: number): void {
    if (members > this.#dueAt.length) {
      this.#dueAt = new Float64Array(members * 2);
      this.#next = new Int32Array(members * 2);
    }
    this.#dueAt.fill(Number.POSITIVE_INFINITY);
    this.#heads.fill(-1);
    this.#position = position;
  }

  /** The member, which must not be in the wheel, changes at `due`; infinity = never. */
  schedule(member: number, due: number): void {
    this.#dueAt[member] = due;
    if (due === Number.POSITIVE_INFINITY) return;
    const bucket = bucketOf(Math.max(due, this.#position));
    this.#next[member] = this.#heads[bucket];
    this.#heads[bucket] = member;
  }

  /** Moves to `position` and hands out every member that was due by then; it is no longer in the wheel. */
  advance(position: number, visit: (member: number) => void): void {
    const first = Math.floor(this.#position / BUCKET);
    const buckets = Math.min(Math.floor(position / BUCKET) - first + 1, BUCKETS);
    this.#position = position;
    for (let passed = 0; passed < buckets; passed++) {
      const bucket = modulo(first + passed);
      let member = this.#heads[bucket];
      this.#heads[bucket] = -1;
      while (member >= 0) {
        const following = this.#next[member];
        if (this.#dueAt[member] <= position) visit(member);
        else this.#putBack(member, bucket);
        member = following;
      }
    }
  }

  #putBack(member: number, bucket: number): void {
    this.#next[member] = this.#heads[bucket];
    this.#heads[bucket] = member;
  }
}

function bucketOf(position: number): number {
  return modulo(Math.floor(position / BUCKET));
}

function modulo(bucket: number): number {
  return ((bucket % BUCKETS) + BUCKETS) % BUCKETS;
}
