import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { lineString, polygon } from '@turf/helpers';
import { lineIntersect } from '@turf/line-intersect';
import { pointToPolygonDistance } from '@turf/point-to-polygon-distance';
import Flatbush from 'flatbush';
import { CROSSING, destination, SECOND } from '../../src/domain/base/index.ts';
import { createPoint, ZoneIndex, ZoneWatch, type Zone } from '../../src/domain/detection/index.ts';
import {
  createCrossing,
  createZoneFix,
  stepCrossing,
  type Crossing,
  type ZoneFix,
} from '../../src/domain/detection/shared/index.ts';
import { probeOf, type LonLat, type ShapeProbe } from '../../src/domain/geometry/index.ts';
import { Country, numbers } from '../support/country.ts';
import type { Table } from '../support/table.ts';

const ZONES = 10_000;
const UNITS = 10_000;
type Ring = ReturnType<typeof polygon>;

/** Reports of each unit, ten seconds apart. */
const REPORTS = 60;
const START = Date.UTC(2026, 10, 2, 8);
const random = numbers(11);
const country = new Country(random);

/** Longitude and latitude of every report, unit after unit within a round. */
function reportsOf(isDriving: boolean): Float64Array {
  const reports = new Float64Array(UNITS * REPORTS * 2);
  for (let unit = 0; unit < UNITS; unit++) {
    let [longitude, latitude] = country.somewhere(unit);
    let course = random() * 360;
    for (let round = 0; round < REPORTS; round++) {
      const place = (round * UNITS + unit) * 2;
      reports[place] = longitude;
      reports[place + 1] = latitude;
      if (random() < 0.1) course += random() * 180 - 90;
      const metres = isDriving ? 40 + random() * 200 : random() * 4;
      [latitude, longitude] = destination(latitude, longitude, isDriving ? course : random() * 360, metres);
    }
  }
  return reports;
}

/** Microseconds a report: of the first of every unit, and of those that follow. */
interface Cost {
  readonly first: number;
  readonly next: number;
  /** Reports of which the unit was in a zone, or visits. */
  readonly inside: number;
}

const featuresOf = (rings: readonly LonLat[][]): Ring[] =>
  rings.map((ring) => polygon([ring.map((place) => [...place])]));

function treeOf(rings: readonly LonLat[][]): Flatbush {
  const tree = new Flatbush(rings.length);
  for (const ring of rings) {
    const [longitudes, latitudes] = [ring.map(([longitude]) => longitude), ring.map(([, latitude]) => latitude)];
    tree.add(Math.min(...longitudes), Math.min(...latitudes), Math.max(...longitudes), Math.max(...latitudes));
  }
  tree.finish();
  return tree;
}

/**
 * An R-tree of the boxes, turf for what it finds, and the set of zones that the unit was in before: no visits, only
 * in or out.
 */
function insideOnly(rings: readonly LonLat[][], reports: Float64Array): Cost {
  const features = featuresOf(rings);
  const tree = treeOf(rings);
  const before: Set<number>[] = Array.from({ length: UNITS }, () => new Set());
  let crossings = 0;
  let inside = 0;
  const report = (unit: number, place: number): void => {
    const at = [reports[place], reports[place + 1]];
    const found = new Set(
      tree.search(at[0], at[1], at[0], at[1]).filter((zone) => booleanPointInPolygon(at, features[zone])),
    );
    for (const zone of found) if (!before[unit].has(zone)) crossings++;
    for (const zone of before[unit]) if (!found.has(zone)) crossings++;
    inside += found.size > 0 ? 1 : 0;
    before[unit] = found;
  };
  const cost = timed(report);
  if (crossings === 0) throw new Error('Nobody crossed an edge');
  return { ...cost, inside };
}

/** A zone's edge as turf measures it. */
const turfProbe = (zone: Ring): Pick<ShapeProbe, 'depth' | 'insideOf'> => ({
  depth: (latitude, longitude) =>
    -pointToPolygonDistance([longitude, latitude], zone, { units: 'meters', method: 'geodesic' }),
  insideOf(latitudeA, longitudeA, latitudeB, longitudeB) {
    const from = [longitudeA, latitudeA];
    const to = [longitudeB, latitudeB];
    const length = Math.hypot(to[0] - from[0], to[1] - from[1]);
    const cuts = lineIntersect(lineString([from, to]), zone).features.map(
      ({ geometry: { coordinates } }) => Math.hypot(coordinates[0] - from[0], coordinates[1] - from[1]) / length,
    );
    if (booleanPointInPolygon(from, zone)) cuts.push(0);
    if (booleanPointInPolygon(to, zone)) cuts.push(1);
    return cuts.toSorted((a, b) => a - b);
  },
});

/**
 * The same visits as ours: the same steps of a crossing, its edges measured by turf, every report looked up in the
 * R-tree.
 */
