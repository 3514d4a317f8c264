import {
  HAND_SET_MARK,
  IDLE_SHIFT,
  IDLE_STEP,
  INSTANCE_FLAGS,
  INSTANCE_WORDS,
  MOST_IDLE_STEPS,
  MOTION_MASK,
} from '../../../streams/pipeline/fleetColumns.ts';
import { IDLING, SECOND } from '../../../domain/base/index.ts';
import { MOTION, STALE_AFTER, STALE_AFTER_PARKED } from '../../../domain/telemetry/index.ts';
import type { InstanceReader } from './instances.ts';
import { WORLD } from '../../worldSize.ts';

/** How units are put together. */
export interface Grain {
  /** Halvings of a cell of 54 to 107 px. */
  readonly finer: 0 | 1;
  /** Cells whose units are on average nearer than this are one bubble, CSS px; 0: each cell is by itself. */
  readonly reach: number;
  /** A bubble has at least so many units; it stays one until it has fewer than `kept`. */
  readonly from: number;
  readonly kept: number;
}

/** For fleets whose marks would cover the map: only where it is crowded, cell by cell. */
export const CROWDS: Grain = { finer: 0, reach: 0, from: 18, kept: 15 };
/** For fleets that can be looked at one by one: what would lie on each other, wherever the cells' borders are. */
export const NEIGHBOURS: Grain = { finer: 1, reach: 40, from: 2, kept: 2 };
/** Cells of a grid at most in each direction; the layer's texture has this size. */
export const MOST_CELLS = 128;
/** Of a bubble that is not bound to its cell, CSS px. */
const MOST_RADIUS = 19;
/** Bubbles at most. A 4K screen has some 2,500 cells. */
export const MOST_BUBBLES = 4_096;

/** Steps of the table a degree: between them a straight line is off by less than a hundredth of a cell up to 70°. */
const STEPS = 10;
const SOUTHERNMOST = -85;
const LAST_STEP = 170 * STEPS;
/** Small enough to stay in the processor's nearest cache. */
const mercatorTable = Float64Array.from({ length: LAST_STEP + 2 }, (_, step) => mercatorY(SOUTHERNMOST + step / STEPS));

/** Mercator y, 0 in the north to 1. */
function mercatorY(latitude: number): number {
  return 0.5 - Math.log(Math.tan(Math.PI / 4 + (latitude * Math.PI) / 360)) / (2 * Math.PI);
}

function latitudeOf(y: number): number {
  return (Math.atan(Math.sinh(Math.PI * (1 - 2 * y))) * 180) / Math.PI;
}

/** What is summed of each cell's units; places are parts of a cell. */
const SUM = { count: 0, across: 1, down: 2, moving: 3, silent: 4, noFix: 5, idlingLong: 6 } as const;
const SUMS = 7;
/** Bubbles count what passes the filter. */
const HIDDEN = (INSTANCE_FLAGS.hidden | INSTANCE_FLAGS.dimmed) << 16;
const SILENT_AFTER = STALE_AFTER / SECOND;
const SILENT_AFTER_PARKED = STALE_AFTER_PARKED / SECOND;
const IDLING_TOO_LONG = IDLING.tooLong / SECOND;

/** The units of one cell drawn as one. */
export interface Bubble {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  /** Units of them that move, have not reported for too long, have no valid fix, and idle for too long. */
  readonly moving: number;
  readonly silent: number;
  readonly noFix: number;
  readonly idlingLong: number;
  /** Number of its cell in the world, or of the one that the others joined. */
  readonly cell: number;
  /** CSS pixels. */
  readonly radius: number;
}

/** What of the ground is on the screen, degrees; east may exceed 180. */
export interface GridView {
  readonly west: number;
  readonly south: number;
  readonly east: number;
  readonly north: number;
  readonly zoom: number;
}

/**
 * Counts units as drawn in square cells of the world, 54 to 107 px wide, in typed arrays: one pass
 * over the instance buffer, nothing allocated. Cells are fixed to the ground, so that panning does
 * not regroup them. The marks' shader reads the same cells to leave out what a bubble stands for.
 */
