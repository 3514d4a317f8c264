import { HEADING_SCALE, INSTANCE_FLAGS, INSTANCE_WORDS } from '../../../streams/pipeline/fleetColumns.ts';
import { FASTEST } from '../../drawPace.ts';
import type { DensityGrid, GridView } from './densityGrid.ts';
import type { InstanceReader } from './instances.ts';

/** The fleet that the list was made of, as the graphics card has it. */
export interface ListedFleet {
  readonly count: number;
  /** Grows when units are placed again. */
  readonly generation: number;
}

/** When a list is made, seconds. */
export interface ListTimes {
  /** The fleet's clock, since its epoch. */
  readonly now: number;
  /** A clock that only runs forward. */
  readonly wall: number;
}

/** How large things are on the screen. */
export interface MarkScale {
  /** Metres in a CSS pixel. */
  readonly resolution: number;
  /** Of a mark, CSS pixels. */
  readonly radius: number;
}

/** Around the screen, in parts of its size: for that far the camera may move before the list is rebuilt. */
const MARGIN = 0.25;
/** The list is rebuilt four times in a second of the wall; for so many seconds it is good. */
const GOOD_FOR = 0.75;
/** In less time than this the clock's speed cannot be measured. */
const SHORTEST = 0.1;
/** A smaller fleet is drawn whole: there is nothing to be saved. */
const WORTHWHILE = 1_000;
/**
 * A list of more than this part of the fleet saves nothing: all are drawn, and it is not looked again for so many
 * seconds.
 */
const MOST = 0.5;
const REST = 10;
/** Of the wall's speed; beyond it a segment is over before the list is rebuilt, and the next may be a faster one. */
const SLOW_CLOCK = 4;
const METRES_PER_DEGREE = 111_320;
const RADIANS = Math.PI / 180;
const HIDDEN = INSTANCE_FLAGS.hidden << 16;
const EMPHASISED = (INSTANCE_FLAGS.selected | INSTANCE_FLAGS.hovered) << 16;

/**
 * Which units have a mark on the screen: those that are within it, or may come there before the list is made again, and
 * are not in a bubble. Where a processor does the graphics card's work, each of the others is work for nothing.
 *
 * Whenever the camera, the time or the fleet has left what the list was made for, it says so, and all are drawn. It
 * knows, too, how fast these marks move: a picture need not be drawn again before one of them can be seen to have.
 */
export class DrawList {
  /** The first `count` hold places in the instance buffer. */
  slots = new Uint32Array(WORTHWHILE);
  count = 0;
  /** Grows with every list. */
  version = 0;
  #fleet: ListedFleet = { count: -1, generation: -1 };
  #clock = 0;
  #wall = Number.NEGATIVE_INFINITY;
  /** Seconds of the fleet's clock in one of the wall. */
  #rate = 1;
  #reach = 0;
  #west = 0;
  #width = 0;
  #south = 0;
  #north = 0;
  #isCovered = false;
  #isUseful = false;
  /** Of the units in the list, metres and radians a second. Not known while all are drawn without a look at them. */
  #fastest = FASTEST;
  #turning = 0;
  /** Bubbles that come or go change what a list saves. */
  #cells = 0;
  #restUntil = Number.NEGATIVE_INFINITY;
  readonly #changed: () => void;

  /** `changed`: called when marks came, or the last one left: no frame of the fleet may follow that shows it. */
  constructor(changed: () => void) {
    this.#changed = changed;
  }

