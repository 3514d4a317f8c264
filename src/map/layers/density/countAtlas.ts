import { TextAtlas } from '../shared/textAtlas.ts';

/** Size of one count's box, CSS px. */
const COUNT_WIDTH = 44;
const COUNT_HEIGHT = 16;
/** Of the atlas, device px. */
const SIZE = [2_048, 1_024] as const;
const FONT = (pixels: number) =>
  `600 ${pixels}px 'Inter Variable', 'Vazirmatn Variable', 'Inter', 'Vazirmatn', system-ui, sans-serif`;

/** A count as a bubble says it: whole up to 9,999, rounded beyond, in the digits of the language. */
export function countFormat(language: string): (count: number) => string {
  const whole = new Intl.NumberFormat(language, { useGrouping: false });
  const rounded = new Intl.NumberFormat(language, { notation: 'compact', maximumSignificantDigits: 3 });
  return (count) => (count < 10_000 ? whole : rounded).format(count);
}

/**
 * Counts as the browser draws them, in any digits, white on nothing: the shader gives the colour,
 * so that a change of skin redraws nothing. Boxes of one size, filled in order.
 */
export class CountAtlas extends TextAtlas {
  readonly boxWidth: number;
  readonly boxHeight: number;
  readonly #ratio: number;
  readonly #format: (count: number) => string;
  readonly #places = new Map<string, number>();
  readonly #columns: number;
  readonly #rows: number;

  /** `changed`: see {@link TextAtlas}. */
  constructor(ratio: number, language: string, changed: () => void) {
    const [boxWidth, boxHeight] = [Math.ceil(COUNT_WIDTH * ratio), Math.ceil(COUNT_HEIGHT * ratio)];
    const rows = Math.floor(SIZE[1] / boxHeight);
    super({ width: SIZE[0], rowHeight: boxHeight, rows, changed });
    this.boxWidth = boxWidth;
    this.boxHeight = boxHeight;
    this.#ratio = ratio;
    this.#format = countFormat(language);
    this.#columns = Math.floor(SIZE[0] / boxWidth);
    this.#rows = rows;
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

  /**
   * Sees that this many new counts find a box; forgets all when they might not. Those placed before must be placed
   * again.
   */
  makeRoom(counts: number): void {
    if (this.#places.size + counts <= this.#columns * this.#rows) return;
    this.#places.clear();
    this.erase();
  }

  #box(index: number): readonly [x: number, y: number] {
    return [(index % this.#columns) * this.boxWidth, Math.floor(index / this.#columns) * this.boxHeight];
  }

  #draw(text: string, index: number): void {
    const { context } = this;
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
    this.rowDrawn(Math.floor(index / this.#columns));
  }
}