export class DensityGrid {
  /** Cells around the world; 0 = nothing is bundled. */
  cells = 0;
  /** Cell of the world in the north-western corner. */
  firstColumn = 0;
  firstRow = 0;
  columns = 0;
  rows = 0;
  /** 255 where a bubble stands for the units of the cell; rows of {@link MOST_CELLS}. */
  bundled = new Uint8Array(MOST_CELLS * MOST_CELLS);
  /** Cell of each unit, an index of `bundled`; -1 when it is hidden or outside. */
  cellOf = new Int32Array(0);
  /** The bubbles that are drawn: names keep clear of them. */
  drawn: readonly Bubble[] = [];
  /** Grows with every change of the fields above. */
  version = 0;
  /** By {@link SUM} of each cell. In one array, as what a loop reads and writes must fit the processor's registers. */
  readonly #sums = new Float64Array(MOST_CELLS * MOST_CELLS * SUMS);
  /** Row of the grid at each step of latitude. */
  readonly #rowsOfSteps = new Float64Array(mercatorTable.length);
  /** The cell that each cell belongs to: itself, or the one that it joined. */
  readonly #roots = new Int32Array(MOST_CELLS * MOST_CELLS);
  #grain = CROWDS;
  #before = { bundled: new Uint8Array(MOST_CELLS * MOST_CELLS), cells: 0, firstColumn: 0, firstRow: 0 };

  /** Bundles nothing. False when that was so already. */
  clear(): boolean {
    if (this.cells === 0) return false;
    this.cells = 0;
    this.version++;
    return true;
  }

  /** Counts the fleet as it is drawn at `clock`, seconds since its epoch. */
  rebuild(reader: InstanceReader, clock: number, view: GridView, grain = CROWDS): void {
    this.#grain = grain;
    this.#lay(view);
    this.#count(reader, clock);
    if (grain.reach > 0) this.#join((grain.reach * this.cells) / (WORLD * 2 ** view.zoom));
    this.#bundle();
    this.version++;
  }

