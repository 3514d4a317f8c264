import Supercluster from 'supercluster';
import { IGNITION, MOTION } from '../../src/domain/telemetry/index.ts';
import { DensityGrid, type GridView } from '../../src/map/layers/shared/densityGrid.ts';
import { InstanceReader } from '../../src/map/layers/shared/instances.ts';
import { createFleet } from '../../src/streams/pipeline/index.ts';
import { EPOCH, courseOf, latitudeOf, longitudeOf, timeOf } from '../pages/world.ts';
import type { Table } from '../support/table.ts';

const UNITS = 100_000;
/** What a screen of 1280 × 800 shows at each zoom; the first holds every unit. */
const WORLD: GridView = { west: -180, east: 180, south: -80, north: 80, zoom: 1.5 };
const EUROPE: GridView = { west: -10, east: 40, south: 35, north: 62, zoom: 4.6 };

/** Crowds of 100,000 moving units recounted, as it must be after every report. One thread, no page. */
export function clientDensity(): Promise<Table[]> {
  const usual = superclusters();
  const world = grids(WORLD);
  const europe = grids(EUROPE);
  const measure = `density of ${UNITS.toLocaleString('en')} moving units`;
  return Promise.resolve([
    {
      title: 'Density, CPU of one thread',
      rows: [
        {
          measure: `${measure}, whole world in view`,
          usual,
          ours: world,
          unit: 'ms',
          bar: { ratio: 200 },
          note: 'supercluster as map libraries use it: features made and its index, which is static, built; ours counts units where they are drawn and lists the bubbles',
        },
        { measure: `${measure}, Europe in view`, usual, ours: europe, unit: 'ms', bar: { ratio: 200 } },
        { measure: 'of a core, at four times a second', usual: null, ours: (world * 4) / 10, unit: '%' },
      ],
    },
  ]);
}

function superclusters(): number {
  return timed(5, 2, (round) => {
    const features = Array.from({ length: UNITS }, (_, unit) => ({
      type: 'Feature' as const,
      properties: { id: unit + 1 },
      geometry: { type: 'Point' as const, coordinates: [longitudeOf(unit, round), latitudeOf(unit, round)] },
    }));
    const index = new Supercluster({ radius: 50, maxZoom: 14 });
    index.load(features);
    if (index.getClusters([-180, -85, 180, 85], 1).length === 0) throw new Error('Nothing was clustered');
  });
}

function grids(view: GridView): number {
  const fleet = createFleet({ capacity: UNITS, epoch: EPOCH });
  for (const round of [0, 1]) {
    for (let unit = 0; unit < UNITS; unit++) {
      const fix = {
        longitude: longitudeOf(unit, round),
        latitude: latitudeOf(unit, round),
        time: timeOf(round),
        speed: 60,
        course: courseOf(unit, round),
        motion: MOTION.moving,
        ignition: IGNITION.on,
        late: false,
        idleSince: 0,
      };
      fleet.report(fleet.ensure(unit + 1), fix, timeOf(round), 10);
    }
  }
  const grid = new DensityGrid();
  const reader = new InstanceReader().attach(fleet);
  const start = (timeOf(1) - EPOCH) / 1_000;
  return timed(300, 300, (round) => {
    grid.rebuild(reader, start + round / 10, view);
    if (grid.bubbles(view.zoom).length === 0) throw new Error('Nothing was bundled');
  });
}

/**
 * CPU milliseconds of a round on this thread, after some that are not counted, so that neither neighbours nor the
 * compiler enter.
 */
function timed(rounds: number, warming: number, work: (round: number) => void): number {
  for (let round = 0; round < warming; round++) work(round);
  // Kernels count a thread's time in steps of some milliseconds: one reading for all rounds.
  const start = process.threadCpuUsage();
  for (let round = 0; round < rounds; round++) work(warming + round);
  const { user, system } = process.threadCpuUsage(start);
  return (user + system) / 1_000 / rounds;
}
