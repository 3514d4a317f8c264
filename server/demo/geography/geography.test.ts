import { beforeAll, describe, expect, it } from 'vitest';
import { distance } from '../../../src/domain/base/index.ts';
import { crossing, loadNetworks, REGION_KEYS, REGIONS, type Network, type RegionKey } from './index.ts';
import { loadLand } from './land.ts';
import { Projection } from './projection.ts';

let networks: Map<RegionKey, Network>;

beforeAll(() => {
  networks = loadNetworks(REGION_KEYS);
});

describe("the demo's geography", () => {
  it('has towns that lie where they lie', () => {
    const munich = networks.get('munich');
    const augsburg = munich?.towns.find(({ name }) => name === 'Augsburg');
    if (!munich || !augsburg) throw new Error('Augsburg is missing');
    munich.projection.toGlobe(augsburg.x, augsburg.y);
    expect(distance(munich.projection.latitude, munich.projection.longitude, 48.3715, 10.8985)).toBeLessThan(3_000);
  });

  it.each(REGION_KEYS.filter((key) => key !== 'liechtenstein'))('joins all towns of %s by roads', (key) => {
    const network = networks.get(key);
    if (!network) throw new Error(key);
    expect(network.towns.length).toBeGreaterThanOrEqual(5);
    for (let to = 1; to < network.towns.length; to++) {
      let at = 0;
      for (let steps = 0; at !== to; steps++) {
        const road = network.roads[network.firstRoad(at, to)];
        at = road.from === at ? road.to : road.from;
        expect(steps).toBeLessThan(network.towns.length);
      }
      expect(network.distance(0, to)).toBeLessThan(500_000);
    }
  });

  it('draws roads over land only, from town to town, with bends that can be driven', () => {
    const land = loadLand();
    for (const { roads, towns, projection } of networks.values()) {
      for (const road of roads) {
        const { points } = road;
        expect(Math.hypot(points[0] - towns[road.from].x, points[1] - towns[road.from].y)).toBeLessThan(1);
        expect(
          Math.hypot(points[points.length - 2] - towns[road.to].x, points[points.length - 1] - towns[road.to].y),
        ).toBeLessThan(1);
        expect(road.length).toBeLessThan(75_000);
        for (let index = 0; index < points.length; index += 16) {
          projection.toGlobe(points[index], points[index + 1]);
          expect(land.isLand(projection.latitude, projection.longitude)).toBe(true);
        }
        for (let index = 2; index < points.length - 2; index += 2) {
          const before = Math.atan2(points[index + 1] - points[index - 1], points[index] - points[index - 2]);
          const after = Math.atan2(points[index + 3] - points[index + 1], points[index + 2] - points[index]);
          const turn = Math.abs(Math.atan2(Math.sin(after - before), Math.cos(after - before)));
          expect(turn).toBeLessThan(0.6);
        }
      }
    }
  });

  it('keeps streets apart and on land', () => {
    const land = loadLand();
    for (const { towns, projection, streets } of networks.values()) {
      // Real streets have no grid.
      if (streets) continue;
      for (const town of towns) {
        const at = { x: 0, y: 0 };
        const next = { x: 0, y: 0 };
        for (const line of [-town.reach, 0, town.reach - 1]) {
          crossing(town, line, line, at);
          crossing(town, line + 1, line, next);
          expect(Math.hypot(next.x - at.x, next.y - at.y)).toBeGreaterThan(40);
          expect(Math.hypot(next.x - at.x, next.y - at.y)).toBeLessThan(330);
          projection.toGlobe(at.x, at.y);
          expect(land.isLand(projection.latitude, projection.longitude)).toBe(true);
        }
      }
    }
  });

  it('is the same on every start', () => {
    const again = loadNetworks(['lyon', 'kazan']);
    for (const key of ['lyon', 'kazan'] as const) {
      expect(again.get(key)?.towns).toEqual(networks.get(key)?.towns);
      expect(again.get(key)?.roads).toEqual(networks.get(key)?.roads);
    }
  });
});

