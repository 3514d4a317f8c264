import type { Network, Streets } from '../geography/index.ts';
import { hash, type Random } from '../random.ts';

/** A crossing where drives begin and end: of a town's grid by its lines, of real streets by its number (in `i`). */
export interface Place {
  readonly town: number;
  readonly i: number;
  readonly j: number;
}

/** A crossing of the town chosen by the seed; a smaller share is nearer to its centre. */
export function crossingIn(streets: Streets, town: number, seed: number, share: number): Place {
  const around = streets.around(town);
  return { town, i: around[hash(seed, 1) % Math.max(1, Math.floor(around.length * share))], j: 0 };
}

/** Metres that a block of a town's grid stands for. */
const BLOCK = 120;

/** Another crossing within so many blocks of the one at hand, and the town that it belongs to. */
export function crossingNear({ towns }: Network, streets: Streets, at: Place, blocks: number, random: Random): Place {
  let best = at.i;
  let bestAway = 0;
  for (let tries = 0; tries < 24; tries++) {
    const crossing = random.integer(0, streets.crossings - 1);
    const away = Math.hypot(streets.x[crossing] - streets.x[at.i], streets.y[crossing] - streets.y[at.i]);
    const fits = away > 2 * BLOCK && away < blocks * BLOCK;
    // None of them near enough: then the nearest that is another.
    if (crossing !== at.i && (fits || best === at.i || away < bestAway)) [best, bestAway] = [crossing, away];
    if (fits) break;
  }
  const away = (town: number): number => Math.hypot(towns[town].x - streets.x[best], towns[town].y - streets.y[best]);
  const town = towns.reduce((nearest, _, index) => (away(index) < away(nearest) ? index : nearest), 0);
  return { town, i: best, j: 0 };
}
