import { deflateRawSync } from 'node:zlib';
import { booleanPointInPolygon } from '@turf/boolean-point-in-polygon';
import { polygon } from '@turf/helpers';
import { COORDINATE_SCALE, DAY, destination, MINUTE, SPEED_SCALE } from '../../src/domain/base/index.ts';
import type { LonLat } from '../../src/domain/geometry/index.ts';
import {
  ATTRIBUTES,
  encodeTrack,
  END_OF_BLOCKS,
  frameBlock,
  TRACK_FLAG,
  TrackBuilder,
} from '../../src/domain/telemetry/index.ts';
import type { BacktestWorld } from '../pages/backtest.ts';
import { DrivingFleet, START, STEP } from '../support/drivingFleet.ts';
import { RendererCpu } from '../support/browser.ts';
import { onStage } from '../support/pages.ts';
import type { Table } from '../support/table.ts';

const UNITS = 200;
/** The rule asks for a place, so that it begins to listen a day before. */
const DAYS = 8;
/** Units whose reports are parsed as JSON; the figure is of all. */
const PARSED = 4;
/** As trackers are configured: every ten seconds on the road, every five minutes at rest. */
const PARKED = 5 * MINUTE;
const LIMIT = 90;
const HOLD = 10_000;

/** A town: 24 corners, some 20 km wide. */
const RING = Array.from({ length: 25 }, (_, corner): LonLat => {
  const [north, east] = destination(50.5, 10.5, ((corner % 24) / 24) * 360, 8_000 + (corner % 3) * 1_000);
  return [east, north];
});

/** A rule in the browser on what 200 units reported in a week. */
export async function clientBacktest(): Promise<Table[]> {
  const fleet = new DrivingFleet(UNITS);
  const usual = byJson(fleet);
  let reports = 0;
  const units = Array.from({ length: UNITS }, (_, unit) => {
    const { bytes, count } = blocksOf(fleet, unit);
    reports += count;
    return Buffer.from(bytes).toString('base64');
  });
  const world: BacktestWorld = {
    from: START + DAY,
    to: START + DAYS * DAY,
    ring: RING,
    limit: LIMIT,
    hold: HOLD / 1_000,
  };
  const { first, edited } = await onStage((stage) =>
    stage.page('backtest', '', async (page) => {
      for (const [unit, bytes] of units.entries())
        await page.evaluate(([id, text]) => window.backtest.add(id, text), [unit + 1, bytes] as const);
      const cpu = await RendererCpu.of(page);
      const run = async (given: BacktestWorld) => {
        const before = cpu.read();
        const found = await page.evaluate((world) => window.backtest.run(world), given);
        const { main, workers } = cpu.read();
        return { ...found, cpu: main - before.main + workers - before.workers };
      };
      return { first: await run(world), edited: await run({ ...world, limit: LIMIT - 10 }) };
    }),
  );
  if (first.fired === 0 || edited.fired <= first.fired) throw new Error('The rule did not fire');
  const millions = (reports / 1e6).toFixed(1);
  return [
    {
      title: `A rule tried on the past in the browser: ${UNITS} units, a week, ${millions} million reports`,
      rows: [
        {
          measure: 'over 90 km/h outside a town for 10 s, after the blocks are there',
          usual: null,
          ours: first.milliseconds / 1_000,
          unit: 's',
          bar: { atMost: 2 },
          note: `blocks decoded, read and tried in workers; ${first.fired} events`,
        },
        {
          measure: 'the same, CPU of all threads',
          usual: usual * (UNITS / PARSED),
          ours: first.cpu / 1_000,
          unit: 's',
          note: `beside JSON route objects parsed and gone through (from ${PARSED} units)`,
        },
        {
          measure: 'the same after an edit',
          usual: null,
          ours: edited.milliseconds / 1_000,
          unit: 's',
          bar: { atMost: 2 },
          note: `${edited.fired} events; ${(edited.cpu / 1_000).toFixed(2)} s CPU`,
        },
        {
          measure: 'frames a second of the page meanwhile',
          usual: null,
          ours: Math.min(first.frames, edited.frames),
          unit: '/s',
          bar: { atLeast: 58 },
          note: `longest frame ${Math.round(Math.max(first.longest, edited.longest))} ms`,
        },
      ],
    },
  ];
}

