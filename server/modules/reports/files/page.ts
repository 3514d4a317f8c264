import { create, type Font } from 'fontkit';
import PDFDocument from 'pdfkit';
import { documentFonts, type Weight } from './fonts.ts';
import { runsOf, type LineDirection, type TextRun } from './textRuns.ts';

export interface TextLook {
  readonly size: number;
  readonly weight?: Weight;
  readonly colour?: string;
  /** Left out: that of the document. */
  readonly direction?: LineDirection;
}

/** Of documents, which are printed on white whatever the theme of the screen is. */
export const COLOURS = {
  text: '#111827',
  dim: '#4b5563',
  head: '#e5e7eb',
  stripe: '#f6f7f9',
  total: '#dbe4f0',
} as const;

const MARGIN = 36;
const MORE = '…';

/** A document in landscape A4 on which texts of every script are placed by hand. Points, from the upper left. */
export class DocumentPage {
  readonly #document: PDFKit.PDFDocument;
  readonly #isRtl: boolean;
  readonly #fonts: Readonly<Record<Weight, readonly { readonly name: string; readonly font: Font }[]>>;

  constructor(title: string, isRtl: boolean, onPiece: (piece: Uint8Array) => void) {
    this.#isRtl = isRtl;
    this.#document = new PDFDocument({
      size: 'A4',
      layout: 'landscape',
      margin: MARGIN,
      info: { Title: title },
      // The standard fonts of documents know no Persian and no Cyrillic.
      font: '',
      pdfVersion: '1.7',
    });
    this.#document.on('data', onPiece);
    const fonts = documentFonts().map(({ name, weight, bytes }) => {
      this.#document.registerFont(name, bytes);
      return { name, weight, font: create(bytes) as Font };
    });
    this.#fonts = {
      regular: fonts.filter(({ weight }) => weight === 'regular'),
      bold: fonts.filter(({ weight }) => weight === 'bold'),
    };
  }

  readonly left = MARGIN;
  readonly top = MARGIN;

  get width(): number {
    return this.#document.page.width - 2 * MARGIN;
  }

  get bottom(): number {
    return this.#document.page.height - MARGIN;
  }

  addPage(): void {
    this.#document.addPage({ size: 'A4', layout: 'landscape', margin: MARGIN });
  }

  /** Ends the document; resolves when its last piece came. */
  end(): Promise<void> {
    return new Promise((resolve) => {
      this.#document.once('end', () => resolve());
      this.#document.end();
    });
  }

  fill(x: number, y: number, width: number, height: number, colour: string): void {
    this.#document.rect(x, y, width, height).fill(colour);
  }

  /**
   * A line of text within a width, cut with dots where it is longer; at the beginning of the width as the language
   * reads, or at its end.
   */
  text(text: string, x: number, y: number, width: number, look: TextLook & { readonly isAtEnd?: boolean }): void {
    const { runs, length } = this.#fitting(text, width, look);
    const isRight = this.#isRtl !== (look.isAtEnd === true);
    let place = isRight ? x + width - length : x;
    this.#document.fillColor(look.colour ?? COLOURS.text);
    for (const run of runs) {
      this.#use(run, look);
      // Signs of a run are ordered and joined by the font itself: with features given it takes the run as one.
      this.#document.text(run.text, place, y, { lineBreak: false, features: [] });
      place += this.#widthOf(run, look);
    }
  }

  #fitting(text: string, width: number, look: TextLook): { runs: TextRun[]; length: number } {
    const lengthOf = (runs: readonly TextRun[]): number => runs.reduce((sum, run) => sum + this.#widthOf(run, look), 0);
    let runs = this.#runs(text, look);
    let length = lengthOf(runs);
    if (length <= width) return { runs, length };
    const signs = [...text];
    let [low, high] = [0, signs.length];
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (lengthOf(this.#runs(signs.slice(0, middle).join('') + MORE, look)) <= width) low = middle;
      else high = middle - 1;
    }
    runs = this.#runs(signs.slice(0, low).join('').trimEnd() + MORE, look);
    length = lengthOf(runs);
    return { runs, length };
  }

  #runs(text: string, { weight = 'regular', direction = this.#isRtl ? 'rtl' : 'ltr' }: TextLook): TextRun[] {
    const fonts = this.#fonts[weight];
    return runsOf(text, direction, fonts.length, (font, sign) => fonts[font].font.hasGlyphForCodePoint(sign));
  }

  #use({ font }: TextRun, { size, weight = 'regular' }: TextLook): void {
    this.#document.font(this.#fonts[weight][font].name).fontSize(size);
  }

  #widthOf(run: TextRun, look: TextLook): number {
    this.#use(run, look);
    return this.#document.widthOfString(run.text, { features: [] });
  }
}
