import { distance, type Instant } from '../../base/index.ts';
import { probeOf } from '../../geometry/index.ts';
import type { AbortReason, CheckpointStatus, PlannedCheckpoint, RunPlan, RunState } from '../../route/index.ts';
import type { Place } from '../../unitEvent/index.ts';
import { CheckpointCrossing, type CrossingEvent, type Fix } from './checkpointCrossing.ts';
import { Deviation, type OffSpan } from './deviation.ts';
import { Pace } from './pace.ts';
import { Path } from './path.ts';

/** What people did to a run; null: nothing. */
export interface ByHand {
  readonly startedAt: Instant | null;
  readonly abortedAt: Instant | null;
}

/** A checkpoint of a run as it is at some instant. */
export interface CheckpointResult {
  readonly key: number;
  readonly arrived: Instant | null;
  readonly departed: Instant | null;
  readonly status: CheckpointStatus;
  /** ms after the planned time, below 0 before it. */
  readonly delay: number | null;
  /** When it was passed over, or the run ended without it. */
  readonly skippedAt: Instant | null;
  readonly place: Place | null;
}

/** A run as it is at some instant. Distances in metres. */
export interface RunResult {
  readonly state: RunState;
  readonly reason: AbortReason;
  readonly startedAt: Instant | null;
  readonly endedAt: Instant | null;
  readonly checkpoints: readonly CheckpointResult[];
  /** Place of the checkpoint that comes next. */
  readonly next: number | null;
  readonly isOff: boolean;
  readonly offSpans: readonly OffSpan[];
  readonly inside: number;
  readonly distance: number;
  readonly remaining: number | null;
  readonly eta: Instant | null;
  /** When the clock alone changes this; null: never. */
  readonly due: Instant | null;
}

interface Visit {
  arrived: Instant | null;
  departed: Instant | null;
  skippedAt: Instant | null;
  place: Place | null;
}

/**
 * One run, folded over the valid fixes of its unit in the order of their times (domain reference, 7.2). It looks at
 * what lies in the time of the run and nothing else, so the same fixes give the same run however they came.
 *
 * The first checkpoint of an ordered route counts by when it is left, since a unit may stand there for hours; returning
 * to it before the second is reached undoes the start. The others count by when they are reached. A place that the unit
 * has not left since a checkpoint counts for a later one only after another was reached: a round that ends where it
 * began does not end immediately.
 */
export class RunFold {
  readonly #plan: RunPlan;
  readonly #byHand: ByHand;
  readonly #crossings: readonly CheckpointCrossing[];
  readonly #visits: readonly Visit[];
  readonly #deviation: Deviation | null;
  readonly #pace = new Pace();
  readonly #path: Path;
  /** Metres along the path at which checkpoints lie. */
  readonly #along: readonly number[];
  /** Checkpoints where the unit was when it left one of them. */
  readonly #overlapping = new Set<number>();
  #last: Fix | null = null;
  #before: Fix | null = null;
  #next = 0;
  /** The checkpoint that was reached last. */
  #current = -1;
  #startedAt: Instant | null;
  #finishedAt: Instant | null = null;

