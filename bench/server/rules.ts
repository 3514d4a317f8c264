import { UnitDetector } from '../../server/pipeline/unitDetector.ts';
import type { UnitSetup } from '../../server/pipeline/setup.ts';
import { SECOND } from '../../src/domain/base/index.ts';
import {
  DEFAULT_FILTERS,
  DEFAULT_FUEL,
  DEFAULT_TRIP_DETECTOR,
  ZoneIndex,
  type WatchedRule,
  type Zone,
  type ZoneLayer,
} from '../../src/domain/detection/index.ts';
import { probeOf, type LonLat } from '../../src/domain/geometry/index.ts';
import { sensorPlaces } from '../../src/domain/rule/index.ts';
import { NO_TABLE, SensorSet } from '../../src/domain/sensor/index.ts';
import type { TrackColumns } from '../../src/domain/telemetry/index.ts';
import { Country, numbers } from '../support/country.ts';
import { FleetReports, type RoundSize } from '../support/fleetReports.ts';
import { mixedRules, placeSetsOf, type MixedRule } from '../support/mixedRules.ts';
import type { Table } from '../support/table.ts';
import { UsualRules } from '../usual/everyRule.ts';

const ZONES = 10_000;
const RULES = 200;
const UNITS = 10_000;
/** Detection looks every two seconds: of a unit that reports each second it finds two reports. */
const SIZE: RoundSize = { units: UNITS, rows: 2, step: SECOND };
const [WARM, ROUNDS] = [3, 12];
/** Trackers that send their position each second, and what they measure every ten. */
const SPARSE: RoundSize = { ...SIZE, fullEvery: 10 };
const EVER = [{ from: Number.NEGATIVE_INFINITY, to: Number.POSITIVE_INFINITY }];
/** The usual way is so slow that a part of the fleet suffices. */
const USUAL = { units: 500, rounds: 4 };
const START = Date.UTC(2026, 10, 2, 8);

const SETUP: UnitSetup = {
  key: 'bench',
  trips: { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4 },
  learnsSatellites: false,
  fuel: DEFAULT_FUEL,
  filters: DEFAULT_FILTERS,
  set: SensorSet.ofDevices([
    (
      [
        ['fuel_level', 'Tank', 'fuel_level'],
        ['coolant_temperature', 'Coolant', 'coolant_temperature'],
        ['temperature', 'Cargo', 'temperature_1'],
        ['external_voltage', 'Power', 'external_voltage'],
      ] as const
    ).map(([type, name, parameter]) => ({
      type,
      name,
      parameter,
      data_type: 'number' as const,
      multiplier: 1,
      minimum: null,
      maximum: null,
      table: NO_TABLE,
    })),
  ]),
};

/** What is run for every unit. */
interface Load {
  readonly rules: readonly MixedRule[];
  readonly layers: readonly ZoneLayer[];
  /**
   * Rules hear reports that carry nothing of what they read as well: they do where a span bounds what their account
   * sees.
   */
  readonly hearsAll?: boolean;
}

function detectorsOf({ rules, layers, hearsAll = false }: Load): UnitDetector[] {
  const watching = rules.flatMap(({ test, places, limits }, ruleId): WatchedRule[] => {
    const sensors = sensorPlaces(test, (name) => SETUP.set.placeOf(name));
    return sensors ? [{ ruleId, from: START, test, sensors, places, limits, sight: hearsAll ? EVER : null }] : [];
  });
  return Array.from(
    { length: UNITS },
    () => new UnitDetector(SETUP, { watching, isAnyAtWork: false }, { layers }, null),
  );
}

/** CPU of this thread and what else it led to. */
interface Cost {
  /** µs a report. */
  readonly cpu: number;
  /** Bytes a unit. */
  readonly memory: number;
  readonly firings: number;
}

function measured(load: Load, reports: FleetReports): Cost {
  globalThis.gc?.();
  const before = process.memoryUsage().heapUsed;
  const detectors = detectorsOf(load);
  globalThis.gc?.();
  const memory = (process.memoryUsage().heapUsed - before) / UNITS;
  let [spent, count, firings] = [0, 0, 0];
  for (let round = 0; round < WARM + ROUNDS; round++) {
    const tracks = reports.round(round);
    const began = process.cpuUsage();
    for (const [unit, detector] of detectors.entries()) take(detector, tracks[unit]);
    const { user, system } = process.cpuUsage(began);
    if (round >= WARM) [spent, count] = [spent + user + system, count + UNITS * SIZE.rows];
    for (const detector of detectors) {
      firings += detector.rules.found.length;
      // As if all was stored.
      detector.written();
    }
  }
  return { cpu: spent / count, memory, firings };
}