function sameVisits(rings: readonly LonLat[][], reports: Float64Array, rounds: number): Cost {
  const probes = featuresOf(rings).map(turfProbe);
  const tree = treeOf(rings);
  const crossings: Map<number, Crossing>[] = Array.from({ length: UNITS }, () => new Map());
  const last: ZoneFix[] = Array.from({ length: UNITS }, createZoneFix);
  let visits = 0;
  const report = (unit: number, place: number, round: number): void => {
    const before = last[unit];
    const fix = {
      time: START + round * 10 * SECOND,
      longitude: reports[place],
      latitude: reports[place + 1],
      margin: CROSSING.margin,
      speed: 50,
    };
    const from = before.time < 0 ? fix : before;
    const found = tree.search(
      Math.min(from.longitude, fix.longitude),
      Math.min(from.latitude, fix.latitude),
      Math.max(from.longitude, fix.longitude),
      Math.max(from.latitude, fix.latitude),
    );
    const known = crossings[unit];
    for (const zone of new Set([...known.keys(), ...found])) {
      const crossing = known.get(zone) ?? createCrossing();
      if (before.time >= 0 && crossing.phase === 'unknown') crossing.phase = 'outside';
      const step = stepCrossing(probes[zone], crossing, before, fix);
      if (step === 'left' || step === 'passed') visits++;
      if (crossing.phase === 'outside') known.delete(zone);
      else known.set(zone, crossing);
    }
    last[unit] = fix;
  };
  const cost = timed(report, rounds);
  for (const known of crossings) {
    for (const { phase } of known.values()) if (phase === 'inside' || phase === 'leaving') visits++;
  }
  return { ...cost, inside: visits };
}

/** Detection's own watch, with its two fixes in a row, times on the line between them, figures and passes. */
function ours(rings: readonly LonLat[][], reports: Float64Array, rounds = REPORTS): Cost {
  const zones = rings.map((ring, id): Zone => ({
    id,
    key: `${id}`,
    probe: probeOf({ type: 'polygon', coordinates: [ring] }),
    minimumStay: 0,
  }));
  const layers = [{ index: new ZoneIndex(zones), sight: null }];
  const watches = Array.from({ length: UNITS }, () => new ZoneWatch(layers));
  const point = { ...createPoint(), hasPosition: true, valid: true, speed: 50 };
  const report = (unit: number, place: number, round: number): void => {
    point.time = START + round * 10 * SECOND;
    point.longitude = reports[place];
    point.latitude = reports[place + 1];
    watches[unit].accept(point);
  };
  const cost = timed(report, rounds);
  const inside = watches.reduce((sum, watch) => sum + watch.visits().length, 0);
  if (inside === 0) throw new Error('Nobody visited anything');
  return { ...cost, inside };
}

/** CPU of this thread, microseconds a report. */
function timed(report: (unit: number, place: number, round: number) => void, rounds = REPORTS): Omit<Cost, 'inside'> {
  const costs = [0, 0];
  for (let round = 0; round < rounds; round++) {
    const began = process.cpuUsage();
    for (let unit = 0; unit < UNITS; unit++) report(unit, (round * UNITS + unit) * 2, round);
    const { user, system } = process.cpuUsage(began);
    costs[round === 0 ? 0 : 1] += user + system;
  }
  return { first: costs[0] / UNITS, next: costs[1] / UNITS / (rounds - 1) };
}

/** Reports of each unit for what takes long. */
const FEW = 6;

/** Entering and leaving of 10,000 zones by 10,000 units. One thread. */
export function serverZones(): Promise<Table[]> {
  const rings = Array.from({ length: ZONES }, (_, index) => country.ring(index));
  const driving = reportsOf(true);
  const standing = reportsOf(false);
  // Once before, so that the compiler does not enter.
  insideOnly(rings, standing);
  ours(rings, standing);
  sameVisits(rings, driving, 2);
  const [bare, mine] = [insideOnly(rings, driving), ours(rings, driving)];
  const [bareParked, mineParked] = [insideOnly(rings, standing), ours(rings, standing)];
  const [theirs, mineShort] = [sameVisits(rings, driving, FEW), ours(rings, driving, FEW)];
  if (theirs.inside !== mineShort.inside)
    throw new Error(`Not the same visits: ${theirs.inside} and ${mineShort.inside}`);
  const measure = `${ZONES.toLocaleString('en')} zones, ${UNITS.toLocaleString('en')} units`;
  const pass = (cost: number): number => (cost * UNITS) / 1_000;
  return Promise.resolve([
    {
      title: 'Entering and leaving zones, CPU of one thread',
      rows: [
        {
          measure: `${measure} on the road: a pass, the same visits`,
          usual: pass(theirs.next),
          ours: pass(mineShort.next),
          unit: 'ms',
          bar: { ratio: 20 },
          note: `${theirs.inside.toLocaleString('en')} visits on both sides; theirs: flatbush for the boxes, edges measured by turf (pointToPolygonDistance, lineIntersect), the same steps of a crossing`,
        },
        {
          measure: `${measure}: the first pass, beside a second`,
          usual: null,
          ours: pass(mine.first),
          unit: 'ms',
          bar: { atMost: 1_000 },
        },
        {
          measure: `${measure}: a report on the road, beside in or out alone`,
          usual: bare.next,
          ours: mine.next,
          unit: 'µs',
          note: 'theirs: flatbush, booleanPointInPolygon of turf and the set of zones before: no margin, no times on the line, no passes, no figures',
        },
        {
          measure: `${measure}: a report of a stopped unit, beside in or out alone`,
          usual: bareParked.next,
          ours: mineParked.next,
          unit: 'µs',
        },
      ],
    },
  ]);
}
