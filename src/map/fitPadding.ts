/** A box of the screen, CSS px. */
export interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** Distance that is kept from each side, CSS px. */
export interface Padding {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** A mark with its name above or below it, and with its name beside it. */
const ROOM = 64;
const NAME_ROOM = 112;
/** On a small map less: an eighth of its width. */
const ROOM_SHARE = 8;
/** Padding at two opposite sides may take this share of the map together; the rest is for the units. */
const MOST = 0.6;

const SIDES = ['left', 'top', 'right', 'bottom'] as const;

/**
 * The distances from the sides at which everything that is fitted is clear of what lies over the map, names included. A
 * corner overlay is passed at the side that costs less of the map: a column of buttons beside it, a bar below it.
 */
export function fitPadding(map: Box, overlays: readonly Box[]): Padding {
  const width = map.right - map.left;
  const height = map.bottom - map.top;
  const [beside, above] = [Math.min(NAME_ROOM, width / ROOM_SHARE), Math.min(ROOM, width / ROOM_SHARE)];
  const taken: Padding = { left: 0, top: 0, right: 0, bottom: 0 };
  for (const overlay of overlays) {
    if (
      overlay.right <= Math.max(overlay.left, map.left) ||
      overlay.bottom <= Math.max(overlay.top, map.top) ||
      overlay.left >= map.right ||
      overlay.top >= map.bottom
    )
      continue;
    const reach: Padding = {
      left: overlay.right - map.left,
      top: overlay.bottom - map.top,
      right: map.right - overlay.left,
      bottom: map.bottom - overlay.top,
    };
    const cost = (side: keyof Padding): number => reach[side] / (side === 'left' || side === 'right' ? width : height);
    const side = SIDES.reduce((best, each) => (cost(each) < cost(best) ? each : best));
    taken[side] = Math.max(taken[side], reach[side]);
  }
  const [left, right] = within(width * MOST, taken.left + beside, taken.right + beside);
  const [top, bottom] = within(height * MOST, taken.top + above, taken.bottom + above);
  return { left, top, right, bottom };
}

/** Both as they are, or in proportion where they are more than `most` together. */
function within(most: number, one: number, other: number): [number, number] {
  const share = Math.min(1, most / (one + other));
  return [one * share, other * share];
}

/** The same of a map's container: its own buttons, and what the view lays over it. */
export function paddingWithin(container: Element, overlays: readonly Element[]): Padding {
  const all = [...container.querySelectorAll('.maplibregl-ctrl'), ...overlays];
  return fitPadding(
    container.getBoundingClientRect(),
    all.map((each) => each.getBoundingClientRect()),
  );
}
