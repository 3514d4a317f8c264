import { DirtyRows } from '../shared/dirtyRows.ts';

/** Size of one count's box, CSS px. */
export const COUNT_WIDTH = 44;
export const COUNT_HEIGHT = 16;
const SIZE = [2_048, 1_024] as const;
const FONT = (pixels: number) => `600 ${pixels}px 'Inter Variable', 'Vazirmatn Variable', 'Inter', 'Vazirmatn', system-ui, sans-serif`;

/** A count as a bubble says it: whole up to 9,999, rounded beyond, in the digits of the language. */
export function countFormat(language: string): (count: number) => string {
  const whole = new Intl.NumberFormat(language, { useGrouping: false });
  const rounded = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 });
  return (count) => (count < 10_000 ? whole : rounded).format(count);
}

/**
 * Counts as the browser draws them, in any digits, white on nothing: the shader gives the colour,
 * so that a change of skin draws nothing anew. Boxes of one size, filled in order.
 */
export class CountAtlas {
  readonly canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #ratio: number;
  readonly #format: (count: number) => string;
  readonly #places = new Map<string, number>();
  readonly #columns: number;
  readonly #rows: number;
  readonly #dirty: DirtyRows;

  constructor(ratio: number, language: string) {
    this.#ratio = ratio;
    this.#format = countFormat(language);
    this.canvas = document.createElement('canvas');
    [this.canvas.width, this.canvas.height] = SIZE;
    this.#columns = Math.floor(SIZE[0] / this.boxWidth);
    this.#rows = Math.floor(SIZE[1] / this.boxHeight);
    this.#dirty = new DirtyRows(this.#rows, this.boxHeight);
    const context = this.canvas.getContext('2d');
    if (!context) throw new Error('A 2D canvas context is not available.');
    this.#context = context;
  }

  /** Device pixels of a box. */
  get boxWidth(): number {
    return Math.ceil(COUNT_WIDTH * this.#ratio);
  }

  get boxHeight(): number {
    return Math.ceil(COUNT_HEIGHT * this.#ratio);
  }

  /** Left and upper edge of the count's box, device px, drawing it when it is new. Ask for room first. */
  place(count: number): readonly [x: number, y: number] {
    const text = this.#format(count);
    let index = this.#places.get(text);
    if (index === undefined) {
      index = this.#places.size;
      this.#places.set(text, index);
      this.#draw(text, index);
    }
    return this.#box(index);
  }

  /** Sees that this many new counts find a box; forgets all when they might not. Those placed before must be placed again. */
  makeRoom(counts: number): void {
    if (this.#places.size + counts <= this.#columns * this.#rows) return;
    this.#places.clear();
    this.#context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    this.#dirty.all();
  }

  /** Rows that changed since the last call, device px; null when none did. */
  takeDirty(): { y: number; height: number } | null {
    return this.#dirty.take();
  }

  /** The texture is new: the picture must be sent. */
  touch(): void {
    this.#dirty.all();
  }

  #box(index: number): readonly [x: number, y: number] {
    return [(index % this.#columns) * this.boxWidth, Math.floor(index / this.#columns) * this.boxHeight];
  }

  #draw(text: string, index: number): void {
    const context = this.#context;
    const [x, y] = this.#box(index);
    context.save();
    context.translate(x, y);
    context.scale(this.#ratio, this.#ratio);
    context.fillStyle = '#fff';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.font = FONT(12);
    const wide = context.measureText(text).width;
    const most = COUNT_WIDTH - 6;
    if (wide > most) context.font = FONT(Math.max(8, (12 * most) / wide));
    context.fillText(text, COUNT_WIDTH / 2, COUNT_HEIGHT / 2 + 0.5, COUNT_WIDTH);
    context.restore();
    this.#dirty.add(Math.floor(index / this.#columns));
  }
}
