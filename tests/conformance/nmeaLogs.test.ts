import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import { describe, expect, it } from 'vitest';
import { createNmea, encodeNmeaIdentifier } from '../../server/ingest/protocols/nmea/index.ts';
import { RecordingIntake, type RecordedFix } from '../../server/ingest/testing/recordingIntake.ts';
import { openSession } from '../../server/ingest/testing/streams.ts';
import { DAY } from '../../src/domain/base/index.ts';

/**
 * Logs of real receivers with the reading of another program (gpsd) beside each. Set WAYLINE_REAL_DATA to the folder
 * that holds traces/nmea-gpsd; without it, ../shared/data beside the repository is tried, and the suite is skipped.
 */
const DATA = process.env.WAYLINE_REAL_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
const FOLDER = path.join(DATA, 'traces', 'nmea-gpsd');
/** Degrees; both read ten-thousandths of a minute or finer. */
const NEAR = 0.000002;
/** km/h; the other program writes metres a second with three decimals. */
const SAME_SPEED = 0.005;
const KMH = 3.6;
/**
 * The other program was run with a clock of its own, and takes dates from before that for one turn of the week counter
 * later.
 */
const ROLLOVER = 1024 * 7 * DAY;

interface Reading {
  time?: string;
  lat?: number;
  lon?: number;
  speed?: number;
  mode: number;
}

/** Readings by instant: a fix is reported again with each of its sentences. */
type Readings = ReadonlyMap<number, readonly Reading[]>;

interface Exception {
  /** Our reports whose instant the other program does not have. */
  readonly ours: readonly string[];
  /** Its readings whose instant we do not have. */
  readonly theirs?: readonly string[];
  readonly why: string;
}

const STARTS = 'the other program has its first place before it trusts the date, and shows it without a time';
const SKIPS = 'the other program shows nothing for this fix, whose sentences are whole';
const ENDS = 'the log breaks off within the last fix, for whose end the other program waits';

/** All that is read otherwise, with the reason. */
const EXCEPTIONS: Readonly<Record<string, Exception>> = {
  'beidou-bd.log': { ours: ['2015-02-25T07:41:55.799Z'], why: STARTS },
  'beidou-gb.log': { ours: ['2015-03-02T05:32:32.438Z'], why: STARTS },
  'bt451.log': {
    ours: [
      '2009-12-09T15:25:04.500Z',
      '2009-12-09T15:25:08.500Z',
      '2009-12-09T14:33:06.000Z',
      '2009-12-09T14:33:08.500Z',
    ],
    theirs: ['2029-07-26T14:33:06.000Z'],
    why: 'two logs in one: the clock goes back by an hour, which the other program takes for the next day; both begin and end within a fix',
  },
  'garmin48.log': { ours: ['2001-06-06T22:53:09.000Z'], why: SKIPS },
  'gp-320fw-2019-04-06-overflow.log': {
    ours: ['2019-04-06T23:57:23.020Z', '2019-04-06T23:57:26.020Z'],
    why: `${STARTS}; ${SKIPS}`,
  },
  'gp-320fw-2019-04-07-coldboot.log': { ours: ['2019-04-07T00:03:43.030Z'], why: SKIPS },
  'gps-360.log': { ours: ['2006-07-28T02:16:25.949Z'], why: ENDS },
  'gr601-w.log': { ours: ['2013-10-24T14:32:51.000Z'], why: STARTS },
  'humminbird-M37.log': { ours: ['2006-09-16T19:41:02.000Z', '2006-09-16T19:41:04.000Z'], why: SKIPS },
  'isync.log': { ours: ['2016-02-03T13:15:30.000Z'], why: ENDS },
  'motorola-t805.log': { ours: ['2007-12-18T21:26:14.879Z'], why: STARTS },
  'mtk-3301.log': { ours: ['2008-08-23T08:14:36.000Z'], why: STARTS },
  'myguide-3100.log': { ours: ['2009-10-08T10:50:29.800Z'], why: STARTS },
  'rst39.log': { ours: ['2014-02-19T20:41:32.100Z'], why: SKIPS },
  'tr737A+.log': { ours: ['2011-11-11T07:17:36.000Z'], why: STARTS },
  'triton400.log': {
    ours: ['2013-04-01T03:01:30.000Z'],
    why: 'the GGA of this fix is cut short, so that its GLL alone has it, for which the other program waits',
  },
  'venus634lp.log': { ours: ['2010-02-05T08:50:32.000Z', '2010-02-05T08:50:38.000Z'], why: `${STARTS}; ${ENDS}` },
};