  /** The slots of the units that a bubble stands for. */
  members({ cell }: Bubble, fleetCount: number): number[] {
    const found: number[] = [];
    for (let slot = 0; slot < Math.min(fleetCount, this.cellOf.length); slot++) {
      const own = this.cellOf[slot] ?? -1;
      if (own >= 0 && this.#numberOf(this.#rootOf(own)) === cell) found.push(slot);
    }
    return found;
  }

  /** True when a bubble stands for what is at this place. */
  isBundled(longitude: number, latitude: number): boolean {
    if (this.cells === 0) return false;
    const across = wrap((longitude / 360 + 0.5) * this.cells - this.firstColumn, this.cells);
    const down = mercatorY(latitude) * this.cells - this.firstRow;
    if (across >= this.columns || down < 0 || down >= this.rows) return false;
    return this.bundled[Math.floor(down) * MOST_CELLS + Math.floor(across)] !== 0;
  }

  /**
   * The bubbles, from the north-west on; `zoom` says how large a cell is. A bubble never leaves its cell, so none lies
   * on another.
   */
  bubbles(zoom: number): Bubble[] {
    const found: Bubble[] = [];
    if (this.cells === 0) return found;
    const width = (WORLD * 2 ** zoom) / this.cells;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const cell = row * MOST_CELLS + column;
        if (this.bundled[cell] === 0 || this.#rootOf(cell) !== cell || found.length === MOST_BUBBLES) continue;
        const sum = cell * SUMS;
        const count = this.#sums[sum + SUM.count] ?? 0;
        const joins = this.#grain.reach > 0;
        const radius = Math.min(11 + 3.6 * Math.log10(count), joins ? MOST_RADIUS : width / 2 - 2);
        // A bubble drawn alone keeps within its cell, so that none lies on another.
        const inset = joins ? Number.NEGATIVE_INFINITY : radius / width;
        const inside = (sum: number | undefined) => Math.min(1 - inset, Math.max(inset, (sum ?? 0) / count));
        const x = wrap((this.firstColumn + column + inside(this.#sums[sum + SUM.across])) / this.cells, 1);
        const y = (this.firstRow + row + inside(this.#sums[sum + SUM.down])) / this.cells;
        found.push({
          longitude: x * 360 - 180,
          latitude: latitudeOf(y),
          count,
          moving: this.#sums[sum + SUM.moving] ?? 0,
          silent: this.#sums[sum + SUM.silent] ?? 0,
          noFix: this.#sums[sum + SUM.noFix] ?? 0,
          idlingLong: this.#sums[sum + SUM.idlingLong] ?? 0,
          radius,
          cell: this.#numberOf(cell),
        });
      }
    }
    return found;
  }

  #lay({ west, south, east, north, zoom }: GridView): void {
    const { bundled } = this.#before;
    this.#before = { bundled: this.bundled, cells: this.cells, firstColumn: this.firstColumn, firstRow: this.firstRow };
    this.bundled = bundled;
    const cells = 2 ** Math.max(2, Math.round(zoom - 0.25) + 3 + this.#finer(west, east, zoom));
    const clamped = (latitude: number) => Math.min(-SOUTHERNMOST, Math.max(SOUTHERNMOST, latitude));
    const firstColumn = Math.floor((west / 360 + 0.5) * cells) - 1;
    this.cells = cells;
    this.columns = Math.min(cells, MOST_CELLS, Math.ceil((east / 360 + 0.5) * cells) + 1 - firstColumn);
    this.firstColumn = wrap(firstColumn, cells);
    this.firstRow = Math.max(0, Math.floor(mercatorY(clamped(north)) * cells) - 1);
    this.rows = Math.min(
      cells - this.firstRow,
      MOST_CELLS,
      Math.ceil(mercatorY(clamped(south)) * cells) + 1 - this.firstRow,
    );
  }

  /** A screen so wide that the grid would not cover it is laid out in the larger cells. */
  #finer(west: number, east: number, zoom: number): number {
    const finest = 2 ** (Math.round(zoom - 0.25) + 4);
    return ((east - west) / 360) * finest + 2 > MOST_CELLS ? 0 : this.#grain.finer;
  }

  #count(reader: InstanceReader, clock: number): void {
    this.#sums.fill(0, 0, this.rows * MOST_CELLS * SUMS);
    for (let step = 0; step < mercatorTable.length; step++)
      this.#rowsOfSteps[step] = (mercatorTable[step] ?? 0) * this.cells - this.firstRow;
    if (this.cellOf.length < reader.count) this.cellOf = new Int32Array(reader.count * 2);
    this.cellOf.fill(-1, 0, reader.count);
    countUnits(reader, clock, this, this.#rowsOfSteps, this.#sums);
  }

  /**
   * Each cell joins the fullest one whose units' middle is within `reach` cells of its own, and what that one
   * joined. Equals go by their place, so that the same units are together wherever the grid begins.
   */
  #join(reach: number): void {
    const span = Math.ceil(reach) + 1;
    for (let row = 0; row < this.rows; row++)
      for (let column = 0; column < this.columns; column++)
        this.#roots[row * MOST_CELLS + column] = this.#fullestNear(row, column, reach, span);
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const cell = row * MOST_CELLS + column;
        const root = this.#follow(cell);
        if (root !== cell) this.#add(cell, root);
      }
    }
  }

  #fullestNear(row: number, column: number, reach: number, span: number): number {
    const own = row * MOST_CELLS + column;
    const count = this.#sums[own * SUMS + SUM.count] ?? 0;
    if (count === 0) return own;
    const [x, y] = [this.#middle(own, SUM.across), this.#middle(own, SUM.down)];
    let [fullest, most] = [own, count];
    for (let down = Math.max(-span, -row); down <= Math.min(span, this.rows - 1 - row); down++) {
      for (let over = Math.max(-span, -column); over <= Math.min(span, this.columns - 1 - column); over++) {
        const cell = own + down * MOST_CELLS + over;
        const units = this.#sums[cell * SUMS + SUM.count] ?? 0;
        if (units < most || units === 0 || (units === most && cell >= fullest)) continue;
        const [aside, below] = [over + this.#middle(cell, SUM.across) - x, down + this.#middle(cell, SUM.down) - y];
        if (Math.hypot(aside, below) < reach) [fullest, most] = [cell, units];
      }
    }
    return fullest;
  }

  /** Where in the cell its units are on average. */
  #middle(cell: number, sum: number): number {
    return (this.#sums[cell * SUMS + sum] ?? 0) / (this.#sums[cell * SUMS + SUM.count] ?? 1);
  }

  #follow(cell: number): number {
    let root = cell;
    while (this.#roots[root] !== root) root = this.#roots[root] ?? root;
    return root;
  }

  #rootOf(cell: number): number {
    return this.#grain.reach > 0 ? this.#follow(cell) : cell;
  }

  /** Which cell of the world this is: the same wherever the grid begins. */
  #numberOf(cell: number): number {
    const column = (this.firstColumn + (cell % MOST_CELLS)) % this.cells;
    return (this.firstRow + Math.floor(cell / MOST_CELLS)) * this.cells + column;
  }

