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
