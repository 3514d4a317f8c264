import { COORDINATE_SCALE, HOUR, type Instant } from '../../../domain/base/index.ts';
import { MOTION, STALE_AFTER } from '../../../domain/telemetry/index.ts';
import type { FleetColumns, UnitFix, WritableFleet } from '../../pipeline/fleetColumns.ts';
import { ChangeWheel } from './changeWheel.ts';
import { LoadedChunk, Members } from './loadedChunk.ts';
import { lastRowAt, readFix, rowCount, rowTime, type LastFixes, type TrackChunk } from './trackChunk.ts';

/** The instance buffer counts seconds from its epoch in f32: further away, steps would be seen. */
const EPOCH_SPAN = 3 * HOUR;

/**
 * Plays recorded chunks into a fleet. A seek is a binary search per unit; playing on writes only
 * the units that come to their next fix, forwards or backwards.
 */
export class ReplayEngine {
  readonly members = new Members();
  #loaded: LoadedChunk[] = [];
  #fleet: WritableFleet | null = null;
  #slots = new Int32Array(0);
  readonly #wheel = new ChangeWheel();
  #current: LoadedChunk | null = null;
  #following: LoadedChunk | null = null;
  #position: Instant = 0;
  #direction: 1 | -1 = 1;
  /** All units are to be placed again at the next advance. */
  #unplaced = true;
  readonly #from: UnitFix = emptyFix();
  readonly #next: UnitFix = emptyFix();
  readonly #place = (member: number): void => this.#placeMember(member);

  /** Fixes held, over all chunks. */
  get points(): number {
    return this.#loaded.reduce((sum, { chunk }) => sum + rowCount(chunk), 0);
  }

  get chunks(): readonly TrackChunk[] {
    return this.#loaded.map(({ chunk }) => chunk);
  }

  has(from: Instant): boolean {
    return this.#loaded.some(({ chunk }) => chunk.from === from);
  }

  /** True when the chunk that begins at `from` is there, with what every unit last said before it. */
  isWhole(from: Instant): boolean {
    return this.#loaded.some((loaded) => loaded.chunk.from === from && loaded.isWhole);
  }

  /** True when the chunk that covers the instant is there. */
  covers(instant: Instant): boolean {
    return this.#loaded.some((loaded) => loaded.covers(instant));
  }

  /** True when a chunk ends where this one begins, so that its last fixes need not be asked for. */
  hasChunkBefore(from: Instant): boolean {
    return this.#loaded.some(({ chunk }) => chunk.to === from);
  }

  /**
   * Adds a chunk, in place of one of the same beginning. `last`: the units' last fixes before it; those
   * of some may be missing, as long as nothing before `wholeFrom` is asked of this chunk.
   */
  insert(chunk: TrackChunk, last: LastFixes | null, wholeFrom: Instant = chunk.from): void {
    if (last !== null) for (const unitId of last.unitIds) this.members.ensure(unitId);
    const loaded = new LoadedChunk(chunk, this.members, wholeFrom);
    const previous = this.#loaded.find((other) => other.chunk.to === chunk.from);
    if (previous !== undefined) loaded.continueAfter(previous, this.members);
    else if (last !== null) loaded.continueFrom(last, this.members);
    const replaces = this.#loaded.some((other) => other.chunk.from === chunk.from);
    this.#loaded = [...this.#loaded.filter((other) => other.chunk.from !== chunk.from), loaded].toSorted(
      (a, b) => a.chunk.from - b.chunk.from,
    );
    if (replaces || this.#after(loaded)?.isWhole === false) this.#carryOn(loaded);
    this.#unplaced ||=
      this.#current === null || Math.abs(chunk.from - this.#current.chunk.from) <= chunk.to - chunk.from;
  }

