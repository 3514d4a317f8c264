import { IDLING, type Instant } from '../../../domain/base/index.ts';
import { endsIdling, MOTION, stateIdleSince, stateMotion, withIdleTime } from '../../../domain/telemetry/index.ts';
import { NO_COORDINATE, rowTime, type LastFixes, type TrackChunk } from './trackChunk.ts';

/** Members of a replay: units by a dense number, the same in every chunk. */
export class Members {
  readonly ids: number[] = [];
  readonly #indices = new Map<number, number>();

  get count(): number {
    return this.ids.length;
  }

  indexOf(unitId: number): number {
    return this.#indices.get(unitId) ?? -1;
  }

  ensure(unitId: number): number {
    const known = this.#indices.get(unitId);
    if (known !== undefined) return known;
    const index = this.ids.push(unitId) - 1;
    this.#indices.set(unitId, index);
    return index;
  }
}

/** A chunk in use: its rows by member, and what each member last said before it begins. */
export class LoadedChunk {
  readonly chunk: TrackChunk;
  /** From here on every unit's place is known; before it, what some last said before the chunk may be missing. */
  readonly wholeFrom: Instant;
  /** Place of the member in the chunk's units, or −1. */
  readonly #units: Int32Array;
  /** NaN = nothing known. */
  readonly #times: Float64Array;
  readonly #longitudes: Int32Array;
  readonly #latitudes: Int32Array;
  readonly #states: Uint32Array;
  /** Row that a member's idling was last asked of, or −1, and since when: who plays on asks of the next. */
  readonly #idleRows: Int32Array;
  readonly #idleSince: Float64Array;

  constructor(chunk: TrackChunk, members: Members, wholeFrom: Instant = chunk.from) {
    this.chunk = chunk;
    this.wholeFrom = wholeFrom;
    for (const unitId of chunk.unitIds) members.ensure(unitId);
    const count = members.count;
    this.#units = new Int32Array(count).fill(-1);
    chunk.unitIds.forEach((unitId, index) => {
      this.#units[members.indexOf(unitId)] = index;
    });
    this.#times = new Float64Array(count).fill(Number.NaN);
    this.#longitudes = new Int32Array(count).fill(NO_COORDINATE);
    this.#latitudes = new Int32Array(count).fill(NO_COORDINATE);
    this.#states = new Uint32Array(count);
    this.#idleRows = new Int32Array(count).fill(-1);
    this.#idleSince = new Float64Array(count);
  }

  get isWhole(): boolean {
    return this.wholeFrom <= this.chunk.from;
  }

  covers(instant: Instant): boolean {
    return instant >= Math.max(this.wholeFrom, this.chunk.from) && instant < this.chunk.to;
  }

  /** Place of the member's rows, or −1. A member that came later than this chunk has none. */
  unitOf(member: number): number {
    return member < this.#units.length ? this.#units[member] : -1;
  }

  /** Time of the member's last fix before the chunk, or NaN. */
  lastTime(member: number): Instant {
    return member < this.#times.length ? this.#times[member] : Number.NaN;
  }

  lastLongitude(member: number): number {
    return this.#longitudes[member];
  }

  lastLatitude(member: number): number {
    return this.#latitudes[member];
  }

  lastState(member: number): number {
    return this.#states[member];
  }

  /**
   * Since when the member idles at its row of the chunk; 0 where it does not. Looks back as far as the unit idles, or
   * the chunk goes.
   */
  idleSince(member: number, row: number): Instant {
    const { chunk } = this;
    if (stateMotion(chunk.states[row]) !== MOTION.idling) return 0;
    const since = this.#lookBack(member, row);
    this.#idleRows[member] = row;
    this.#idleSince[member] = since;
    return since;
  }

  #lookBack(member: number, row: number): Instant {
    const { chunk } = this;
    const first = chunk.starts[this.unitOf(member)];
    let since = rowTime(chunk, row);
    let after = since;
    for (let earlier = row - 1; earlier >= first; earlier--) {
      const time = rowTime(chunk, earlier);
      if (after - time > IDLING.longestSilence || endsIdling(chunk.states[earlier])) return since;
      if (earlier === this.#idleRows[member]) return this.#idleSince[member];
      if (stateMotion(chunk.states[earlier]) === MOTION.idling) since = time;
      after = time;
    }
    const before = this.lastTime(member);
    if (!(after - before <= IDLING.longestSilence)) return since;
    return stateIdleSince(this.lastState(member), before, 0) || since;
  }

  /** Takes what was last known from the server's answer for the chunk's beginning. */
  continueFrom(last: LastFixes, members: Members): void {
    last.unitIds.forEach((unitId, row) => {
      const member = members.indexOf(unitId);
      if (member < 0 || member >= this.#times.length) return;
      this.#remember(member, last.times[row], last.longitudes[row], last.latitudes[row], last.states[row]);
    });
    this.#placeInvalidRows(members);
  }

  /** Takes what was last known from the chunk before this one. */
  continueAfter(previous: LoadedChunk, members: Members): void {
    for (let member = 0; member < this.#times.length; member++) {
      const unit = previous.unitOf(member);
      if (unit >= 0) {
        const { chunk } = previous;
        const row = chunk.starts[unit + 1] - 1;
        const time = rowTime(chunk, row);
        const state = withIdleTime(chunk.states[row], previous.idleSince(member, row), time);
        this.#remember(member, time, chunk.longitudes[row], chunk.latitudes[row], state);
      } else if (!Number.isNaN(previous.lastTime(member))) {
        this.#remember(
          member,
          previous.lastTime(member),
          previous.lastLongitude(member),
          previous.lastLatitude(member),
          previous.lastState(member),
        );
      }
    }
    this.#placeInvalidRows(members);
  }

  #remember(member: number, time: Instant, longitude: number, latitude: number, state: number): void {
    this.#times[member] = time;
    this.#states[member] = state;
    this.#longitudes[member] = longitude;
    this.#latitudes[member] = latitude;
    this.#idleRows[member] = -1;
  }

  /** Invalid fixes at the chunk's beginning stay where the unit was before it. */
  #placeInvalidRows(members: Members): void {
    const { chunk } = this;
    for (let unit = 0; unit < chunk.unitIds.length; unit++) {
      const member = members.indexOf(chunk.unitIds[unit]);
      for (let row = chunk.starts[unit]; row < chunk.starts[unit + 1]; row++) {
        if (stateMotion(chunk.states[row]) !== MOTION.noFix) break;
        chunk.longitudes[row] = this.#longitudes[member];
        chunk.latitudes[row] = this.#latitudes[member];
      }
    }
  }
}