  /** Looks through the fleet as it is drawn now. */
  rebuild(reader: InstanceReader, fleet: ListedFleet, times: ListTimes, view: GridView, bundles: DensityGrid): void {
    const isNew = !this.#isOf(fleet) || bundles.cells !== this.#cells;
    this.#cells = bundles.cells;
    if (!isNew && times.wall < this.#restUntil) return;
    this.#fleet = { count: fleet.count, generation: fleet.generation };
    this.version++;
    this.#time(times);
    this.#lay(view);
    if (this.slots.length < fleet.count) this.slots = new Uint32Array(fleet.count * 2);
    const isSmall = fleet.count < WORTHWHILE;
    const hadMarks = this.count > 0;
    const most = isSmall ? fleet.count : Math.floor(fleet.count * MOST);
    this.count = this.#gather(reader, times.now, bundles, most);
    this.#isUseful = !isSmall && this.count <= most;
    if (isSmall || this.#isUseful) {
      this.#measure(reader, times.now);
      this.#restUntil = Number.NEGATIVE_INFINITY;
    } else {
      this.#fastest = FASTEST;
      this.#restUntil = times.wall + REST;
    }
    if (hadMarks || this.count > 0) this.#changed();
  }

  /** Of the fastest mark on the screen, CSS px in a second of the fleet's clock. */
  speed(clock: number, fleet: ListedFleet, { resolution, radius }: MarkScale): number {
    const isKnown =
      this.#isCovered && this.#isOf(fleet) && Math.abs(clock - this.#clock) <= this.#reach && this.#rate < SLOW_CLOCK;
    return isKnown ? Math.max(this.#fastest / resolution, this.#turning * radius) : FASTEST / resolution;
  }

  /** The camera has moved: is all that it shows in the list? */
  look(view: GridView): void {
    this.#restUntil = Number.NEGATIVE_INFINITY;
    const across = turned(view.west - this.#west);
    this.#isCovered =
      view.south >= this.#south &&
      view.north <= this.#north &&
      (this.#width >= 360 || across + view.east - view.west <= this.#width);
  }

  /** False when all units must be drawn: the list may lack some that are seen. */
  isGood(clock: number, fleet: ListedFleet): boolean {
    return this.#isUseful && this.#isCovered && this.#isOf(fleet) && Math.abs(clock - this.#clock) <= this.#reach;
  }

  /** True when no unit has a mark on the screen: all are elsewhere, or in bubbles. */
  isEmpty(clock: number, fleet: ListedFleet): boolean {
    return this.count === 0 && this.isGood(clock, fleet);
  }

  #isOf(fleet: ListedFleet): boolean {
    return fleet.count === this.#fleet.count && fleet.generation === this.#fleet.generation;
  }

  /** A replay lets units drive as far as its speed says before the list is rebuilt. */
  #time({ now, wall }: ListTimes): void {
    if (wall - this.#wall >= SHORTEST) this.#rate = Math.abs(now - this.#clock) / (wall - this.#wall);
    this.#wall = wall;
    this.#clock = now;
    this.#reach = GOOD_FOR * Math.max(1, this.#rate);
  }

  #lay({ west, east, south, north }: GridView): void {
    const delta = (FASTEST * this.#reach) / METRES_PER_DEGREE;
    const down = (north - south) * MARGIN + delta;
    const narrowest = Math.max(
      0.05,
      Math.cos(Math.min(89, Math.max(Math.abs(south), Math.abs(north)) + down) * RADIANS),
    );
    const across = (east - west) * MARGIN + delta / narrowest;
    this.#west = west - across;
    this.#width = Math.min(360, east - west + 2 * across);
    this.#south = south - down;
    this.#north = north + down;
    this.#isCovered = true;
  }

  /** One pass over the instance buffer, nothing allocated. Ends as soon as there are more than `most`. */
  #gather(
    { words, styles, count }: InstanceReader,
    clock: number,
    { cells, bundled, cellOf }: DensityGrid,
    most: number,
  ): number {
    const { slots } = this;
    const [west, width, south, north] = [this.#west, this.#width, this.#south, this.#north];
    let found = 0;
    for (let slot = 0, at = 0; slot < count && found <= most; slot++, at += INSTANCE_WORDS) {
      const style = styles[at + 9];
      if ((style & HIDDEN) !== 0) continue;
      let progress = (clock - words[at + 6]) * words[at + 7];
      progress = progress > 0 ? (progress < 1 ? progress : 1) : 0;
      const latitude = words[at + 1] + words[at + 5] * progress;
      if (!(latitude >= south && latitude <= north)) continue;
      const away = words[at] + words[at + 4] * progress - west;
      if (away - 360 * Math.floor(away / 360) > width) continue;
      if (cells !== 0 && (style & EMPHASISED) === 0 && cellOf[slot] >= 0 && bundled[cellOf[slot]] !== 0) continue;
      slots[found++] = slot;
    }
    return found;
  }

  /** How fast the listed marks go, and turn. */
  #measure({ words, styles }: InstanceReader, clock: number): void {
    const { slots, count } = this;
    const narrow = Math.cos(((this.#south + this.#north) / 2) * RADIANS);
    let [fastest, turning] = [0, 0];
    for (let index = 0; index < count; index++) {
      const at = slots[index] * INSTANCE_WORDS;
      const rate = words[at + 7];
      if ((clock - words[at + 6]) * rate >= 1) continue;
      const across = words[at + 4] * narrow;
      const up = words[at + 5];
      const speed = (across * across + up * up) * rate * rate;
      // The turn still to go is the upper half of the word, with its sign.
      const turn = styles[at + 8] >> 16;
      const spin = (turn < 0 ? -turn : turn) * rate;
      if (speed > fastest) fastest = speed;
      if (spin > turning) turning = spin;
    }
    this.#fastest = Math.sqrt(fastest) * METRES_PER_DEGREE;
    this.#turning = (turning / HEADING_SCALE) * RADIANS;
  }
}

/** Degrees eastward, 0 to 360. */
const turned = (degrees: number): number => degrees - 360 * Math.floor(degrees / 360);
