import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { deflateRawSync } from 'node:zlib';
import { DAY, HOUR } from '../../src/domain/base/index.ts';
import { COORDINATE_SCALE, SPEED_SCALE } from '../../src/domain/base/index.ts';
import {
  ATTRIBUTES,
  encodeTrack,
  END_OF_BLOCKS,
  frameBlock,
  IGNITION,
  motionOf,
  packState,
  TRACK_FLAG,
  TrackBuilder,
  trackPart,
} from '../../src/domain/telemetry/index.ts';
import { createFleet, type ByteRange } from '../../src/streams/pipeline/index.ts';
import { BlockDecoder } from '../../src/streams/sources/history/decodeBlocks.ts';
import type { FilteredTrack } from '../../src/streams/sources/history/filtering.ts';
import { ReplayEngine } from '../../src/streams/sources/replay/replayEngine.ts';
import { buildChunk, rowCount, type TrackChunk, type UnitRows } from '../../src/streams/sources/replay/trackChunk.ts';
import { DrivingFleet, START, STEP } from '../support/drivingFleet.ts';
import { median } from '../support/median.ts';
import { type Table } from '../support/table.ts';

const POINTS = DAY / STEP;
/** Units whose day is encoded and decoded, and those whose day is parsed as JSON; figures are a point. */
const ENCODED = 100;
const PARSED = 8;
/** Rounds of both, of which the median counts: a single one is a third more or less, as the machine happens to be. */
const ROUNDS = 30;
const PLAYED = 1_000;
const SEEKS = 200;
const FRAMES = 600;
const FRAME = 1_000 / 60;

setFlagsFromString('--expose_gc');
const collect = runInNewContext('gc') as () => void;

interface Measured {
  readonly bytes: number;
  readonly decode: number;
  readonly memory: number;
}

type Part = 'core' | 'all';

/** A fleet's day: what it weighs, how fast it is there, and playing it. */
export async function clientHistory(): Promise<Table[]> {
  const day = (DAY / STEP) * PLAYED;
  const usual = { core: measureJson('core'), all: measureJson('all') };
  const ours = { core: measureBlocks('core'), all: measureBlocks('all') };
  const replay = playing();
  const seconds = ({ decode }: Measured): number => (decode * day) / 1_000;
  return [
    {
      title: 'A recorded day of 1,000 units, 8.64 million points',
      rows: [
        {
          measure: 'bytes a point, what the player asks for',
          usual: usual.all.bytes,
          ours: ours.core.bytes,
          unit: 'B',
          bar: { ratio: 80 },
          note: 'route objects with all columns, as open servers answer, beside the core columns of day blocks',
        },
        {
          measure: 'bytes a point, the same core columns',
          usual: usual.core.bytes,
          ours: ours.core.bytes,
          unit: 'B',
          bar: { atMost: 4 },
          note: 'time, position, speed, course, valid, ignition on both sides',
        },
        {
          measure: 'bytes a point, all columns',
          usual: usual.all.bytes,
          ours: ours.all.bytes,
          unit: 'B',
          bar: { ratio: 80 },
        },
        {
          measure: 'decode the day to play it, CPU',
          usual: seconds(usual.all),
          ours: seconds(ours.core),
          unit: 's',
          bar: { ratio: 80 },
          note: `route objects with all columns beside core columns, to chunks ready to play; medians of ${ROUNDS} times ${PARSED} and ${ENCODED} units; a worker's thread in the product`,
        },
        {
          measure: 'the same core columns on both sides, CPU',
          usual: seconds(usual.core),
          ours: seconds(ours.core),
          unit: 's',
        },
        {
          measure: 'all columns on both sides, CPU',
          usual: seconds(usual.all),
          ours: seconds(ours.all),
          unit: 's',
          note: 'ours: as charts and exports of a unit read it',
        },
        { measure: 'memory a point', usual: usual.all.memory, ours: ours.core.memory, unit: 'B', bar: { ratio: 20 } },
        {
          measure: 'memory a point, the same core columns',
          usual: usual.core.memory,
          ours: ours.core.memory,
          unit: 'B',
        },
        {
          measure: 'seek of 1,000 units to any instant',
          usual: null,
          ours: replay.seek,
          unit: 'ms',
          bar: { atMost: 2 },
          note: 'median of 200',
        },
        ...replay.rates.map(({ rate, cost }) => ({
          measure: `playing 1,000 units at ${rate}×, a frame`,
          usual: null,
          ours: cost,
          unit: 'ms',
          ...(rate === 1_000 ? { bar: { atMost: 0.5 } } : {}),
        })),
      ],
    },
  ];
}

