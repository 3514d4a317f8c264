import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateCourse, stateIgnition, stateSpeed } from '../../../domain/telemetry/index.ts';
import { readTime } from './csvColumns.ts';
import { openTrackFile } from './openTrackFile.ts';
import { FIRST_FILE_UNIT, type TrackFile } from './trackFile.ts';

const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer;

function opened(text: string, name = 'a.gpx'): TrackFile {
  const file = openTrackFile(name, bytes(text));
  if (!file.ok) throw new Error(JSON.stringify(file.error));
  return file.value;
}

function refused(text: string): unknown {
  const file = openTrackFile('a.gpx', bytes(text));
  return file.ok ? 'accepted' : file.error;
}

const gpx = (inner: string): string => `<?xml version="1.0"?>\n<gpx version="1.1" creator="test">\n${inner}\n</gpx>`;
const point = (lat: number | string, lon: number | string, inner = ''): string => `<trkpt lat="${lat}" lon="${lon}">${inner}</trkpt>`;

describe('GPX', () => {
  it('reads tracks with segments, names, speed in m/s and course, ordered and without doubles', () => {
    const file = opened(
      gpx(`<trk><name>Van &amp; co</name><trkseg>
        ${point(50, 10, '<time>2026-01-01T00:00:10Z</time><speed>10</speed><course>45</course>')}
        ${point(50, 9, '<time>2026-01-01T00:00:00Z</time><extensions><gpxtpx:TrackPointExtension><gpxtpx:speed>5</gpxtpx:speed></gpxtpx:TrackPointExtension></extensions>')}
      </trkseg><trkseg>${point(50, 10, '<time>2026-01-01T00:00:10Z</time>')}</trkseg></trk>
      <trk><trkseg>${point(51, 11, '<time>2026-01-01T00:01:00+01:00</time>')}</trkseg></trk>`),
      'drive.gpx',
    );
    expect(file.units.map(({ unitId, name }) => [unitId, name])).toEqual([[FIRST_FILE_UNIT, 'Van & co'], [FIRST_FILE_UNIT + 1, 'drive.gpx']]);
    const [{ rows }] = file.units;
    expect([...rows.times as Float64Array]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 0, 10)]);
    expect([stateSpeed(rows.states[0]), stateSpeed(rows.states[1]), stateCourse(rows.states[1])]).toEqual([18, 36, 45]);
    expect(file.span).toEqual({ from: Date.UTC(2025, 11, 31, 23, 1), to: Date.UTC(2026, 0, 1, 0, 0, 10) + 1 });
  });

  it('works out speed and course where the file has none', () => {
    const file = opened(gpx(`<trk><trkseg>${point(0, 0, '<time>2026-01-01T00:00:00Z</time>')}${point(0, 0.001, '<time>2026-01-01T00:00:10Z</time>')}</trkseg></trk>`));
    const { states } = file.units[0].rows;
    expect(stateSpeed(states[0])).toBeCloseTo(40, 0);
    expect(stateCourse(states[1])).toBe(90);
  });

  it('leaves out points it cannot place, naming line and column', () => {
    const file = opened(gpx(`<trk><trkseg>\n${point(50, 10, '<time>2026-01-01T00:00:00Z</time>')}\n  ${point(99, 10, '<time>2026-01-01T00:00:01Z</time>')}\n${point(50, 10, '<time>yesterday</time>')}\n</trkseg></trk>`));
    expect(file.skipped).toBe(2);
    expect(file.problems).toEqual([
      { key: 'file.badCoordinate', values: { line: 5, column: 3 } },
      { key: 'file.badTime', values: { line: 6, column: 1 } },
    ]);
  });

  it('refuses what is broken, dangerous or without tracks, and says where', () => {
    expect(refused('<gpx>\n<trk>\n</gpx>')).toMatchObject({ key: 'file.notXml', values: { line: 3 } });
    expect(refused('<?xml version="1.0"?>\n<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>')).toEqual({ key: 'file.forbiddenXml', values: { line: 2, column: 1 } });
    expect(refused(gpx('<wpt lat="1" lon="2"/>'))).toMatchObject({ key: 'file.noTrack' });
    expect(refused(gpx(`<trk><trkseg>${point(1, 2)}</trkseg></trk>`))).toMatchObject({ key: 'file.noTimes' });
    expect(refused('<kml/>')).toMatchObject({ key: 'file.noTrack' });
    expect(refused('')).toMatchObject({ key: 'file.unknownFormat' });
    expect(refused('PK\0\0')).toMatchObject({ key: 'file.unknownFormat' });
  });
});

