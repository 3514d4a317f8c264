import type { Page } from 'playwright/test';
import sharp from 'sharp';

/** A part of the page as it is seen, without React, deck.gl or any inside of the product. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  /** Red, green and blue of every pixel, row by row. */
  readonly data: Uint8Array;
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

interface Clip {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** The pixels of a part of a picture. */
async function decode(picture: Buffer, { x, y, width, height }: Clip): Promise<Pixels> {
  const data = await sharp(picture).extract({ left: x, top: y, width, height }).removeAlpha().raw().toBuffer();
  return {
    width,
    height,
    data,
    at: (column, row) => [
      data[(row * width + column) * 3],
      data[(row * width + column) * 3 + 1],
      data[(row * width + column) * 3 + 2],
    ],
  };
}

/** Takes a picture of a part of the page. */
export async function capture(page: Page, clip: Clip): Promise<Pixels> {
  return decode(await page.screenshot({ clip }), { ...clip, x: 0, y: 0 });
}

/** Size of a PNG in base64: its first chunk holds them, 16 bytes from the beginning. */
const widthOf = (picture: string): number => Buffer.from(picture.slice(0, 32), 'base64').readUInt32BE(16);
const heightOf = (picture: string): number => Buffer.from(picture.slice(0, 32), 'base64').readUInt32BE(20);

/** A part of the page as it was shown at an instant, ms since the epoch. */
export interface Shown {
  readonly at: number;
  readonly pixels: Pixels;
}

export interface Film {
  /** The newest frame; null before the first. */
  latest(): Promise<Shown | null>;
  /** All frames. Ends the film. */
  cut(): Promise<Shown[]>;
}

/**
 * Films a part of the page. A picture asked for comes seconds late where the machine is busy; a film
 * has the frames that were shown, each with its instant, of `every` ms one. {@link capture} is not for
 * the meantime: it gives the page the size of its part for a moment, and the film shows that.
 */
export async function film(page: Page, clip: Clip, every: number): Promise<Film> {
  const screen = await page.context().newCDPSession(page);
  const frames: { at: number; picture: string }[] = [];
  const whole = page.viewportSize();
  screen.on('Page.screencastFrame', ({ data, metadata, sessionId }) => {
    const at = (metadata.timestamp ?? 0) * 1_000;
    // The first may still have the size of the picture that was captured last.
    const isWhole = widthOf(data) === whole?.width && heightOf(data) === whole.height;
    // Two are encoded at a time, and on a busy machine the second may be done before the first: it is newer.
    const isNews = isWhole && at > (frames.at(-1)?.at ?? 0);
    // The newest stays whenever it came: after it the page may rest.
    if (isNews && frames.length > 1 && at - frames[frames.length - 2].at < every) frames.pop();
    if (isNews) frames.push({ at, picture: data });
    // A page that is closed meanwhile asks for no more frames.
    screen.send('Page.screencastFrameAck', { sessionId }).catch(() => {});
  });
  await screen.send('Page.startScreencast', { format: 'png' });
  const shown = async ({ at, picture }: { at: number; picture: string }): Promise<Shown> => ({
    at,
    pixels: await decode(Buffer.from(picture, 'base64'), clip),
  });
  return {
    latest: async () => {
      const last = frames.at(-1);
      return last === undefined ? null : shown(last);
    },
    cut: async () => {
      await screen.send('Page.stopScreencast');
      await screen.detach();
      const all: Shown[] = [];
      for (const frame of frames) all.push(await shown(frame));
      return all;
    },
  };
}

/** The mark on ground of one colour, which is that of the picture's corner; null on empty ground. */
export function markIn(pixels: Pixels): MarkLook | null {
  const ground = pixels.at(0, 0);
  const has = (x: number, y: number): boolean =>
    pixels.at(x, y).some((part, index) => Math.abs(part - ground[index]) > 24);
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
