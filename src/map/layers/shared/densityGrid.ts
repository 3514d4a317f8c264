import { INSTANCE_FLAGS, INSTANCE_WORDS } from '../../../streams/pipeline/fleetColumns.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import type { InstanceReader } from './instances.ts';
import { WORLD } from '../../worldSize.ts';

/** A cell with this many units is drawn as one bubble; it stays one until it has fewer than `KEPT`. */
export const BUNDLED_FROM = 18;
const KEPT = 15;
/** Cells of a grid at most in each direction; the layer's texture has this size. */
export const MOST_CELLS = 128;
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
const SUM = { count: 0, across: 1, down: 2, moving: 3 } as const;
const SUMS = 4;
/** Of an instance's last word: motion is its lowest byte, flags its third. */
const MOTION_BITS = 0xff;
const HIDDEN = INSTANCE_FLAGS.hidden << 16;

/** The units of one cell drawn as one. */
export interface Bubble {
  readonly longitude: number;
  readonly latitude: number;
  readonly count: number;
  /** Units of them that move. */
  readonly moving: number;
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
  /** Grows with every change of the fields above. */
  version = 0;
  /** By {@link SUM} of each cell. In one array, as what a loop reads and writes must fit the processor's registers. */
  readonly #sums = new Float64Array(MOST_CELLS * MOST_CELLS * SUMS);
  /** Row of the grid at each step of latitude. */
  readonly #rowsOfSteps = new Float64Array(mercatorTable.length);
  #before = { bundled: new Uint8Array(MOST_CELLS * MOST_CELLS), cells: 0, firstColumn: 0, firstRow: 0 };

  /** Bundles nothing. False when that was so already. */
  clear(): boolean {
    if (this.cells === 0) return false;
    this.cells = 0;
    this.version++;
    return true;
  }

  /** Counts the fleet as it is drawn at `clock`, seconds since its epoch. */
  rebuild(reader: InstanceReader, clock: number, view: GridView): void {
    this.#lay(view);
    this.#count(reader, clock);
    this.#bundle();
    this.version++;
  }

  /** True when a bubble stands for what is at this place. */
  isBundled(longitude: number, latitude: number): boolean {
    if (this.cells === 0) return false;
    const across = wrap((longitude / 360 + 0.5) * this.cells - this.firstColumn, this.cells);
    const down = mercatorY(latitude) * this.cells - this.firstRow;
    if (across >= this.columns || down < 0 || down >= this.rows) return false;
    return this.bundled[Math.floor(down) * MOST_CELLS + Math.floor(across)] !== 0;
  }

  /** The bubbles, from the north-west on; `zoom` says how large a cell is. A bubble never leaves its cell, so none lies on another. */
  bubbles(zoom: number): Bubble[] {
    const found: Bubble[] = [];
    if (this.cells === 0) return found;
    const width = (WORLD * 2 ** zoom) / this.cells;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const cell = row * MOST_CELLS + column;
        if (this.bundled[cell] === 0 || found.length === MOST_BUBBLES) continue;
        const sum = cell * SUMS;
        const count = this.#sums[sum + SUM.count] ?? 0;
        const radius = Math.min(11 + 3.6 * Math.log10(count), width / 2 - 2);
        const inset = radius / width;
        const inside = (sum: number | undefined) => Math.min(1 - inset, Math.max(inset, (sum ?? 0) / count));
        const x = wrap((this.firstColumn + column + inside(this.#sums[sum + SUM.across])) / this.cells, 1);
        const y = (this.firstRow + row + inside(this.#sums[sum + SUM.down])) / this.cells;
        found.push({
          longitude: x * 360 - 180,
          latitude: latitudeOf(y),
          count,
          moving: this.#sums[sum + SUM.moving] ?? 0,
          radius,
        });
      }
    }
    return found;
  }

  #lay({ west, south, east, north, zoom }: GridView): void {
    const { bundled } = this.#before;
    this.#before = { bundled: this.bundled, cells: this.cells, firstColumn: this.firstColumn, firstRow: this.firstRow };
    this.bundled = bundled;
    const cells = 2 ** Math.max(2, Math.round(zoom - 0.25) + 3);
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

  #count(reader: InstanceReader, clock: number): void {
    this.#sums.fill(0, 0, this.rows * MOST_CELLS * SUMS);
    for (let step = 0; step < mercatorTable.length; step++)
      this.#rowsOfSteps[step] = (mercatorTable[step] ?? 0) * this.cells - this.firstRow;
    if (this.cellOf.length < reader.count) this.cellOf = new Int32Array(reader.count * 2);
    this.cellOf.fill(-1, 0, reader.count);
    countUnits(reader.words, reader.styles, reader.count, clock, this, this.#rowsOfSteps, this.#sums);
  }

  #bundle(): void {
    const before = this.#before;
    const remembered = before.cells === this.cells;
    for (let row = 0; row < this.rows; row++) {
      for (let column = 0; column < this.columns; column++) {
        const cell = row * MOST_CELLS + column;
        const count = this.#sums[cell * SUMS + SUM.count] ?? 0;
        const was = remembered && count >= KEPT && count < BUNDLED_FROM && this.#wasBundled(row, column);
        this.bundled[cell] = count >= BUNDLED_FROM || was ? 255 : 0;
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
 * The one loop over all units; it stands alone so that the compiler keeps what it can in registers.
 * Columns wrap by their bits, as half of all units would be a branch that no processor foresees.
 */
function countUnits(
  words: Float32Array,
  styles: Uint32Array,
  count: number,
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
    sums[sum + SUM.moving] += (style & MOTION_BITS) === MOTION.moving ? 1 : 0;
  }
}

function wrap(value: number, length: number): number {
  return ((value % length) + length) % length;
}
