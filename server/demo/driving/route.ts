import { crossing, isAvenue, type Network, type Town, type TownRoad } from '../geography/index.ts';
import { chance, hash, Random } from '../random.ts';
import type { Duty } from './kinds.ts';
import type { PathBuilder } from './path.ts';
import { drawRound } from './site.ts';
import { crossingIn, type Place } from './streetPlaces.ts';
import { drawOnStreets } from './streetRoute.ts';

export type { Place } from './streetPlaces.ts';

const KMH = 1 / 3.6;
const STREET = 42 * KMH;
const AVENUE = 58 * KMH;
const TOWN_ROAD = 50 * KMH;
const SUBURB = 70 * KMH;
/** Metres of one stretch with a limit of its own. */
const STRETCH = 4_300;
const point = { x: 0, y: 0 };

/** Draws the path of one drive into the builder. The seed decides where it turns and waits. */
export function drawPath(path: PathBuilder, network: Network, from: Place, to: Place, duty: Duty, seed: number): void {
  path.reset();
  const random = new Random(seed);
  if (network.streets) return drawOnStreets(path, { network, streets: network.streets, random }, from, to, duty);
  if (duty === 'site') return drawSite(path, network.towns[from.town], from, random);
  if (duty === 'line') return drawLine(path, network.towns[from.town], from, random);
  addCrossing(path, network.towns[from.town], from.i, from.j, STREET, 0);
  if (from.town === to.town) {
    drawStreets(path, network.towns[from.town], from, to, random, 0);
    return;
  }
  drawStreets(path, network.towns[from.town], from, { town: from.town, i: 0, j: 0 }, random, 0);
  drawRoads(path, network, from.town, to.town, random);
  drawStreets(path, network.towns[to.town], { town: to.town, i: 0, j: 0 }, to, random, 0);
}

function addCrossing(path: PathBuilder, town: Town, i: number, j: number, limit: number, dwell: number): void {
  crossing(town, i, j, point);
  path.add(point.x, point.y, limit, dwell);
}

/** Along streets from crossing to crossing; `halt` > 0 is a bus that stops at every so many crossings. */
function drawStreets(path: PathBuilder, town: Town, from: Place, to: Place, random: Random, halt: number): void {
  let { i, j } = from;
  let passed = 0;
  while (i !== to.i || j !== to.j) {
    const alongI =
      i !== to.i && (j === to.j || random.next() < Math.abs(to.i - i) / (Math.abs(to.i - i) + Math.abs(to.j - j)));
    const target = alongI ? to.i : to.j;
    const at = alongI ? i : j;
    const run = Math.min(Math.abs(target - at), random.integer(2, 8));
    const direction = Math.sign(target - at);
    const limit = isAvenue(alongI ? j : i) ? AVENUE : STREET;
    for (let step = 0; step < run; step++) {
      if (alongI) i += direction;
      else j += direction;
      passed++;
      const arrived = i === to.i && j === to.j;
      addCrossing(path, town, i, j, limit, arrived ? 0 : waitAt(i, j, halt, passed, random));
    }
  }
}

/** Seconds spent at a crossing: at a stop of the line, or at a red light where avenues meet. */
function waitAt(i: number, j: number, halt: number, passed: number, random: Random): number {
  if (halt > 0 && passed % halt === 0) return random.range(14, 32);
  if (isAvenue(i) && isAvenue(j)) return random.next() < 0.3 ? random.range(8, 34) : 0;
  return random.next() < 0.03 ? random.range(4, 14) : 0;
}

/** From town centre to town centre by the shortest roads. */
function drawRoads(path: PathBuilder, network: Network, from: number, to: number, random: Random): void {
  let at = from;
  while (at !== to) {
    const road = network.roads[network.firstRoad(at, to)];
    const next = road.from === at ? road.to : road.from;
    drawRoad(path, network, road, at === road.from);
    const centre = network.towns[next];
    path.add(centre.x, centre.y, TOWN_ROAD, next !== to && random.next() < 0.4 ? random.range(8, 30) : 0);
    at = next;
  }
}

function drawRoad(path: PathBuilder, network: Network, road: TownRoad, forwards: boolean): void {
  const { points } = road;
  const last = points.length / 2 - 1;
  const start = network.towns[road.from].radius;
  const end = network.towns[road.to].radius;
  const step = road.length / last;
  for (let count = 1; count < last; count++) {
    const index = forwards ? count : last - count;
    const fromStart = index * step;
    path.add(points[index * 2], points[index * 2 + 1], limitAt(road, fromStart, start, end));
  }
}

function limitAt(road: TownRoad, fromStart: number, startRadius: number, endRadius: number): number {
  const near = Math.min(fromStart - startRadius, road.length - fromStart - endRadius);
  if (near < 0) return TOWN_ROAD;
  if (near < 500) return SUBURB;
  return road.limit * KMH * (1 - 0.1 * Math.floor(3 * chance(road.seed, Math.floor(fromStart / STRETCH))));
}

/** A bus line: a round through the town that comes back to where it began. The stops stay where they are. */
function drawLine(path: PathBuilder, town: Town, home: Place, random: Random): void {
  const reach = Math.min(town.reach, 16);
  addCrossing(path, town, home.i, home.j, STREET, 0);
  let at = home;
  for (let corner = 0; corner < 6; corner++) {
    const angle = (corner / 6) * 2 * Math.PI + random.range(0, 0.7);
    const next = {
      town: home.town,
      i: Math.round(Math.cos(angle) * reach * random.range(0.5, 0.95)),
      j: Math.round(Math.sin(angle) * reach * random.range(0.5, 0.95)),
    };
    drawStreets(path, town, at, next, random, 3);
    at = next;
  }
  drawStreets(path, town, at, home, random, 3);
}

function drawSite(path: PathBuilder, town: Town, home: Place, random: Random): void {
  crossing(town, home.i, home.j, point);
  drawRound(path, point.x, point.y, random);
}

/** A crossing of the town chosen by the seed, at most `share` of its reach away from the centre. */
export function placeIn(network: Network, town: number, seed: number, share = 1): Place {
  if (network.streets) return crossingIn(network.streets, town, seed, share);
  const reach = Math.max(1, Math.floor(network.towns[town].reach * share));
  const span = reach * 2 + 1;
  return { town, i: (hash(seed, 1) % span) - reach, j: (hash(seed, 2) % span) - reach };
}
