import type { Random } from '../random.ts';
import type { PathBuilder } from './path.ts';

const SLOW = 9 / 3.6;

/** A machine's round on its site: a few bends within a hundred metres. */
export function drawRound(path: PathBuilder, x: number, y: number, random: Random): void {
  path.add(x, y, SLOW);
  const corners = random.integer(4, 8);
  for (let corner = 1; corner <= corners; corner++) {
    const angle = (corner / (corners + 1)) * 2 * Math.PI;
    const radius = random.range(25, 75);
    path.add(
      x + 50 - Math.cos(angle) * radius,
      y + Math.sin(angle) * radius,
      SLOW,
      random.next() < 0.5 ? random.range(15, 90) : 0,
    );
  }
  path.add(x, y, SLOW);
}
