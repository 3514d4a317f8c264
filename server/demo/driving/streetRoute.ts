import type { Network, Streets } from '../geography/index.ts';
import type { Random } from '../random.ts';
import type { Duty } from './kinds.ts';
import type { PathBuilder } from './path.ts';
import { drawRound } from './site.ts';
import { crossingIn, type Place } from './streetPlaces.ts';

/** Where a path is drawn, and what decides its waits. */
interface Ground {
  readonly network: Network;
  readonly streets: Streets;
  readonly random: Random;
}

/** Metres between the stops of a bus. */
const BETWEEN_STOPS = 450;
/** Towns that a bus line joins, and crossings where it turns. */
const LINE_ENDS = 3;

/** Draws the path of a drive along real streets, the quickest way. */
export function drawOnStreets(path: PathBuilder, ground: Ground, from: Place, to: Place, duty: Duty): void {
  const { streets } = ground;
  if (duty === 'site') return drawRound(path, streets.x[from.i], streets.y[from.i], ground.random);
  path.add(streets.x[from.i], streets.y[from.i], 10);
  if (duty === 'line') return drawLine(path, ground, from);
  follow(path, ground, from.i, to.i, 0);
}

/** From crossing to crossing; a bus halts every so many metres (0: it is none). */
function follow(path: PathBuilder, { streets, random }: Ground, from: number, to: number, halts: number): void {
  let sinceHalt = 0;
  for (const { to: next, points, limit, length } of streets.route(from, to)) {
    sinceHalt += length;
    const isHalt = halts > 0 && sinceHalt > halts;
    if (isHalt) sinceHalt = 0;
    const last = points.length - 2;
    for (let index = 2; index <= last; index += 2) {
      const wait = index < last || next === to ? 0 : isHalt ? random.range(14, 32) : waitAt(random);
      path.add(points[index], points[index + 1], limit, wait);
    }
  }
}

/** Seconds at a crossing: now and then others go first. */
const waitAt = (random: Random): number => (random.next() < 0.04 ? random.range(4, 18) : 0);

/** A round through the towns around, back to where it began. Its stops stay where they are. */
function drawLine(path: PathBuilder, ground: Ground, home: Place): void {
  const { network, streets, random } = ground;
  const ends = Array.from({ length: LINE_ENDS }, () => {
    const town = random.integer(0, network.towns.length - 1);
    return crossingIn(streets, town, random.integer(0, 1_000_000), 0.4).i;
  });
  let at = home.i;
  for (const next of [...ends, home.i]) {
    if (next === at) continue;
    follow(path, ground, at, next, BETWEEN_STOPS);
    at = next;
  }
}