/** As the pipeline does with what was committed, and with time that passes. */
function take(detector: UnitDetector, track: TrackColumns): void {
  detector.accept(track);
  detector.until(track.times[track.count - 1]);
}

/** The usual way, of a part of the fleet. */
function usual(rules: readonly MixedRule[], rings: readonly LonLat[][], reports: FleetReports): number {
  const watch = new UsualRules(rules, rings, SETUP.set);
  let [spent, count] = [0, 0];
  for (let round = 0; round < USUAL.rounds; round++) {
    const tracks = reports.round(round).slice(0, USUAL.units);
    const began = process.cpuUsage();
    for (const track of tracks) watch.accept(track);
    const { user, system } = process.cpuUsage(began);
    if (round > 0) [spent, count] = [spent + user + system, count + USUAL.units * SIZE.rows];
  }
  if (watch.firings === 0) throw new Error('No rule fired');
  return spent / count;
}

/** 200 rules of mixed kinds at each of 10,000 units that report every second. One thread. */
export function serverRules(): Promise<Table[]> {
  const random = numbers(5);
  const country = new Country(random);
  const rings = Array.from({ length: ZONES }, (_, index) => country.ring(index));
  const probes = rings.map((ring) => probeOf({ type: 'polygon', coordinates: [ring] }));
  const zones = probes.map((probe, id): Zone => ({ id, key: `${id}`, probe, minimumStay: 0 }));
  const layers = [{ index: new ZoneIndex(zones), sight: null }];
  const rules = placeSetsOf(mixedRules(RULES, ZONES), probes);
  const reports = new FleetReports(country, random, SIZE, START);
  const bare = measured({ rules: [], layers: [] }, reports);
  const ruled = measured({ rules, layers: [] }, reports);
  const whole = measured({ rules, layers }, reports);
  if (ruled.firings === 0) throw new Error('No rule fired');
  const theirs = usual(rules, rings, reports);
  const sparse = new FleetReports(country, random, SPARSE, START);
  const [sparseBare, sparseAll, sparseOurs] = [
    measured({ rules: [], layers: [] }, sparse),
    measured({ rules, layers: [], hearsAll: true }, sparse),
    measured({ rules, layers: [] }, sparse),
  ];
  const inputs = { all: sparseAll.cpu - sparseBare.cpu, own: sparseOurs.cpu - sparseBare.cpu };
  return Promise.resolve([tableOf({ bare, ruled, whole, theirs, inputs })]);
}

interface Costs {
  readonly bare: Cost;
  readonly ruled: Cost;
  readonly whole: Cost;
  readonly theirs: number;
  /** Of sparse reports, µs: rules hear all of them, or those that carry something of what they read. */
  readonly inputs: { readonly all: number; readonly own: number };
}

function tableOf({ bare, ruled, whole, theirs, inputs }: Costs): Table {
  const fleet = `${RULES} rules at each of ${UNITS.toLocaleString('en')} units`;
  return {
    title: 'Rules on steady reports, CPU of one thread',
    rows: [
      {
        measure: `${fleet}: a report`,
        usual: theirs,
        ours: ruled.cpu - bare.cpu,
        unit: 'µs',
        note: 'theirs: every rule evaluated for every report as an object, states in a map, turf for places; ours the difference to detection without rules, with restarts, late reports and time between reports provided for',
      },
      {
        measure: `${fleet}, of ten reports nine with a position alone: a report`,
        usual: inputs.all,
        ours: inputs.own,
        unit: 'µs',
        note: 'theirs: the same code, each rule evaluated for every report; ours: not where a report carries nothing of what it reads',
      },
      {
        measure: `trips, fuel, ${fleet} and ${ZONES.toLocaleString('en')} zones: a report`,
        usual: null,
        ours: whole.cpu,
        unit: 'µs',
        bar: { atMost: 80 },
        note: `detection alone, without taking reports in and storing them; of it trips, fuel and reading ${bare.cpu.toFixed(1)}`,
      },
      {
        measure: `memory of ${RULES} rules a unit`,
        usual: null,
        ours: (ruled.memory - bare.memory) / 1_000,
        unit: 'kB',
      },
    ],
  };
}
