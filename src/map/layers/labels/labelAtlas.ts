import { css } from '../../color.ts';
import type { MapPalette } from '../../palette.ts';
import { TextAtlas } from '../shared/textAtlas.ts';

/** Height of one label, CSS px. */
export const LABEL_HEIGHT = 18;
const ATLAS_WIDTH = 2_048;
const ATLAS_ROWS = 56;
const PADDING = 4;
const LABEL_FONT = "500 12px 'Inter Variable', 'Vazirmatn Variable', 'Inter', 'Vazirmatn', system-ui, sans-serif";
/** Hebrew, Arabic and their presentation forms. */
const RIGHT_TO_LEFT = /[\u0591-\u08ff\ufb1d-\ufdfd\ufe70-\ufefc]/u;

/** Asks for the fonts of names in each script; true when one of them was not there yet. */
export async function loadLabelFonts(): Promise<boolean> {
  const scripts = ['Az', 'Яж', 'کی'];
  if (scripts.every((letters) => document.fonts.check(LABEL_FONT, letters))) return false;
  const loaded = await Promise.all(scripts.map((letters) => document.fonts.load(LABEL_FONT, letters)));
  return loaded.some((faces) => faces.length > 0);
}

/** Where a drawn name lies in the atlas, device px; `width` is its width in CSS px. */
export interface AtlasEntry {
  readonly x: number;
  readonly y: number;
  readonly pixels: number;
  readonly width: number;
}

/**
 * Whole names, drawn by the browser on a canvas: it shapes Persian and mixes directions rightly,
 * which glyph-by-glyph text on the GPU does not. Names fill rows from left to right; when the
 * last row is full the atlas starts over with what is shown.
 */
export class LabelAtlas extends TextAtlas {
  readonly rowHeight: number;
  readonly #ratio: number;
  readonly #entries = new Map<string, AtlasEntry>();
  #palette: MapPalette;
  #x = 0;
  #row = 0;

  /** `changed`: see {@link TextAtlas}. */
  constructor(ratio: number, palette: MapPalette, changed: () => void) {
    const rowHeight = Math.ceil(LABEL_HEIGHT * ratio);
    super({ width: ATLAS_WIDTH, rowHeight, rows: ATLAS_ROWS, changed });
    this.rowHeight = rowHeight;
    this.#ratio = ratio;
    this.#palette = palette;
  }

  /** Forgets all names: after a change of colours or when it is full. */
  clear(palette: MapPalette = this.#palette): void {
    this.#palette = palette;
    this.#entries.clear();
    this.#x = 0;
    this.#row = 0;
    this.erase();
  }

  /** Width of a name if it was drawn before, else an estimate; CSS px. */
  widthOf(name: string): number {
    return this.#entries.get(name)?.width ?? Math.min(name.length, 28) * 6.8 + 2 * PADDING;
  }

  /** The name's place, drawing it when it is new; null when the atlas is full. */
  entry(name: string): AtlasEntry | null {
    const known = this.#entries.get(name);
    if (known) return known;
    const { context } = this;
    context.font = LABEL_FONT;
    const text = shorten(name);
    const width = Math.ceil(context.measureText(text).width) + 2 * PADDING;
    const pixels = Math.ceil(width * this.#ratio);
    if (this.#x + pixels > this.canvas.width) {
      this.#x = 0;
      this.#row++;
    }
    if (this.#row >= ATLAS_ROWS) return null;
    const made: AtlasEntry = { x: this.#x, y: this.#row * this.rowHeight, pixels, width };
    this.#draw(text, made);
    this.#x += pixels + 1;
    this.#entries.set(name, made);
    return made;
  }

  #draw(text: string, entry: AtlasEntry): void {
    const { context } = this;
    context.save();
    context.translate(entry.x, entry.y);
    context.scale(this.#ratio, this.#ratio);
    context.font = LABEL_FONT;
    context.direction = RIGHT_TO_LEFT.test(text) ? 'rtl' : 'ltr';
    context.textAlign = 'center';
    context.textBaseline = 'middle';
    context.lineJoin = 'round';
    context.lineWidth = 3.5;
    context.strokeStyle = css(this.#palette.halo, 0.92);
    context.fillStyle = css(this.#palette.unitText);
    context.strokeText(text, entry.width / 2, LABEL_HEIGHT / 2 + 0.5);
    context.fillText(text, entry.width / 2, LABEL_HEIGHT / 2 + 0.5);
    context.restore();
    this.rowDrawn(Math.round(entry.y / this.rowHeight));
  }
}

/** Long names keep their beginning; the full one is in the panel. */
function shorten(name: string): string {
  const letters = [...name];
  return letters.length <= 28 ? name : `${letters.slice(0, 27).join('').trimEnd()}…`;
}
