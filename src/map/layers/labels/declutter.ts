/** Left, top, right and bottom of a box, pixels. */
export type Box = readonly [left: number, top: number, right: number, bottom: number];

/** Where a label is beside its mark. The first that is free is taken. */
export const ANCHORS = { below: 0, above: 1, end: 2, start: 3 } as const;
export type Anchor = (typeof ANCHORS)[keyof typeof ANCHORS];

const CELL = 4;

/** A bitmap of the screen in cells of 4 px: enough to keep names apart and off the marks. */
export class OccupancyGrid {
  #columns = 0;
  #rows = 0;
  #cells = new Uint8Array(0);

  reset(width: number, height: number): void {
    this.#columns = Math.ceil(width / CELL);
    this.#rows = Math.ceil(height / CELL);
    const size = this.#columns * this.#rows;
    if (this.#cells.length < size) this.#cells = new Uint8Array(size);
    else this.#cells.fill(0, 0, size);
  }

  /** False when some cell of the box is taken, or the box leaves the screen. */
  isFree(left: number, top: number, right: number, bottom: number): boolean {
    const fromColumn = Math.floor(left / CELL);
    const toColumn = Math.floor(right / CELL);
    const fromRow = Math.floor(top / CELL);
    const toRow = Math.floor(bottom / CELL);
    if (fromColumn < 0 || fromRow < 0 || toColumn >= this.#columns || toRow >= this.#rows) return false;
    for (let row = fromRow; row <= toRow; row++) {
      const at = row * this.#columns;
      for (let column = fromColumn; column <= toColumn; column++) if (this.#cells[at + column] === 1) return false;
    }
    return true;
  }

  take(left: number, top: number, right: number, bottom: number): void {
    const fromColumn = Math.max(0, Math.floor(left / CELL));
    const toColumn = Math.min(this.#columns - 1, Math.floor(right / CELL));
    const fromRow = Math.max(0, Math.floor(top / CELL));
    const toRow = Math.min(this.#rows - 1, Math.floor(bottom / CELL));
    for (let row = fromRow; row <= toRow; row++) {
      const at = row * this.#columns;
      this.#cells.fill(1, at + fromColumn, at + toColumn + 1);
    }
  }
}

/** Units that might get a label, as columns: filled by the caller, sorted by weight. */
export interface LabelCandidates {
  count: number;
  readonly slots: Uint32Array;
  readonly xs: Float32Array;
  readonly ys: Float32Array;
  /** Width of the name, CSS px. */
  readonly widths: Float32Array;
  /** The greater goes first: selected, hovered, already shown, moving. */
  readonly weights: Float32Array;
  /** Anchor of a label that is shown now, or -1. */
  readonly anchors: Int8Array;
}

export function createCandidates(capacity: number): LabelCandidates {
  return {
    count: 0,
    slots: new Uint32Array(capacity),
    xs: new Float32Array(capacity),
    ys: new Float32Array(capacity),
    widths: new Float32Array(capacity),
    weights: new Float32Array(capacity),
    anchors: new Int8Array(capacity),
  };
}

/** A label that may be drawn. */
export interface PlacedLabel {
  readonly slot: number;
  readonly anchor: Anchor;
}

/** Weight from which a label is drawn even where it covers others (the selected unit's). */
export const FORCED_WEIGHT = 1_000;

/**
 * Greedy: the weightiest first, each at the first anchor that is free. Labels shown before come
 * before others of their kind and keep their side, so nothing flickers while units drive. `taken`:
 * boxes where no name may lie, pixels.
 */
export function declutter(
  candidates: LabelCandidates,
  grid: OccupancyGrid,
  screen: { width: number; height: number; radius: number; lineHeight: number },
  most: number,
  taken: Iterable<Box> = [],
): PlacedLabel[] {
  grid.reset(screen.width, screen.height);
  for (const box of taken) grid.take(...box);
  const { count, xs, ys, weights } = candidates;
  const order = Array.from({ length: count }, (_, index) => index).toSorted(
    (a, b) => (weights[b] ?? 0) - (weights[a] ?? 0) || (candidates.slots[a] ?? 0) - (candidates.slots[b] ?? 0),
  );
  const half = screen.radius * 0.7;
  for (let i = 0; i < count; i++) {
    const [x = 0, y = 0] = [xs[i], ys[i]];
    grid.take(x - half, y - half, x + half, y + half);
  }
  const placed: PlacedLabel[] = [];
  for (const index of order) {
    if (placed.length >= most) break;
    const anchor = freeAnchor(candidates, index, grid, screen);
    if (anchor === null) continue;
    placed.push({ slot: candidates.slots[index] ?? 0, anchor });
  }
  return placed;
}

const box: [...Box] = [0, 0, 0, 0];

function freeAnchor(
  candidates: LabelCandidates,
  index: number,
  grid: OccupancyGrid,
  screen: { radius: number; lineHeight: number },
): Anchor | null {
  const [x = 0, y = 0, width = 0] = [candidates.xs[index], candidates.ys[index], candidates.widths[index]];
  const shown = candidates.anchors[index] ?? -1;
  const tries = shown >= 0 ? [shown, 0, 1, 2, 3] : [0, 1, 2, 3];
  for (const anchor of tries as Anchor[]) {
    labelBox(anchor, x, y, width, screen.radius, screen.lineHeight, box);
    if (!grid.isFree(...box)) continue;
    grid.take(...box);
    return anchor;
  }
  if ((candidates.weights[index] ?? 0) < FORCED_WEIGHT) return null;
  labelBox(ANCHORS.below, x, y, width, screen.radius, screen.lineHeight, box);
  grid.take(...box);
  return ANCHORS.below;
}

/** Space between a mark's edge and its name: enough for the ring of a selected one. */
const GAP = 5;

/** Offset of a label's centre from its mark, CSS px, y down. */
export function anchorOffset(
  anchor: Anchor,
  width: number,
  radius: number,
  lineHeight: number,
): [x: number, y: number] {
  const vertical = radius + GAP + lineHeight / 2;
  const horizontal = radius + GAP + width / 2;
  if (anchor === ANCHORS.below) return [0, vertical];
  if (anchor === ANCHORS.above) return [0, -vertical];
  return [anchor === ANCHORS.end ? horizontal : -horizontal, 0];
}

function labelBox(
  anchor: Anchor,
  x: number,
  y: number,
  width: number,
  radius: number,
  lineHeight: number,
  out: [...Box],
): void {
  const [dx, dy] = anchorOffset(anchor, width, radius, lineHeight);
  out[0] = x + dx - width / 2;
  out[1] = y + dy - lineHeight / 2;
  out[2] = x + dx + width / 2;
  out[3] = y + dy + lineHeight / 2;
}
