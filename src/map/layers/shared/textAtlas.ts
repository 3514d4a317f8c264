/** Pixels of an atlas's rows, as a texture takes them. */
export interface AtlasRows {
  /** Device pixels. */
  readonly y: number;
  readonly height: number;
}

export interface TextAtlasOptions {
  /** Device pixels. */
  readonly width: number;
  /** Device pixels of a row of boxes. */
  readonly rowHeight: number;
  readonly rows: number;
  /** Called after every change: a picture with other texts is needed. */
  readonly changed: () => void;
}

/**
 * Texts that the browser draws on a canvas, in rows of boxes. It knows at which version each row changed last, and
 * nothing of textures: any number of them can follow it, and one that was lost starts again from version 0.
 */
export class TextAtlas {
  readonly canvas: HTMLCanvasElement;
  protected readonly context: CanvasRenderingContext2D;
  /** Grows with every change. */
  version = 0;
  readonly #rowHeight: number;
  /** Version of each row's last change; 0 where nothing was ever drawn, as in a new texture. */
  readonly #rowVersions: Float64Array;
  readonly #changed: () => void;

  constructor({ width, rowHeight, rows, changed }: TextAtlasOptions) {
    this.#rowHeight = rowHeight;
    this.#rowVersions = new Float64Array(rows);
    this.#changed = changed;
    this.canvas = document.createElement('canvas');
    this.canvas.width = width;
    this.canvas.height = rowHeight * rows;
    // Every row that is drawn is read once, for the texture: a canvas on the graphics card would wait for it.
    const context = this.canvas.getContext('2d', { willReadFrequently: true });
    if (!context) throw new Error('A 2D canvas context is not available.');
    this.context = context;
  }

  /** Rows that changed after `version`, from the first to the last of them; null when none did. */
  changedSince(version: number): AtlasRows | null {
    if (version >= this.version) return null;
    const from = this.#rowVersions.findIndex((changed) => changed > version);
    const to = this.#rowVersions.findLastIndex((changed) => changed > version) + 1;
    return from < 0 ? null : { y: from * this.#rowHeight, height: (to - from) * this.#rowHeight };
  }

  /** Red, green, blue and opacity of the rows' pixels. */
  pixels({ y, height }: AtlasRows): Uint8ClampedArray {
    return this.context.getImageData(0, y, this.canvas.width, height).data;
  }

  /** To be called after a box of the row was drawn. */
  protected rowDrawn(row: number): void {
    this.#rowVersions[row] = ++this.version;
    this.#changed();
  }

  /** Leaves nothing in any row. */
  protected erase(): void {
    this.context.clearRect(0, 0, this.canvas.width, this.canvas.height);
    const version = ++this.version;
    this.#rowVersions.forEach((drawn, row) => {
      if (drawn > 0) this.#rowVersions[row] = version;
    });
    this.#changed();
  }
}