  /** Drops the chunk that begins at `from`. */
  remove(from: Instant): void {
    this.#loaded = this.#loaded.filter(({ chunk }) => chunk.from !== from);
    if (this.#current?.chunk.from === from) this.#current = null;
    if (this.#following?.chunk.from === from) this.#unplaced = true;
  }

  /** The chunk that begins at `from`, or null. */
  chunkFrom(from: Instant): TrackChunk | null {
    return this.#loaded.find(({ chunk }) => chunk.from === from)?.chunk ?? null;
  }

  /** Writes into this fleet from now on, beginning with every unit. */
  attach(fleet: WritableFleet): void {
    this.#fleet = fleet;
    this.#slots = new Int32Array(0);
    this.#unplaced = true;
  }

  /** Brings the fleet to `instant`. False when the chunk there is not loaded: nothing was written. */
  advance(instant: Instant, rate: number, fleet: WritableFleet): boolean {
    if (this.#fleet !== fleet) this.attach(fleet);
    if (!this.#enter(instant)) {
      this.#unplaced = true;
      return false;
    }
    const direction = rate < 0 ? -1 : rate > 0 ? 1 : this.#direction;
    if (Math.abs(instant - fleet.epoch) > EPOCH_SPAN) {
      fleet.rebase(instant);
      this.#unplaced = true;
    }
    const turned = direction !== this.#direction || (instant - this.#position) * direction < 0;
    this.#direction = direction;
    this.#position = instant;
    if (this.#unplaced || turned) this.#placeAll();
    else this.#wheel.advance(direction * instant, this.#place);
    return true;
  }

  /**
   * Drawn positions of all units at an instant, 1e-7 degrees, into `out` at twice the unit's slot; for trails.
   * Units without a place then are left as they are in `out`. False, and nothing written, where no chunk is loaded.
   */
  sample(instant: Instant, fleet: FleetColumns, out: Int32Array): boolean {
    const loaded = this.#loaded.find((each) => each.covers(instant));
    if (loaded === undefined) return false;
    const following = this.#after(loaded);
    for (let member = 0; member < this.members.count; member++) {
      this.#find(loaded, following, member, instant);
      const slot = fleet.slotOf(this.members.ids[member]);
      if (slot < 0 || Number.isNaN(this.#from.time) || Number.isNaN(this.#from.longitude)) continue;
      const [longitude, latitude] = between(this.#from, this.#goesOn() ? this.#next : null, instant);
      out[slot * 2] = Math.round(longitude * COORDINATE_SCALE);
      out[slot * 2 + 1] = Math.round(latitude * COORDINATE_SCALE);
    }
    return true;
  }

  /** Chunks after a replaced one know the last fixes of the old one: sends them again. */
  #carryOn(first: LoadedChunk): void {
    let previous = first;
    for (;;) {
      const { to } = previous.chunk;
      const index = this.#loaded.findIndex(({ chunk }) => chunk.from === to);
      if (index < 0) return;
      const renewed = new LoadedChunk(this.#loaded[index].chunk, this.members);
      renewed.continueAfter(previous, this.members);
      this.#loaded[index] = renewed;
      previous = renewed;
    }
  }

  #enter(instant: Instant): boolean {
    const current = this.#loaded.find((loaded) => loaded.covers(instant)) ?? null;
    if (current === null) return false;
    this.#current = current;
    this.#following = this.#after(current);
    return true;
  }

  #after(loaded: LoadedChunk): LoadedChunk | null {
    return this.#loaded.find(({ chunk }) => chunk.from === loaded.chunk.to) ?? null;
  }

  #placeAll(): void {
    const { count } = this.members;
    this.#growSlots(count);
    this.#wheel.reset(count, this.#direction * this.#position);
    for (let member = 0; member < count; member++) this.#placeMember(member);
    this.#unplaced = false;
  }

  #growSlots(count: number): void {
    if (this.#slots.length >= count || this.#fleet === null) return;
    const slots = new Int32Array(count);
    for (let member = 0; member < count; member++) slots[member] = this.#fleet.ensure(this.members.ids[member]);
    this.#slots = slots;
  }

  #placeMember(member: number): void {
    const fleet = this.#fleet;
    const current = this.#current;
    if (fleet === null || current === null) return;
    this.#find(current, this.#following, member, this.#position);
    const slot = this.#slots[member];
    if (Number.isNaN(this.#from.time)) {
      if (fleet.times[slot] !== 0) fleet.forget(slot);
    } else {
      fleet.segment(slot, this.#from, this.#goesOn() ? this.#next : null);
    }
    this.#wheel.schedule(member, this.#due(current));
  }

  /** When the member has to be placed again, in the wheel's direction of time. */
  #due(current: LoadedChunk): number {
    if (this.#direction > 0) return Number.isNaN(this.#next.time) ? current.chunk.to : this.#next.time;
    const back = Number.isNaN(this.#from.time) ? current.chunk.from : Math.max(this.#from.time, current.chunk.from);
    return 1 - back;
  }

  /** True when the unit is drawn on its way to the next fix: nobody knows the way across a long silence. */
  #goesOn(): boolean {
    return this.#next.time - this.#from.time <= STALE_AFTER && !Number.isNaN(this.#next.longitude);
  }

  /** Finds the member's fixes around an instant into `#from` and `#next`; time NaN = none. */
  #find(loaded: LoadedChunk, following: LoadedChunk | null, member: number, instant: Instant): void {
    const { chunk } = loaded;
    const unit = loaded.unitOf(member);
    const first = unit < 0 ? 0 : chunk.starts[unit];
    const end = unit < 0 ? 0 : chunk.starts[unit + 1];
    const row = lastRowAt(chunk.offsets, first, end, instant - chunk.from);
    this.#from.time = Number.NaN;
    this.#next.time = Number.NaN;
    if (row >= first) {
      this.#readRow(this.#from, chunk, row);
      if (this.#from.motion === MOTION.idling) this.#from.idleSince = loaded.idleSince(member, row);
    } else if (!Number.isNaN(loaded.lastTime(member)))
      readFix(
        this.#from,
        loaded.lastTime(member),
        loaded.lastLongitude(member),
        loaded.lastLatitude(member),
        loaded.lastState(member),
      );
    if (row + 1 < end) this.#readRow(this.#next, chunk, row + 1);
    else if (following !== null) {
      const there = following.unitOf(member);
      if (there >= 0) this.#readRow(this.#next, following.chunk, following.chunk.starts[there]);
    }
  }

  #readRow(fix: UnitFix, chunk: TrackChunk, row: number): void {
    readFix(fix, rowTime(chunk, row), chunk.longitudes[row], chunk.latitudes[row], chunk.states[row]);
  }
}

function between(from: UnitFix, next: UnitFix | null, instant: Instant): [longitude: number, latitude: number] {
  if (next === null) return [from.longitude, from.latitude];
  const progress = (instant - from.time) / (next.time - from.time);
  let across = next.longitude - from.longitude;
  if (across > 180) across -= 360;
  else if (across < -180) across += 360;
  const longitude = from.longitude + across * progress;
  const wrapped = longitude > 180 ? longitude - 360 : longitude < -180 ? longitude + 360 : longitude;
  return [wrapped, from.latitude + (next.latitude - from.latitude) * progress];
}

function emptyFix(): UnitFix {
  return {
    longitude: Number.NaN,
    latitude: Number.NaN,
    time: Number.NaN,
    speed: 0,
    course: 0,
    motion: 0,
    ignition: 0,
    late: false,
    idleSince: 0,
  };
}

/** An answer without any fix. */
export const NOTHING_KNOWN: LastFixes = {
  unitIds: new Uint32Array(0),
  times: new Float64Array(0),
  longitudes: new Int32Array(0),
  latitudes: new Int32Array(0),
  states: new Uint32Array(0),
};