  constructor(plan: RunPlan, byHand: ByHand = { startedAt: null, abortedAt: null }) {
    this.#plan = plan;
    this.#byHand = byHand;
    this.#startedAt = byHand.startedAt;
    this.#crossings = plan.checkpoints.map(({ shape }) => new CheckpointCrossing(probeOf(shape)));
    this.#visits = plan.checkpoints.map(() => ({ arrived: null, departed: null, skippedAt: null, place: null }));
    this.#deviation = plan.corridor ? new Deviation(plan.corridor) : null;
    this.#path = new Path(plan.corridor?.coordinates ?? plan.checkpoints.map(({ center }) => center));
    let before = 0;
    this.#along = plan.checkpoints.map(({ center: [longitude, latitude] }) => {
      before = this.#path.nearest(latitude, longitude, before, this.#path.length).along;
      return before;
    });
  }

  /**
   * Takes in a valid fix that follows all those before. Of what lies before the time of the run the last one counts, as
   * where the unit stood when it began: a tracker may sleep until its vehicle moves.
   */
  accept(fix: Fix): void {
    const { from, until } = this.#plan;
    if (fix.time < from) {
      this.#before = fix;
      return;
    }
    if (fix.time >= Math.min(until, this.#byHand.abortedAt ?? until)) return;
    const stood = this.#before;
    this.#before = null;
    if (stood && fix.time > from) this.#take({ ...stood, time: from });
    this.#take(fix);
  }

  #take(fix: Fix): void {
    const before = this.#last;
    this.#last = fix;
    for (let place = 0; place < this.#crossings.length; place++) {
      if (!this.#isWatched(place)) continue;
      const event = this.#crossings[place].accept(fix, before);
      if (event) this.#cross(place, event, fix);
    }
    if (this.#startedAt === null || fix.time < this.#startedAt) return;
    if (this.#finishedAt !== null && fix.time > this.#finishedAt) return;
    // The track of a start by hand begins with the first fix after it.
    const origin = before && before.time >= this.#startedAt ? before : null;
    this.#deviation?.accept(fix, origin);
    this.#pace.accept(fix.time, origin ? distance(origin.latitude, origin.longitude, fix.latitude, fix.longitude) : 0);
  }

  /** The run as it is when the clock shows `now`. */
  result(now: Instant): RunResult {
    const endedAt = this.#endAt(now);
    const state = this.#stateAt(endedAt);
    const isOver = endedAt !== null;
    if (isOver) this.#deviation?.end(endedAt);
    const checkpoints = this.#plan.checkpoints.map((checkpoint, place) =>
      this.#checkpoint(checkpoint, place, now, endedAt),
    );
    const remaining = isOver ? null : this.#remaining();
    return {
      state,
      reason: state === 'aborted' ? this.#reason() : '',
      startedAt: this.#startedAt,
      endedAt,
      checkpoints,
      next: isOver || this.#plan.order === 'any' ? null : this.#next,
      isOff: this.#deviation?.isOff ?? false,
      offSpans: [...(this.#deviation?.spans ?? [])],
      inside: this.#deviation?.inside ?? 0,
      distance: this.#pace.distance,
      remaining,
      eta: remaining === null ? null : this.#pace.arrival(remaining),
      due: isOver ? null : this.#dueAfter(now, checkpoints),
    };
  }

  #isWatched(place: number): boolean {
    const { order } = this.#plan;
    if (order === 'any') return this.#visits[place].departed === null;
    if (place === this.#current) return this.#visits[place].departed === null || this.#mayReturn(place);
    return order === 'strict' ? place === this.#next : place >= this.#next;
  }

  /** The start may be left more than once. */
  #mayReturn(place: number): boolean {
    return place === 0 && this.#plan.order !== 'any' && this.#next === 1;
  }

  #cross(place: number, event: CrossingEvent, fix: Fix): void {
    if (this.#visits[place].arrived !== null) {
      if (event.kind === 'left') this.#leave(place, event.at);
      else if (event.kind === 'entered' && this.#mayReturn(place)) this.#comeBack(place);
      return;
    }
    if (event.kind === 'left' || this.#finishedAt !== null) return;
    const isJump = this.#plan.order !== 'any' && place !== this.#next;
    if (isJump && (event.kind === 'present' || this.#overlapping.has(place))) return;
    this.#reach(place, event.at, fix);
    if (event.kind === 'passed') this.#leave(place, event.left);
  }

  #reach(place: number, at: Instant, fix: Fix): void {
    const isOrdered = this.#plan.order !== 'any';
    if (isOrdered) for (let each = this.#next; each < place; each++) this.#visits[each].skippedAt = at;
    this.#visits[place].arrived = at;
    this.#visits[place].place = { latitude: fix.latitude, longitude: fix.longitude };
    this.#current = place;
    this.#next = place + 1;
    this.#overlapping.clear();
    if (!(isOrdered && place === 0)) this.#startedAt ??= at;
    const isLast = isOrdered
      ? place === this.#visits.length - 1
      : this.#visits.every(({ arrived }) => arrived !== null);
    if (isLast) this.#finishedAt = at;
  }

  #leave(place: number, at: Instant): void {
    this.#visits[place].departed = at;
    this.#crossings.forEach((crossing, each) => {
      if (each > place && crossing.isInside === true) this.#overlapping.add(each);
    });
    if (place === 0 && this.#plan.order !== 'any') this.#startedAt ??= at;
  }

  #comeBack(place: number): void {
    this.#visits[place].departed = null;
    this.#startedAt = this.#byHand.startedAt;
    this.#pace.reset();
    this.#deviation?.reset();
  }

  #endAt(now: Instant): Instant | null {
    const { abortedAt } = this.#byHand;
    if (abortedAt !== null && (this.#finishedAt === null || abortedAt < this.#finishedAt)) return abortedAt;
    return this.#finishedAt ?? (now >= this.#plan.until ? this.#plan.until : null);
  }

  #stateAt(endedAt: Instant | null): RunState {
    if (endedAt === null) return this.#startedAt === null ? 'planned' : 'started';
    return endedAt === this.#finishedAt ? 'finished' : 'aborted';
  }

  #reason(): AbortReason {
    if (this.#byHand.abortedAt !== null) return 'byHand';
    return this.#startedAt === null ? 'neverStarted' : 'unfinished';
  }

  #checkpoint(
    { key, due, tolerance }: PlannedCheckpoint,
    place: number,
    now: Instant,
    endedAt: Instant | null,
  ): CheckpointResult {
    const { arrived, departed, skippedAt, place: where } = this.#visits[place];
    const isStart = place === 0 && this.#plan.order !== 'any';
    const counted = isStart ? departed : arrived;
    const base = { key, arrived, departed, skippedAt, place: where, delay: null };
    if (skippedAt !== null) return { ...base, status: 'skipped' };
    if (counted !== null) {
      if (due === null) return { ...base, status: 'reached' };
      const delay = counted - due;
      return { ...base, delay, status: delay > tolerance ? 'late' : delay < -tolerance ? 'early' : 'onTime' };
    }
    if (endedAt !== null) return { ...base, status: 'skipped', skippedAt: endedAt };
    return { ...base, status: due !== null && now > due + tolerance ? 'late' : 'pending' };
  }

  #dueAfter(now: Instant, checkpoints: readonly CheckpointResult[]): Instant {
    const waiting = this.#plan.checkpoints.flatMap(({ due, tolerance }, place) =>
      due !== null && checkpoints[place].status === 'pending' ? [due + tolerance + 1] : [],
    );
    return Math.min(this.#plan.until, ...waiting.filter((at) => at > now));
  }

  /**
   * Metres to the last checkpoint: along the route, or from the nearest to the next nearest where the order is free.
   */
  #remaining(): number | null {
    if (!this.#last || this.#startedAt === null || this.#visits.length === 0) return null;
    const { latitude, longitude } = this.#last;
    if (this.#plan.order === 'any') return this.#tour(latitude, longitude);
    const end = this.#along[this.#along.length - 1];
    const from = this.#current < 0 ? 0 : this.#along[this.#current];
    const to = this.#along[Math.min(this.#next, this.#along.length - 1)];
    const { along, away } = this.#path.nearest(latitude, longitude, from, Math.max(from, to));
    return end - along + (Number.isFinite(away) ? away : 0);
  }

  #tour(latitude: number, longitude: number): number {
    const left = this.#plan.checkpoints
      .filter((_, place) => this.#visits[place].arrived === null)
      .map(({ center }) => center);
    let [at, metres] = [[longitude, latitude] as readonly [number, number], 0];
    while (left.length > 0) {
      const away = left.map(([toLongitude, toLatitude]) => distance(at[1], at[0], toLatitude, toLongitude));
      const nearest = away.indexOf(Math.min(...away));
      metres += away[nearest];
      [at] = left.splice(nearest, 1);
    }
    return metres;
  }
}
