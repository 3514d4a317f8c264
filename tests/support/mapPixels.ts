import type { Page } from 'playwright/test';

/** A part of the page as it is seen, without React, deck.gl or any inside of the product. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of a pixel. */
  at(x: number, y: number): readonly [red: number, green: number, blue: number];
}

/** What a mark looks like on plain ground, in pixels of the part it was cut from. */
export interface MarkLook {
  /** Pixels that are not ground. */
  readonly area: number;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
  /** Middle of the area. */
  readonly x: number;
  readonly y: number;
  /** True where a pixel belongs to the mark. */
  has(x: number, y: number): boolean;
  /** How far the colour in the middle of the mark is from grey, 0 to 255. */
  readonly colourfulness: number;
}

/** Takes a picture of a part of the page. It is decoded by a blank page of the same browser. */
export async function capture(page: Page, clip: { x: number; y: number; width: number; height: number }): Promise<Pixels> {
  const picture = await page.screenshot({ clip });
  const decoder = await page.context().newPage();
  const { width, height, data } = await decoder.evaluate(async (base64) => {
    const bytes = Uint8Array.from(atob(base64), (letter) => letter.charCodeAt(0));
    const bitmap = await createImageBitmap(new Blob([bytes]));
    const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d');
    if (!context) throw new Error('No canvas');
    context.drawImage(bitmap, 0, 0);
    return { width: bitmap.width, height: bitmap.height, data: [...context.getImageData(0, 0, bitmap.width, bitmap.height).data] };
  }, picture.toString('base64'));
  await decoder.close();
  return { width, height, at: (x, y) => [data[(y * width + x) * 4], data[(y * width + x) * 4 + 1], data[(y * width + x) * 4 + 2]] };
}

/** The mark on ground of one colour, which is that of the picture's corner; null on empty ground. */
export function markIn(pixels: Pixels): MarkLook | null {
  const ground = pixels.at(0, 0);
  const has = (x: number, y: number): boolean => pixels.at(x, y).some((part, index) => Math.abs(part - ground[index]) > 24);
  let [area, left, right, top, bottom, sumX, sumY] = [0, pixels.width, -1, pixels.height, -1, 0, 0];
  for (let y = 0; y < pixels.height; y++) {
    for (let x = 0; x < pixels.width; x++) {
      if (!has(x, y)) continue;
      area++;
      [left, right, top, bottom] = [Math.min(left, x), Math.max(right, x), Math.min(top, y), Math.max(bottom, y)];
      [sumX, sumY] = [sumX + x, sumY + y];
    }
  }
  if (area === 0) return null;
  const [x, y] = [sumX / area, sumY / area];
  const core = pixels.at(Math.round(x), Math.round(y));
  return { area, left, right, top, bottom, x, y, has, colourfulness: Math.max(...core) - Math.min(...core) };
}
