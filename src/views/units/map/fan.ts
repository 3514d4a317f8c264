import type { UnitStack } from '../../../map/index.ts';

/** Where a unit of a stack is laid out, CSS px from the stack's place, and on which side its name goes on. */
export interface FanPlace {
  readonly x: number;
  readonly y: number;
  readonly side: 'left' | 'right';
}

/** More than these would hide each other around one place. */
export const MOST_IN_FAN = 10;
const LEAST_RADIUS = 56;
/** Room for a name's height between neighbours. */
const LINE = 30;
/** The widest that a unit of the fan grows; `.stack-fan-unit`. */
const NAME_WIDTH = 180;
/** The list, where a ring has no room; `.stack-fan[data-listed]`. */
const LIST_WIDTH = 240;
const LIST_LINE = 34;
const LIST_HEIGHT = 272;
const EDGE = 8;

/** Places on a ring: half of them on either side, a line's height apart; null when there are too many for one. */
export function fanPlaces(count: number): FanPlace[] | null {
  if (count > MOST_IN_FAN) return null;
  const onRight = Math.ceil(count / 2);
  const radius = Math.max(LEAST_RADIUS, (onRight - 1) * LINE * 0.6);
  return Array.from({ length: count }, (_, index) => {
    const side = index < onRight ? 'right' : 'left';
    const [place, of] = side === 'right' ? [index, onRight] : [index - onRight, count - onRight];
    const y = (place - (of - 1) / 2) * LINE;
    const across = Math.sqrt(Math.max((LEAST_RADIUS / 2) ** 2, radius ** 2 - y ** 2));
    return { x: Math.round(side === 'right' ? across : -across), y: Math.round(y), side };
  });
}

/** The ring of a stack where all of it lies on the map, else a list beside the place that does. */
export type FanLayout =
  | { readonly kind: 'ring'; readonly places: readonly FanPlace[] }
  | { readonly kind: 'list'; readonly left: number; readonly top: number };

/** How the units of a stack are laid out. */
export function fanLayout({ unitIds, x, y, width, height }: UnitStack): FanLayout {
  const places = fanPlaces(unitIds.length);
  const fits = places?.every((place) => {
    const outer = x + place.x + Math.sign(place.x) * NAME_WIDTH;
    return outer >= EDGE && outer <= width - EDGE && y + place.y >= LINE && y + place.y <= height - LINE;
  });
  if (places !== null && fits) return { kind: 'ring', places };
  const tall = Math.min(LIST_HEIGHT, unitIds.length * LIST_LINE);
  const within = (start: number, size: number, room: number): number =>
    Math.max(EDGE, Math.min(start, room - size - EDGE));
  const beside = x + 2 * EDGE + LIST_WIDTH <= width ? x + 2 * EDGE : x - 2 * EDGE - LIST_WIDTH;
  return { kind: 'list', left: within(beside, LIST_WIDTH, width), top: within(y - tall / 2, tall, height) };
}