function measureJson(part: Part): Measured {
  const fleet = new DrivingFleet(PARSED);
  const point = part === 'all' ? jsonPoint : jsonCore;
  const texts = Array.from({ length: PARSED }, (_, unit) =>
    JSON.stringify(Array.from({ length: POINTS }, (_point, place) => point(fleet, unit, START + place * STEP))),
  );
  const costs: number[] = [];
  let parsed: { fixTime: string; time?: number }[][] = [];
  let before = 0;
  for (let round = 0; round < ROUNDS; round++) {
    parsed = [];
    before = kept();
    const start = process.cpuUsage();
    parsed = texts.map((text) => JSON.parse(text) as { fixTime: string; time?: number }[]);
    for (const points of parsed) for (const each of points) each.time = Date.parse(each.fixTime);
    costs.push(spent(start));
  }
  const decode = median(costs);
  const memory = kept() - before;
  const points = PARSED * POINTS;
  if (parsed.some((each) => each.length !== POINTS)) throw new Error('Points are missing');
  return {
    bytes: texts.reduce((sum, text) => sum + text.length, 0) / points,
    decode: decode / points,
    memory: memory / points,
  };
}

/** The shape in which open fleet servers answer for a route. */
function jsonPoint(fleet: DrivingFleet, unit: number, at: number): object {
  const fix = fleet.report(unit, at);
  const time = new Date(at).toISOString();
  return {
    id: unit * POINTS + at / STEP,
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

/** The columns of a block's core and no others: what a server would answer that knew what a player needs. */
function jsonCore(fleet: DrivingFleet, unit: number, at: number): object {
  const { latitude, longitude, speed, course, attributes } = fleet.report(unit, at);
  return {
    fixTime: new Date(at).toISOString(),
    valid: true,
    latitude,
    longitude,
    speed,
    course,
    ignition: attributes.get('ignition'),
  };
}

function measureBlocks(part: Part): Measured {
  const fleet = new DrivingFleet(ENCODED);
  const whole = Array.from({ length: ENCODED }, (_, unit) => encodeDay(fleet, unit));
  const blocks = whole.map((block) => frameBlock(trackPart(block, part)));
  const costs: number[] = [];
  const read = part === 'core' ? () => readChunk(blocks) : () => readTracks(blocks);
  // Both sides start on an empty heap: neither pays for what the other left.
  collect();
  let memory = 0;
  for (let round = 0; round < ROUNDS; round++) {
    const start = process.cpuUsage();
    memory = read();
    costs.push(spent(start));
  }
  const decode = median(costs);
  const points = ENCODED * POINTS;
  return {
    bytes: blocks.reduce((sum, block) => sum + block.length, 0) / points,
    decode: decode / points,
    memory: memory / points,
  };
}

/** Decodes the day to a chunk ready to play; answers its bytes. */
function readChunk(blocks: readonly Uint8Array[]): number {
  const decoder = new BlockDecoder({ kind: 'chunk', span: { from: START, to: START + DAY } });
  for (const block of blocks) decoder.push(block);
  decoder.push(END_OF_BLOCKS);
  const chunk = decoder.finish() as TrackChunk;
  if (rowCount(chunk) !== ENCODED * POINTS) throw new Error('Points are missing');
  const columns = [chunk.unitIds, chunk.starts, chunk.offsets, chunk.longitudes, chunk.latitudes, chunk.states];
  return columns.reduce((sum, column) => sum + column.byteLength, 0);
}

/** Decodes each unit's day with all its attributes; answers the bytes of their values. */
function readTracks(blocks: readonly Uint8Array[]): number {
  let bytes = 0;
  for (const [unit, block] of blocks.entries()) {
    const decoder = new BlockDecoder({ kind: 'track', unitId: unit + 1, span: { from: START, to: START + DAY } });
    decoder.push(block);
    decoder.push(END_OF_BLOCKS);
    const track = (decoder.finish() as FilteredTrack).track;
    if (track.count !== POINTS) throw new Error('Points are missing');
    bytes += track.times.byteLength + track.attributes.reduce((sum, { values }) => sum + values.byteLength, 0);
  }
  return bytes;
}

function encodeDay(fleet: DrivingFleet, unit: number): Uint8Array {
  const builder = new TrackBuilder();
  builder.reset(unit + 1);
  for (let place = 0; place < POINTS; place++) {
    const fix = fleet.report(unit, START + place * STEP);
    const number = (
      name: 'external_voltage' | 'battery_voltage' | 'gsm_signal' | 'odometer' | 'digital_inputs',
    ): void => {
      const { id, scale } = ATTRIBUTES[name];
      builder.addWhole(id, name, scale, Math.round(Number(fix.attributes.get(name)) * scale));
    };
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
    for (const name of ['external_voltage', 'battery_voltage', 'gsm_signal', 'odometer', 'digital_inputs'] as const)
      number(name);
  }
  return encodeTrack(builder.finish(), (body) => deflateRawSync(body));
}

/** Seeks and plays with the product's engine over hour chunks. */
function playing(): { seek: number; rates: { rate: number; cost: number }[] } {
  const driving = new DrivingFleet(PLAYED);
  const units = Array.from({ length: PLAYED }, (_, unit) => unitRows(driving, unit));
  const engine = new ReplayEngine();
  const fleet = createFleet({ capacity: PLAYED, epoch: START });
  for (let from = START; from < START + DAY; from += HOUR)
    engine.insert(buildChunk({ from, to: from + HOUR }, units), null);
  const ranges: ByteRange[] = [];
  const show = (instant: number, rate: number): number => {
    const start = performance.now();
    if (!engine.advance(instant, rate, fleet)) throw new Error('The chunk is not there');
    fleet.takeRanges(ranges);
    return performance.now() - start;
  };
  const seeks: number[] = [];
  for (let seek = 0; seek < SEEKS; seek++)
    seeks.push(show(START + ((seek * 0.381_966) % 1) * (DAY - HOUR), -1 + (seek % 2) * 2));
  const rates = [1, 60, 1_000].map((rate) => {
    let instant = START + 2 * HOUR;
    show(instant, rate);
    let cost = 0;
    for (let frame = 0; frame < FRAMES; frame++) cost += show((instant += FRAME * rate), rate);
    return { rate, cost: cost / FRAMES };
  });
  return { seek: median(seeks), rates };
}

function unitRows(fleet: DrivingFleet, unit: number): UnitRows {
  const rows = {
    unitId: unit + 1,
    times: new Float64Array(POINTS),
    longitudes: new Int32Array(POINTS),
    latitudes: new Int32Array(POINTS),
    states: new Uint32Array(POINTS),
  };
  for (let place = 0; place < POINTS; place++) {
    // Units report at different moments of the ten seconds.
    const fix = fleet.report(unit, START + place * STEP + ((unit * 7_919) % STEP));
    rows.times[place] = fix.time;
    rows.longitudes[place] = Math.round(fix.longitude * COORDINATE_SCALE);
    rows.latitudes[place] = Math.round(fix.latitude * COORDINATE_SCALE);
    rows.states[place] = packState(fix.speed, fix.course, motionOf(true, fix.speed, IGNITION.on), IGNITION.on, false);
  }
  return rows;
}

/** CPU milliseconds since `start`, helpers of the engine included. */
function spent(start: NodeJS.CpuUsage): number {
  const used = process.cpuUsage(start);
  return (used.user + used.system) / 1_000;
}

function kept(): number {
  collect();
  return process.memoryUsage().heapUsed;
}
