import { chance, hash } from '../random.ts';
import type { LandMask } from './land.ts';
import type { Projection } from './projection.ts';
import type { Town } from './towns.ts';

/** A road between two towns, as points about 120 m apart on the region's map. */
export interface TownRoad {
  readonly from: number;
  readonly to: number;
  /** x and y alternating, metres. */
  readonly points: Float64Array;
  /** Metres. */
  readonly length: number;
  /** km/h outside towns. */
  readonly limit: number;
  readonly seed: number;
}

const LONGEST = 60_000;
const STEP = 120;
/** Metres between the points that a road is drawn through. */
const BEND_SPACING = 2_600;

/**
 * Roads between neighbouring towns: two towns are joined when no third lies in the circle between them
 * (a Gabriel graph: planar and connected, much as real main roads are), at most 60 km apart and dry.
 */
export function buildTownRoads(towns: readonly Town[], projection: Projection, land: LandMask): TownRoad[] {
  const roads: TownRoad[] = [];
  for (let from = 0; from < towns.length; from++) {
    for (let to = from + 1; to < towns.length; to++) {
      if (!areNeighbours(towns, from, to)) continue;
      const road = drawDry(towns, from, to, projection, land);
      if (road) roads.push(road);
    }
  }
  return roads;
}

function areNeighbours(towns: readonly Town[], a: number, b: number): boolean {
  const x = (towns[a].x + towns[b].x) / 2;
  const y = (towns[a].y + towns[b].y) / 2;
  const radius = Math.hypot(towns[a].x - towns[b].x, towns[a].y - towns[b].y) / 2;
  if (radius * 2 > LONGEST) return false;
  return towns.every((town, index) => index === a || index === b || Math.hypot(town.x - x, town.y - y) >= radius);
}

/** Tries a few courses of the road and takes the first on land; null when all cross water. */
function drawDry(
  towns: readonly Town[],
  from: number,
  to: number,
  projection: Projection,
  land: LandMask,
): TownRoad | null {
  for (let attempt = 0; attempt < 3; attempt++) {
    const road = draw(towns, from, to, hash(towns[from].seed, towns[to].seed, attempt));
    if (isDry(road, projection, land)) return road;
  }
  return null;
}

function isDry(road: TownRoad, projection: Projection, land: LandMask): boolean {
  for (let index = 0; index < road.points.length; index += 8) {
    projection.toGlobe(road.points[index], road.points[index + 1]);
    if (!land.isLand(projection.latitude, projection.longitude)) return false;
  }
  return true;
}

function draw(towns: readonly Town[], from: number, to: number, seed: number): TownRoad {
  const a = towns[from];
  const b = towns[to];
  const straight = Math.hypot(b.x - a.x, b.y - a.y);
  const bends = Math.max(2, Math.round(straight / BEND_SPACING));
  const points = sample(controlPoints(a, b, straight, bends, seed));
  let length = 0;
  for (let index = 2; index < points.length; index += 2) {
    length += Math.hypot(points[index] - points[index - 2], points[index + 1] - points[index - 1]);
  }
  const important = Math.min(a.population, b.population) > 60_000 || straight > 28_000;
  return { from, to, points, length, limit: important ? 110 : chance(seed, 9) < 0.5 ? 90 : 80, seed };
}

/** Points along the line, moved sideways by two slow waves and a little chance; the ends stay. */
function controlPoints(a: Town, b: Town, straight: number, bends: number, seed: number): number[] {
  const sideX = -(b.y - a.y) / straight;
  const sideY = (b.x - a.x) / straight;
  const swing = Math.min(1_500, straight * 0.05) * (chance(seed, 1) < 0.5 ? -1 : 1);
  const waves = Math.max(1, straight / 14_000);
  const control: number[] = [];
  for (let index = 0; index <= bends; index++) {
    const part = index / bends;
    const envelope = Math.sin(Math.PI * part);
    const aside =
      envelope *
      (swing * Math.sin(Math.PI * part * waves + chance(seed, 2) * 2) +
        0.4 * swing * Math.sin(Math.PI * part * waves * 2.3 + chance(seed, 3) * 6) +
        320 * (chance(seed, 4, index) - 0.5));
    control.push(a.x + (b.x - a.x) * part + sideX * aside, a.y + (b.y - a.y) * part + sideY * aside);
  }
  return control;
}

/** A Catmull-Rom curve through the control points, cut into steps of about {@link STEP} metres. */
function sample(control: readonly number[]): Float64Array {
  const count = control.length / 2;
  const at = (index: number, axis: 0 | 1): number => control[Math.min(count - 1, Math.max(0, index)) * 2 + axis];
  const points: number[] = [control[0], control[1]];
  for (let index = 0; index < count - 1; index++) {
    const chord = Math.hypot(at(index + 1, 0) - at(index, 0), at(index + 1, 1) - at(index, 1));
    const steps = Math.max(1, Math.round(chord / STEP));
    for (let step = 1; step <= steps; step++) {
      const t = step / steps;
      for (const axis of [0, 1] as const) {
        points.push(curve(at(index - 1, axis), at(index, axis), at(index + 1, axis), at(index + 2, axis), t));
      }
    }
  }
  return Float64Array.from(points);
}

function curve(before: number, from: number, to: number, after: number, t: number): number {
  const cubic = 3 * (from - to) + after - before;
  const square = 2 * before - 5 * from + 4 * to - after;
  return from + 0.5 * t * (to - before + t * (square + t * cubic));
}