describe('real streets', () => {
  const liechtenstein = () => {
    const network = networks.get('liechtenstein');
    if (!network?.streets) throw new Error('Liechtenstein has no streets');
    return { ...network, streets: network.streets };
  };
  const crossingOf = (name: string): number => {
    const { towns, streets } = liechtenstein();
    return streets.around(towns.findIndex((town) => town.name === name))[0];
  };

  it('join the municipalities where they lie', () => {
    const { towns, projection } = liechtenstein();
    expect(towns.map(({ name }) => name)).toEqual(expect.arrayContaining(['Vaduz', 'Schaan', 'Balzers', 'Ruggell']));
    const vaduz = towns.find(({ name }) => name === 'Vaduz');
    projection.toGlobe(vaduz?.x ?? 0, vaduz?.y ?? 0);
    expect(distance(projection.latitude, projection.longitude, 47.1393, 9.5228)).toBeLessThan(500);
  });

  it('lead from every crossing to every other, without gaps, and quicker along larger roads', () => {
    const { streets } = liechtenstein();
    const ends = Array.from({ length: 40 }, (_, index) => (index * 7_919) % streets.crossings);
    for (const [index, from] of ends.entries()) {
      const to = ends[(index + 1) % ends.length];
      let [x, y] = [streets.x[from], streets.y[from]];
      const route = streets.route(from, to);
      for (const { points, length } of route) {
        expect(Math.hypot(points[0] - x, points[1] - y)).toBeLessThan(0.5);
        expect(length).toBeGreaterThan(0);
        [x, y] = [points[points.length - 2], points[points.length - 1]];
      }
      expect(Math.hypot(streets.x[to] - x, streets.y[to] - y)).toBeLessThan(0.5);
    }
    const [south, north] = [crossingOf('Balzers'), crossingOf('Ruggell')];
    const route = streets.route(south, north);
    const metres = (isWanted: (limit: number) => boolean): number =>
      route.reduce((sum, { length, limit }) => sum + (isWanted(limit) ? length : 0), 0);
    // By road it is some 25 km, nearly all of it on main roads.
    expect(metres(() => true)).toBeGreaterThan(20_000);
    expect(metres(() => true)).toBeLessThan(32_000);
    expect(metres((limit) => limit > 45 / 3.6) / metres(() => true)).toBeGreaterThan(0.8);
    expect(streets.route(south, south)).toEqual([]);
  });
});

describe('land', () => {
  it('knows cities from seas', () => {
    const land = loadLand();
    for (const { latitude, longitude } of [REGIONS.shiraz, REGIONS.moscow, REGIONS.lyon])
      expect(land.isLand(latitude, longitude)).toBe(true);
    for (const [latitude, longitude] of [
      [26, 52],
      [45, -30],
      [54.5, 3],
      [42.5, 39],
    ])
      expect(land.isLand(latitude, longitude)).toBe(false);
  });
});

describe('projection', () => {
  it('comes back to where it began, and keeps lengths', () => {
    const projection = new Projection(55.75, 37.62);
    for (const [latitude, longitude] of [
      [55.75, 37.62],
      [56.6, 38.9],
      [54.9, 36.1],
      [55.75, 39.2],
    ]) {
      const [x, y] = projection.toMap(latitude, longitude);
      projection.toGlobe(x, y);
      expect(projection.latitude).toBeCloseTo(latitude, 9);
      expect(projection.longitude).toBeCloseTo(longitude, 9);
      const ratio = Math.hypot(x, y) / Math.max(1, distance(55.75, 37.62, latitude, longitude));
      if (x !== 0) expect(Math.abs(ratio - 1)).toBeLessThan(2e-4);
    }
  });

  it("turns the map's north into the true one", () => {
    const projection = new Projection(55.75, 37.62);
    projection.toGlobe(100_000, 0);
    const { latitude, longitude, convergence } = projection;
    projection.toGlobe(100_000, 10);
    // Due north on the map leads a little east or west of true north, by just the convergence.
    const east = (projection.longitude - longitude) * Math.cos((latitude * Math.PI) / 180);
    const course = (Math.atan2(east, projection.latitude - latitude) * 180) / Math.PI;
    expect(course).toBeCloseTo(convergence, 2);
    expect(Math.abs(convergence)).toBeGreaterThan(1);
  });
});