  /** Adds a cell's units to those of the one that it joined. */
  #add(cell: number, root: number): void {
    const sums = this.#sums;
    const [from, to] = [cell * SUMS, root * SUMS];
    const count = sums[from + SUM.count] ?? 0;
    for (let sum = 0; sum < SUMS; sum++) sums[to + sum] = (sums[to + sum] ?? 0) + (sums[from + sum] ?? 0);
    sums[to + SUM.across] = (sums[to + SUM.across] ?? 0) + count * ((cell % MOST_CELLS) - (root % MOST_CELLS));
    sums[to + SUM.down] =
      (sums[to + SUM.down] ?? 0) + count * (Math.floor(cell / MOST_CELLS) - Math.floor(root / MOST_CELLS));
  }

  #bundle(): void {
    const before = this.#before;
    const { from, kept } = this.#grain;
    const remembered = before.cells === this.cells;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const cell = row * MOST_CELLS + column;
        const count = this.#sums[this.#rootOf(cell) * SUMS + SUM.count] ?? 0;
        const was = remembered && count >= kept && count < from && this.#wasBundled(row, column);
        this.bundled[cell] = count >= from || was ? 255 : 0;
      }
    }
  }

  #wasBundled(row: number, column: number): boolean {
    const before = this.#before;
    const down = row + this.firstRow - before.firstRow;
    const across = wrap(column + this.firstColumn - before.firstColumn, this.cells);
    return down >= 0 && down < MOST_CELLS && across < MOST_CELLS && before.bundled[down * MOST_CELLS + across] !== 0;
  }
}

/**
 * The one loop over all units; it is on its own so that the compiler keeps what it can in registers.
 * Columns wrap by their bits, as half of all units would be a branch that no processor foresees.
 */
function countUnits(
  { words, styles, seconds, count }: InstanceReader,
  clock: number,
  { cells, firstColumn, columns, rows, cellOf }: DensityGrid,
  rowsOfSteps: Float64Array,
  sums: Float64Array,
): void {
  const scale = cells / 360;
  // A turn more than needed keeps whole numbers above 0, where cutting off is rounding down.
  const shift = cells * 1.5 - firstColumn;
  const lastColumn = cells - 1;
  for (let slot = 0, at = 0; slot < count; slot++, at += INSTANCE_WORDS) {
    const style = styles[at + 9];
    if ((style & HIDDEN) !== 0) continue;
    let progress = (clock - words[at + 6]) * words[at + 7];
    progress = progress > 0 ? (progress < 1 ? progress : 1) : 0;
    const step = (words[at + 1] + words[at + 5] * progress - SOUTHERNMOST) * STEPS;
    if (!(step >= 0 && step <= LAST_STEP)) continue;
    const whole = step | 0;
    const before = rowsOfSteps[whole];
    const down = before + (rowsOfSteps[whole + 1] - before) * (step - whole);
    if (down < 0 || down >= rows) continue;
    const across = (words[at] + words[at + 4] * progress) * scale + shift;
    const turned = across | 0;
    const column = turned & lastColumn;
    if (column >= columns) continue;
    const row = down | 0;
    const cell = row * MOST_CELLS + column;
    cellOf[slot] = cell;
    const sum = cell * SUMS;
    sums[sum + SUM.count] += 1;
    sums[sum + SUM.across] += across - turned;
    sums[sum + SUM.down] += down - row;
    const motion = style & MOTION_MASK;
    sums[sum + SUM.moving] += motion === MOTION.moving ? 1 : 0;
    if (motion === MOTION.noFix) sums[sum + SUM.noFix] += 1;
    else if (
      motion !== HAND_SET_MARK &&
      clock - seconds[slot] > (motion >= MOTION.idling ? SILENT_AFTER : SILENT_AFTER_PARKED)
    )
      sums[sum + SUM.silent] += 1;
    else if (motion === MOTION.idling && clock - seconds[slot] + idleSeconds(style) >= IDLING_TOO_LONG)
      sums[sum + SUM.idlingLong] += 1;
  }
}

/** How long a unit had idled at its fix, of the last word of its record. */
const idleSeconds = (style: number): number => ((style >>> IDLE_SHIFT) & MOST_IDLE_STEPS) * IDLE_STEP;

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length;
}