describe('CSV', () => {
  it('finds columns by their usual names, in any order and unit, for several units', () => {
    const file = opened('Speed (mph);LNG;Lat;Device ID;Timestamp;ignition\n10;10,5;50,25;A;2026-01-01 00:00:00;on\n0;10,6;50,25;B;1767225610;off\n20;10,6;50,25;A;2026-01-01T00:00:10Z;1\n');
    expect(file.units.map(({ name }) => name)).toEqual(['A', 'B']);
    const [a, b] = file.units;
    expect([...a.rows.longitudes as Int32Array]).toEqual([105_000_000, 106_000_000]);
    expect(stateSpeed(a.rows.states[0])).toBeCloseTo(16, 0);
    expect(b.rows.times[0]).toBe(Date.UTC(2026, 0, 1, 0, 0, 10));
    expect([stateIgnition(a.rows.states[0]), stateIgnition(b.rows.states[0])]).toEqual([2, 1]);
  });

  it('puts date and time of day together and minds hemispheres and units in cells', () => {
    const file = opened('INDEX,DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W,SPEED\n1,2015/07/15,10:53:26.250,52.5,S,1.25,W,10 knots\n');
    const { rows } = file.units[0];
    expect(rows.times[0]).toBe(Date.UTC(2015, 6, 15, 10, 53, 26, 250));
    expect([rows.latitudes[0], rows.longitudes[0]]).toEqual([-525_000_000, -12_500_000]);
    expect(stateSpeed(rows.states[0])).toBeCloseTo(18.5, 1);
  });

  it('names line and column of rows it leaves out', () => {
    const file = opened('time,lat,lon\n2026-01-01T00:00:00Z,1,2\nnever,1,2\n2026-01-01T00:00:01Z,91,2\n2026-02-31T00:00:01Z,1,2\n');
    expect(file.skipped).toBe(3);
    expect(file.problems).toEqual([
      { key: 'file.badTime', values: { line: 3, column: 1 } },
      { key: 'file.badCoordinate', values: { line: 4, column: 2 } },
      { key: 'file.badTime', values: { line: 5, column: 1 } },
    ]);
  });

  it('says which column is missing', () => {
    expect(refused('lat,lon,ele\n1,2,3\n')).toEqual({ key: 'file.noColumn', values: { line: 1, column: 1, name: 'time' } });
    expect(refused('hello world')).toMatchObject({ key: 'file.noColumn', values: { name: 'latitude' } });
    expect(refused('time,lat,lon\n')).toMatchObject({ key: 'file.noTrack' });
  });

  it('reads text in UTF-16', () => {
    const text = '\ufefftime,lat,lon\n2026-01-01T00:00:00Z,1,2\n';
    const data = new Uint8Array([...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]));
    expect(openTrackFile('a.csv', data.buffer)).toMatchObject({ ok: true });
  });

  it.each([
    ['1767225600', Date.UTC(2026, 0, 1)],
    ['1767225600250', Date.UTC(2026, 0, 1) + 250],
    ['2026-01-01T03:30:00+03:30', Date.UTC(2026, 0, 1)],
    ['2026/1/1', Date.UTC(2026, 0, 1)],
    ['01.01.2026 00:00', Date.UTC(2026, 0, 1)],
    ['2026-01-01 25:00:00', Number.NaN],
    ['12', Number.NaN],
    ['', Number.NaN],
  ])('reads the time %s', (text, expected) => expect(readTime(text)).toBe(expected));
});

const real = join(process.env.WAYLINE_REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'), 'traces/import');

describe.skipIf(!existsSync(real))('files of real tools', () => {
  const read = (name: string) => {
    const data = readFileSync(join(real, name));
    return openTrackFile(name, data.buffer.slice(data.byteOffset, data.byteOffset + data.length) as ArrayBuffer);
  };

  it.each([
    ['gpxpy/korita-zbevnica.gpx', 2, null],
    ['togeojson/run_gpxtpx.gpx', 1, null],
    ['togeojson/apple_watch_route.gpx', 1, null],
    ['gpsbabel/track/garmin-edge-800-output.gpx', 1, null],
    ['gpsbabel/track/datalog.gpx', null, null],
    ['gpsbabel/track/mtk_logger_m241.csv', 1, null],
    ['gpsbabel/track/mtk_logger_bt-qt1000xt.csv', 1, null],
    ['gpsbabel/track/simint250m.csv', 1, null],
    ['gpsbabel/track/adddate.csv', 1, null],
    ['npm/stoplight-sample-ride.gpx', 1, null],
  ])('plays %s', (name, units, points) => {
    const file = read(name);
    if (!file.ok) throw new Error(JSON.stringify(file.error));
    if (units !== null) expect(file.value.units).toHaveLength(units);
    if (points !== null) expect(file.value.units[0].rows.times).toHaveLength(points);
    for (const { rows } of file.value.units) {
      const times = [...rows.times as Float64Array];
      expect(times.every((time, index) => index === 0 || time > times[index - 1])).toBe(true);
    }
    expect(file.value.span.to).toBeGreaterThan(file.value.span.from);
  });

  it('refuses a track of a logger that never knew the time', () => {
    expect(read('gpxpy/Mojstrovka.gpx')).toMatchObject({ ok: false, error: { key: 'file.badTime' } });
  });

  it('agrees on a track with the tool that wrote it in both formats', () => {
    const table = read('gpsbabel/track/mtk_logger_m241.csv');
    const xml = read('gpsbabel/track/mtk_logger_m241.gpx');
    if (!table.ok || !xml.ok) throw new Error('not read');
    const places = (file: TrackFile): Map<number, [number, number]> =>
      new Map(file.units.flatMap(({ rows }) => Array.from(rows.times, (time, row) => [Math.floor(time / 1_000), [rows.latitudes[row], rows.longitudes[row]]] as const)));
    const inTable = places(table.value);
    const common = [...places(xml.value)].filter(([time]) => inTable.has(time));
    expect(common.length).toBeGreaterThan(500);
    for (const [time, [latitude, longitude]] of common) {
      expect(Math.abs((inTable.get(time)?.[0] ?? 0) - latitude)).toBeLessThanOrEqual(20);
      expect(Math.abs((inTable.get(time)?.[1] ?? 0) - longitude)).toBeLessThanOrEqual(20);
    }
  });
});