/** Instants at which the unit reports, and what it says then. */
function* reportsOf(fleet: DrivingFleet, unit: number) {
  let last = Number.NEGATIVE_INFINITY;
  for (let at = START; at < START + DAYS * DAY; at += STEP) {
    const fix = fleet.report(unit, at);
    if (fix.speed === 0 && at - last < PARKED) continue;
    last = at;
    yield fix;
  }
}

/** Blocks of a day each, as the server stores and sends them. */
function blocksOf(fleet: DrivingFleet, unit: number): { bytes: Uint8Array; count: number } {
  const blocks: Uint8Array[] = [];
  const builder = new TrackBuilder();
  let count = 0;
  let day = Number.NaN;
  const finish = (): void => {
    const track = builder.finish();
    count += track.count;
    if (track.count > 0) blocks.push(frameBlock(encodeTrack(track, (body) => deflateRawSync(body))));
    builder.reset(unit + 1);
  };
  builder.reset(unit + 1);
  for (const fix of reportsOf(fleet, unit)) {
    const today = Math.floor(fix.time / DAY);
    if (today !== day && !Number.isNaN(day)) finish();
    day = today;
    builder.add(
      fix.time,
      Math.round(fix.longitude * COORDINATE_SCALE),
      Math.round(fix.latitude * COORDINATE_SCALE),
      Math.round(fix.speed * SPEED_SCALE),
      Math.round(fix.course * 10),
      fix.altitude,
      fix.satellites,
      TRACK_FLAG.hasPosition | TRACK_FLAG.valid,
      2,
      1,
    );
    builder.addBoolean(ATTRIBUTES.ignition.id, 'ignition', fix.attributes.get('ignition') === true);
    for (const name of ['external_voltage', 'battery_voltage', 'gsm_signal', 'odometer', 'digital_inputs'] as const) {
      const { id, scale } = ATTRIBUTES[name];
      builder.addWhole(id, name, scale, Math.round(Number(fix.attributes.get(name)) * scale));
    }
  }
  finish();
  return { bytes: Buffer.concat([...blocks, END_OF_BLOCKS]), count };
}

interface RouteObject {
  readonly fixTime: string;
  readonly valid: boolean;
  readonly latitude: number;
  readonly longitude: number;
  readonly speed: number;
}

/** CPU seconds in which the units' reports are parsed and the rule is looked for in them. */
function byJson(fleet: DrivingFleet): number {
  const texts = Array.from({ length: PARSED }, (_, unit) =>
    JSON.stringify([...map(reportsOf(fleet, unit), (fix) => jsonOf(unit, fix))]),
  );
  const town = polygon([RING.map((place) => [...place])]);
  const start = process.cpuUsage();
  let fired = 0;
  for (const text of texts) {
    let since: number | null = null;
    let firing = false;
    for (const { fixTime, valid, latitude, longitude, speed } of JSON.parse(text) as RouteObject[]) {
      const time = Date.parse(fixTime);
      const holds = valid && speed * 1.852 > LIMIT && !booleanPointInPolygon([longitude, latitude], town);
      if (!holds) [since, firing] = [null, false];
      else if (!firing && time - (since ??= time) >= HOLD) {
        firing = true;
        fired++;
      }
    }
  }
  if (fired === 0) throw new Error('The rule did not fire');
  const { user, system } = process.cpuUsage(start);
  return (user + system) / 1e6;
}

/** The shape in which open fleet servers answer for a route. */
function jsonOf(unit: number, fix: ReturnType<DrivingFleet['report']>): object {
  const time = new Date(fix.time).toISOString();
  return {
    id: fix.time + unit,
    deviceId: unit + 1,
    protocol: 'teltonika',
    serverTime: time,
    deviceTime: time,
    fixTime: time,
    outdated: false,
    valid: true,
    latitude: fix.latitude,
    longitude: fix.longitude,
    altitude: fix.altitude,
    speed: fix.speed / 1.852,
    course: fix.course,
    address: null,
    accuracy: 0,
    network: null,
    attributes: Object.fromEntries(fix.attributes),
  };
}

function* map<From, To>(items: Iterable<From>, of: (item: From) => To): Generator<To> {
  for (const item of items) yield of(item);
}
