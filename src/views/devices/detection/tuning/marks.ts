import { HOUR, MINUTE, type Instant, type Interval } from '../../../../domain/base/index.ts';

const STEPS = [
  MINUTE,
  2 * MINUTE,
  5 * MINUTE,
  10 * MINUTE,
  15 * MINUTE,
  30 * MINUTE,
  HOUR,
  2 * HOUR,
  3 * HOUR,
  6 * HOUR,
  12 * HOUR,
] as const;

/** Round times in sight, as many as there is room for; counted from midnight, which `day` begins with. */
export function marksOf({ from, to }: Interval, day: Instant, room: number): Instant[] {
  const step = STEPS.find((each) => (to - from) / each <= room) ?? STEPS[STEPS.length - 1];
  const marks: Instant[] = [];
  for (let mark = day + Math.ceil((from - day) / step) * step; mark < to; mark += step) marks.push(mark);
  return marks;
}
