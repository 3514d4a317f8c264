import type { Pixels } from './mapPixels.ts';
import { mapPalette } from '../../src/map/palette.ts';
import { themeColors, type Skin } from '../../src/ui/tokens/index.ts';

type Color = readonly [red: number, green: number, blue: number];

/** A bubble as it is seen. */
interface SeenBubble {
  /** Pixels of the picture. */
  readonly x: number;
  readonly y: number;
  readonly radius: number;
  /** Pixels of its count. */
  readonly digits: number;
}

/** What of a fleet is seen in a picture of the map. */
export interface FleetPicture {
  readonly bubbles: readonly SeenBubble[];
  /** Of them, those with a count. */
  readonly counted: number;
  /** Pixels of marks that drive, and of all marks. */
  readonly moving: number;
  readonly marks: number;
  /** Pixels of the colour of units' names, outside of bubbles. */
  readonly names: number;
}

/** Parts of a colour that still are that colour, 0 to 255. */
const TOLERANCE = 36;
/** The ring of a bubble, and what its edges need besides, pixels. */
const RING = 3;
/** A bubble of 18 units has 490 pixels within its ring; a hollow mark fewer than half of that. */
const SMALLEST = 350;
/** Of the square around it, a disc fills 0.785. */
const ROUND = { least: 0.68, most: 0.88 };
/** Two digits have more than twice as many. */
const LEAST_DIGITS = 12;

/**
 * Reads bubbles, counts, marks and names from pixels alone, by the skin's colours. For one device pixel a CSS pixel.
 */
export function readFleet(
  { width, height, data }: Pick<Pixels, 'width' | 'height' | 'data'>,
  skin: Skin,
): FleetPicture {
  const { marks, controlSurface, controlText, unitText } = mapPalette(themeColors(skin));
  const ringColors = [marks.moving.fill, marks.parked.fill, marks.noFix.fill, marks.silent.fill];
  // Asked of each pixel of each picture: by a loop, for `some` and `every` take twice the time.
  const isAny = (index: number, colors: readonly Color[]): boolean => {
    const at = index * 3;
    for (const [red, green, blue] of colors)
      if (
        Math.abs(red - data[at]) <= TOLERANCE &&
        Math.abs(green - data[at + 1]) <= TOLERANCE &&
        Math.abs(blue - data[at + 2]) <= TOLERANCE
      )
        return true;
    return false;
  };
  const ring = new Uint8Array(width * height);
  for (let index = 0; index < ring.length; index++) ring[index] = isAny(index, ringColors) ? 1 : 0;
  const isText = (index: number): boolean => isAny(index, [controlText]);
  const inside: Hole[] = holes(ring, width, height).filter(
    (hole) =>
      isDisc(hole) && hole.pixels.filter((index) => isAny(index, [controlSurface])).length > hole.pixels.length / 3,
  );
  const bubbles = inside.map(({ left, right, top, bottom }): SeenBubble => {
    const [x, y, hole] = [(left + right) / 2, (top + bottom) / 2, (right - left + 1) / 2];
    return { x, y, radius: hole + RING, digits: within(x, y, hole - 1, width).filter(isText).length };
  });
  const isOutside = (index: number): boolean =>
    bubbles.every(({ x, y, radius }) => Math.hypot((index % width) - x, Math.floor(index / width) - y) > radius + 2);
  const count = (colors: readonly Color[]): number => {
    let found = 0;
    for (let index = 0; index < width * height; index++) if (isAny(index, colors) && isOutside(index)) found++;
    return found;
  };
  return {
    bubbles,
    counted: bubbles.filter(({ digits }) => digits >= LEAST_DIGITS).length,
    moving: count([marks.moving.fill]),
    marks: count(Object.values(marks).map(({ fill }) => fill)),
    names: count([unitText]),
  };
}

/** The pixels of a disc. A digit's edges may have the ring's colour, and cut what they enclose off from the hole. */
function within(x: number, y: number, radius: number, width: number): number[] {
  const found: number[] = [];
  for (let row = Math.ceil(y - radius); row <= y + radius; row++)
    for (let column = Math.ceil(x - radius); column <= x + radius; column++)
      if (Math.hypot(column - x, row - y) <= radius) found.push(row * width + column);
  return found;
}

interface Hole {
  readonly pixels: Int32Array;
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

function isDisc({ pixels, left, right, top, bottom }: Hole): boolean {
  const [wide, high] = [right - left + 1, bottom - top + 1];
  const part = pixels.length / (wide * high);
  return pixels.length >= SMALLEST && Math.abs(wide - high) <= 3 && part >= ROUND.least && part <= ROUND.most;
}

/** Patches that are closed in on all sides by pixels of the ring. */
function holes(ring: Uint8Array, width: number, height: number): Hole[] {
  const seen = Uint8Array.from(ring);
  // Patch after patch; each pixel is in one of them.
  const pixels = new Int32Array(seen.length);
  let end = 0;
  const reach = (next: number): void => {
    if (seen[next]) return;
    seen[next] = 1;
    pixels[end++] = next;
  };
  const found: Hole[] = [];
  for (let start = 0; start < seen.length; start++) {
    const begin = end;
    reach(start);
    let [left, right, top, bottom] = [width, 0, height, 0];
    for (let at = begin; at < end; at++) {
      const x = pixels[at] % width;
      const y = (pixels[at] - x) / width;
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
      if (x > 0) reach(pixels[at] - 1);
      if (x < width - 1) reach(pixels[at] + 1);
      if (y > 0) reach(pixels[at] - width);
      if (y < height - 1) reach(pixels[at] + width);
    }
    if (end > begin && left > 0 && top > 0 && right < width - 1 && bottom < height - 1)
      found.push({ pixels: pixels.subarray(begin, end), left, right, top, bottom });
  }
  return found;
}
