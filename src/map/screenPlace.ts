/** Where a map lies in its window, CSS px. */
export interface ScreenPlace {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
  /** Size of the window: when it changes, nothing is held where it was. */
  readonly window: string;
}

interface Point {
  readonly x: number;
  readonly y: number;
}

/** A mark this near to the edge counts as out of sight: half of it, or its name, would be cut off. */
const EDGE = 40;

export function placeOf(container: Element): ScreenPlace {
  const { left, top, width, height } = container.getBoundingClientRect();
  return { left, top, width, height, window: `${window.innerWidth} ${window.innerHeight}` };
}

const middleOf = ({ left, top, width, height }: ScreenPlace): Point => ({ x: left + width / 2, y: top + height / 2 });

/**
 * By how much a camera has to be moved so that the ground stays where it was on the screen, when the map took another
 * place.
 */
export function shiftOf(before: ScreenPlace, now: ScreenPlace): Point {
  if (before.window !== now.window) return { x: 0, y: 0 };
  const [old, fresh] = [middleOf(before), middleOf(now)];
  return { x: fresh.x - old.x, y: fresh.y - old.y };
}

/** True when a point of the map, from its upper left corner, is seen whole. */
export const isInSight = ({ x, y }: Point, { width, height }: Pick<ScreenPlace, 'width' | 'height'>): boolean =>
  x >= EDGE && x <= width - EDGE && y >= EDGE && y <= height - EDGE;

/** True when the point, as the map has it with the centre that it had, was seen before the map took its new place. */
export function wasInSight({ x, y }: Point, before: ScreenPlace, now: ScreenPlace): boolean {
  return isInSight({ x: x + (before.width - now.width) / 2, y: y + (before.height - now.height) / 2 }, before);
}