function theirReadings(file: string): Readings {
  const text = existsSync(file)
    ? readFileSync(file, 'latin1')
    : gunzipSync(readFileSync(`${file}.gz`)).toString('latin1');
  const readings = new Map<number, Reading[]>();
  for (const line of text.split('\n').filter((each) => each.startsWith('{"class":"TPV"'))) {
    const reading = JSON.parse(line) as Reading;
    if (reading.time === undefined) continue;
    const time = Date.parse(reading.time);
    readings.set(time, [...(readings.get(time) ?? []), reading]);
  }
  return readings;
}

function read(file: string): RecordingIntake {
  const intake = new RecordingIntake();
  const { session } = openSession(createNmea(), intake);
  session.receive(encodeNmeaIdentifier('12345678'));
  session.receive(readFileSync(file));
  session.closed();
  return intake;
}

/** The other program's readings of the instant, in whichever turn of the week counter it puts it. */
const readingsAt = (readings: Readings, time: number): readonly Reading[] | undefined =>
  readings.get(time) ?? readings.get(time + ROLLOVER) ?? readings.get(time - ROLLOVER);

const isSamePlace = (reading: Reading, fix: RecordedFix): boolean =>
  Math.abs((reading.lat ?? Number.NaN) - fix.latitude) < NEAR &&
  Math.abs((reading.lon ?? Number.NaN) - fix.longitude) < NEAR;

/** Faults of one log, each as a line; empty when both programs read the same. */
function compare(name: string): { positions: number; speeds: number; faults: string[] } {
  const theirs = theirReadings(path.join(FOLDER, `${name}.chk`));
  const intake = read(path.join(FOLDER, name));
  const ours = intake.fixes.filter((fix) => fix.hasPosition && fix.valid);
  const faults = intake.malformedFrames
    .filter((frame) => frame.reason.includes('contradicts'))
    .map((frame) => `${name}: ${frame.reason}`);
  let speeds = 0;
  const times = new Set(ours.map((fix) => fix.time));
  const expected = EXCEPTIONS[name];
  const missing: string[] = [];
  for (const fix of ours) {
    const label = new Date(fix.time).toISOString();
    const found = readingsAt(theirs, fix.time);
    if (!found) missing.push(label);
    else if (!found.some((reading) => isSamePlace(reading, fix)))
      faults.push(`${name}: ${label} is at ${fix.latitude}, ${fix.longitude}`);
    if (!found || Number.isNaN(fix.speed)) continue;
    const recorded = found.flatMap(({ speed }) => (speed === undefined ? [] : [speed * KMH]));
    if (recorded.some((speed) => Math.abs(speed - fix.speed) < SAME_SPEED)) speeds++;
    else if (recorded.length > 0)
      faults.push(`${name}: ${label} moves at ${fix.speed} km/h, not at ${recorded.join(' or ')}`);
  }
  const absent = [...theirs].filter(
    ([time, readings]) =>
      readings.some(({ mode }) => mode > 1) && ![0, ROLLOVER, -ROLLOVER].some((shift) => times.has(time + shift)),
  );
  expect.soft(missing, `${name}: our reports that the other program does not have`).toEqual(expected?.ours ?? []);
  expect
    .soft(
      absent.map(([time]) => new Date(time).toISOString()),
      `${name}: readings of the other program that we do not have`,
    )
    .toEqual(expected?.theirs ?? []);
  return { positions: ours.length, speeds, faults };
}

describe.skipIf(!existsSync(FOLDER))('logs of real receivers', () => {
  const names = existsSync(FOLDER) ? readdirSync(FOLDER).filter((file) => file.endsWith('.log')) : [];

  it('give the places, times and speeds that another program reads', () => {
    const results = names.map(compare);
    const sum = (of: (result: (typeof results)[number]) => number): number =>
      results.reduce((total, result) => total + of(result), 0);
    console.table({
      receivers: names.length,
      positions: sum(({ positions }) => positions),
      speeds: sum(({ speeds }) => speeds),
    });
    expect(results.flatMap(({ faults }) => faults)).toEqual([]);
    expect(sum(({ positions }) => positions)).toBeGreaterThan(1000);
    expect(sum(({ speeds }) => speeds)).toBeGreaterThan(900);
    for (const [name, { why }] of Object.entries(EXCEPTIONS)) console.log(`  ${name}: ${why}`);
  });
});
