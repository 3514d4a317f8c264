import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { describe, expect, it } from 'vitest';
import { stateCourse, stateIgnition, stateSpeed } from '../../../domain/telemetry/index.ts';
import { readTime } from './csvTime.ts';
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
const point = (lat: number | string, lon: number | string, inner = ''): string =>
  `<trkpt lat="${lat}" lon="${lon}">${inner}</trkpt>`;

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
    expect(file.units.map(({ unitId, name }) => [unitId, name])).toEqual([
      [FIRST_FILE_UNIT, 'Van & co'],
      [FIRST_FILE_UNIT + 1, 'drive.gpx'],
    ]);
    const [{ rows }] = file.units;
    expect([...(rows.times as Float64Array)]).toEqual([Date.UTC(2026, 0, 1), Date.UTC(2026, 0, 1, 0, 0, 10)]);
    expect([stateSpeed(rows.states[0]), stateSpeed(rows.states[1]), stateCourse(rows.states[1])]).toEqual([18, 36, 45]);
    expect(file.span).toEqual({ from: Date.UTC(2025, 11, 31, 23, 1), to: Date.UTC(2026, 0, 1, 0, 0, 10) + 1 });
  });

  it('works out speed and course where the file has none', () => {
    const file = opened(
      gpx(
        `<trk><trkseg>${point(0, 0.001, '<time>2026-01-01T00:00:00Z</time>')}${point(0, 0.002, '<time>2026-01-01T00:00:10Z</time>')}</trkseg></trk>`,
      ),
    );
    const { states } = file.units[0].rows;
    expect(stateSpeed(states[0])).toBeCloseTo(40, 0);
    expect(stateCourse(states[1])).toBe(90);
  });

  it('leaves out points it cannot place, naming line and column', () => {
    const file = opened(
      gpx(
        `<trk><trkseg>\n${point(50, 10, '<time>2026-01-01T00:00:00Z</time>')}\n  ${point(99, 10, '<time>2026-01-01T00:00:01Z</time>')}\n${point(50, 10, '<time>yesterday</time>')}\n</trkseg></trk>`,
      ),
    );
    expect(file.skipped).toBe(2);
    expect(file.problems).toEqual([
      { key: 'file.badCoordinate', values: { line: 5, column: 3 } },
      { key: 'file.badTime', values: { line: 6, column: 1 } },
    ]);
  });

  it('refuses what is broken, dangerous or without tracks, and says where', () => {
    expect(refused('<gpx>\n<trk>\n</gpx>')).toMatchObject({ key: 'file.notXml', values: { line: 3 } });
    expect(refused('<?xml version="1.0"?>\n<!DOCTYPE gpx [<!ENTITY a "b">]><gpx/>')).toEqual({
      key: 'file.forbiddenXml',
      values: { line: 2, column: 1 },
    });
    for (const inner of ['<wpt lat="1" lon="2"/>', ''])
      expect(refused(gpx(inner))).toMatchObject({ key: 'file.gpxNoTrack' });
    expect(refused('<gpx/>')).toMatchObject({ key: 'file.gpxNoTrack' });
    expect(refused('<table/>')).toMatchObject({ key: 'file.unknownFormat' });
    expect(refused('')).toMatchObject({ key: 'file.unknownFormat' });
    expect(refused('PK\0\0')).toMatchObject({ key: 'file.unknownFormat' });
  });
});

describe('other formats', () => {
  it.each([
    ['KML', '<?xml version="1.0"?>\n<!-- a --><kml xmlns="http://www.opengis.net/kml/2.2"><Document>'],
    ['TCX', '<?xml version="1.0"?><ns:TrainingCenterDatabase>'],
    ['GeoJSON', '{"name":"a","type": "FeatureCollection","features":[]}'],
    ['JSON', '{"locations":[]}'],
    ['NMEA', '$GPRMC,032908.379,A,4231.829,N,08807.303,W,0.16,138.92,070898,,*14\n'],
    ['IGC', 'AXXXABC FLIGHT:1\r\nHFDTE160701\r\n'],
    ['OziExplorer', 'OziExplorer Track Point File Version 2.1\r\n'],
    ['FIT', '\x0e\x10\x64\x07(\x12\0\0.FIT'],
    ['ZIP (KMZ)', 'PK\x03\x04'],
  ])('%s is refused by its name', (format, text) => {
    expect(openTrackFile('ride', bytes(text))).toEqual({
      ok: false,
      error: { key: 'file.otherFormat', values: { name: 'ride', format } },
    });
  });
});

describe('pictures', () => {
  it.each([
    ['JPEG', [0xff, 0xd8, 0xff, 0xe1, 0, 0x10]],
    ['PNG', [0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a]],
    ['WebP', [0x52, 0x49, 0x46, 0x46, 1, 2, 3, 4, 0x57, 0x45, 0x42, 0x50]],
    ['HEIC', [0, 0, 0, 0x18, 0x66, 0x74, 0x79, 0x70, 0x68, 0x65, 0x69, 0x63]],
    ['BMP', [0x42, 0x4d, 1, 2, 0, 0]],
  ])('a %s is called one', (format, head) => {
    expect(openTrackFile('photo', Uint8Array.from(head).buffer)).toEqual({
      ok: false,
      error: { key: 'file.picture', values: { name: 'photo', format } },
    });
  });

  it('a table that begins with the letters of one is none', () => {
    const table = 'BM,latitude,longitude,time\n1,50,10,2026-01-01T00:00:00Z\n';
    expect(openTrackFile('a.csv', bytes(table))).toMatchObject({ ok: true });
  });
});

describe('a track without times', () => {
  it('is a line that stands at the instant of its opening, in the order of the file', () => {
    const file = openTrackFile('a.gpx', bytes(gpx(`<trk><trkseg>${point(1, 2)}${point(1, 3)}</trkseg></trk>`)), 5_000);
    if (!file.ok) throw new Error(JSON.stringify(file.error));
    const { isStill, span, units, skipped } = file.value;
    expect({ isStill, span, skipped }).toEqual({ isStill: true, span: { from: 5_000, to: 5_001 }, skipped: 0 });
    expect([...((units[0].line?.longitudes ?? []) as Int32Array)]).toEqual([20_000_000, 30_000_000]);
    expect([...(units[0].rows.longitudes as Int32Array)]).toEqual([30_000_000]);
  });

  it('is replayed as far as some points have one', () => {
    const timed = point(1, 3, '<time>2026-01-01T00:00:00Z</time>');
    const file = opened(gpx(`<trk><trkseg>${point(1, 2)}${timed}</trkseg></trk>`));
    expect([file.isStill, file.skipped, file.units[0].line]).toEqual([false, 1, null]);
  });
});

describe('what is left out', () => {
  it('is counted by its reason: 0/0, no time, and other places at one instant', () => {
    const at = (second: number): string => `<time>2026-01-01T00:00:0${second}Z</time>`;
    const file = opened(
      gpx(
        `<trk><trkseg>${point(0, 0, at(0))}${point(50, 10, at(1))}${point(50, 10, at(1))}${point(50, 11, at(1))}${point(50, 10)}${point(0, 10, at(2))}</trkseg></trk>`,
      ),
    );
    expect(file.units[0].rows.times).toHaveLength(2);
    expect(file.skipped).toBe(3);
    expect(file.reasons).toEqual([
      { key: 'file.zeroPosition', count: 1 },
      { key: 'file.noTime', count: 1 },
      { key: 'file.sameTime', count: 1 },
    ]);
    const table = opened(
      'time,lat,lon\n2026-01-01T00:00:00Z,0,0\n2026-01-01T00:00:01Z,1,2\n2026-01-01T00:00:01Z,1,3\n',
    );
    expect(table.reasons).toEqual([
      { key: 'file.zeroPosition', count: 1 },
      { key: 'file.sameTime', count: 1 },
    ]);
  });
});

describe('speeds without a unit', () => {
  /** A drive of 20 s each way at 20 m/s, a fix every 5 s, speeds written in one of a unit (km/h). */
  const drive = (unit: number, header = 'speed'): number => {
    const rows = Array.from(
      { length: 20 },
      (_, row) => `${1_767_225_600 + row * 5},50,${10 + row * 0.001399},${(72 / unit).toFixed(2)}`,
    );
    return stateSpeed(opened(`time,lat,lon,${header}\n${rows.join('\n')}\n`).units[0].rows.states[10]);
  };

  it('are km/h, knots or m/s, as far as the track goes', () => {
    for (const unit of [1, 1.852, 3.6]) expect(drive(unit), String(unit)).toBeCloseTo(72, 0);
  });

  it('are what the header says where it does', () => {
    expect(drive(1, 'speed_ms')).toBeCloseTo(259, 0);
    expect(drive(3.6, 'Speed [km/h]')).toBeCloseTo(20, 0);
  });

  it('are km/h where the track does not move', () => {
    expect(stateSpeed(opened('time,lat,lon,speed\n2026-01-01T00:00:00Z,1,2,10\n').units[0].rows.states[0])).toBe(10);
  });
});

describe('CSV', () => {
  it('finds columns by their usual names, in any order and unit, for several units', () => {
    const file = opened(
      'Speed (mph);LNG;Lat;Device ID;Timestamp;ignition\n10;10,5;50,25;A;2026-01-01 00:00:00;on\n0;10,6;50,25;B;1767225610;off\n20;10,6;50,25;A;2026-01-01T00:00:10Z;1\n',
    );
    expect(file.units.map(({ name }) => name)).toEqual(['A', 'B']);
    const [a, b] = file.units;
    expect([...(a.rows.longitudes as Int32Array)]).toEqual([105_000_000, 106_000_000]);
    expect(stateSpeed(a.rows.states[0])).toBeCloseTo(16, 0);
    expect(b.rows.times[0]).toBe(Date.UTC(2026, 0, 1, 0, 0, 10));
    expect([stateIgnition(a.rows.states[0]), stateIgnition(b.rows.states[0])]).toEqual([2, 1]);
  });

  it('puts date and time of day together and minds hemispheres and units in cells', () => {
    const file = opened(
      'INDEX,DATE,TIME,LATITUDE,N/S,LONGITUDE,E/W,SPEED\n1,2015/07/15,10:53:26.250,52.5,S,1.25,W,10 knots\n',
    );
    const { rows } = file.units[0];
    expect(rows.times[0]).toBe(Date.UTC(2015, 6, 15, 10, 53, 26, 250));
    expect([rows.latitudes[0], rows.longitudes[0]]).toEqual([-525_000_000, -12_500_000]);
    expect(stateSpeed(rows.states[0])).toBeCloseTo(18.5, 1);
  });

  it('names line and column of rows it leaves out', () => {
    const file = opened(
      'time,lat,lon\n2026-01-01T00:00:00Z,1,2\nnever,1,2\n2026-01-01T00:00:01Z,91,2\n2026-02-31T00:00:01Z,1,2\n',
    );
    expect(file.skipped).toBe(3);
    expect(file.problems).toEqual([
      { key: 'file.badTime', values: { line: 3, column: 1 } },
      { key: 'file.badCoordinate', values: { line: 4, column: 2 } },
      { key: 'file.badTime', values: { line: 5, column: 1 } },
    ]);
  });

  it('says which column is missing', () => {
    expect(refused('lat,lon,ele\n1,2,3\n')).toEqual({
      key: 'file.noColumn',
      values: { line: 1, column: 1, name: 'time' },
    });
    expect(refused('time,ele\n1,2\n')).toMatchObject({ key: 'file.noColumn', values: { name: 'latitude' } });
    expect(refused('No,UTM-Zone,UTM-East,UTM-North,Time\n')).toMatchObject({ key: 'file.utmCoordinates' });
    expect(refused('hello world')).toMatchObject({ key: 'file.unknownFormat' });
    expect(refused('time,lat,lon\n')).toMatchObject({ key: 'file.noTrack' });
  });

  it('finds the day of a date by the dates of the whole table', () => {
    const first = (dates: readonly string[]): string =>
      new Date(opened(`time,lat,lon\n${dates.map((date) => `${date} 10:00,1,2`).join('\n')}\n`).units[0].rows.times[0])
        .toISOString()
        .slice(0, 10);
    expect([first(['1/2/2026', '1/13/2026']), first(['1/2/2026', '13/2/2026']), first(['1/2/2026'])]).toEqual([
      '2026-01-02',
      '2026-02-01',
      '2026-02-01',
    ]);
  });

  it('reads 12-hour clocks in a column of their own', () => {
    expect(opened('Date,Time,Lat,Lon\n01/31/2026,11:05:09 PM,1,2\n').units[0].rows.times[0]).toBe(
      Date.UTC(2026, 0, 31, 23, 5, 9),
    );
  });

  it.each([
    ['49.0733336N', '8.25W', 490_733_336, -82_500_000],
    ['S49.5', 'E8.25', -495_000_000, 82_500_000],
    ['49°4\u203224"N', '8 15.0 W', 490_733_333, -82_500_000],
    ['-49,5', '8,25', -495_000_000, 82_500_000],
  ])('reads the coordinates %s and %s', (latitude, longitude, north, east) => {
    const { rows } = opened(`time;lat;lon\n2026-01-01T00:00:00Z;"${latitude.replace('"', '""')}";${longitude}\n`)
      .units[0];
    expect([rows.latitudes[0], rows.longitudes[0]]).toEqual([north, east]);
  });

  it('reads semicircles and ten-millionths of a degree', () => {
    const place = (header: string, row: string): number[] => {
      const { rows } = opened(`timestamp,${header}\n2026-01-01T00:00:00Z,${row}\n`).units[0];
      return [rows.latitudes[0], rows.longitudes[0]];
    };
    expect(place('position_lat,position_long', '446332520,-1456340701')).toEqual([374_111_596, -1_220_690_674]);
    expect(place('lat [semicircles],lon [semicircles]', '446332520,-1456340701')).toEqual(
      place('lat,lon', '446332520,-1456340701'),
    );
    expect(place('latitudeE7,longitudeE7', '374850711,-1221474242')).toEqual([374_850_711, -1_221_474_242]);
  });

  it('reads the tables of Columbus loggers, whose cells are filled with zero bytes', () => {
    const file = opened(
      'INDEX,TAG,DATE,TIME,LATITUDE N/S,LONGITUDE E/W,HEIGHT,SPEED,HEADING,VOX\r\n1\0\0\0,T,090508,143052,48.856330N,009.089779E,318\0\0,  36\0,  0,\0\0\0\0\r\n2\0\0\0,T,090508,143102,48.857230N,009.089779S,318\0\0,  36\0,  0,\0\0\0\0\r\n',
      'columbus.csv',
    );
    const { rows } = file.units[0];
    expect([rows.times[0], rows.latitudes[0], rows.longitudes[0]]).toEqual([
      Date.UTC(2009, 4, 8, 14, 30, 52),
      488_563_300,
      90_897_790,
    ]);
  });

  it('passes over comments, and reads the units of columns in them', () => {
    const file = opened(
      '#made by=a tool\n#date, time, degrees, degrees, kt\n Lcl Date, Lcl Time, UTCOfst, Latitude, Longitude, GndSpd\n2026-01-01, 10:00:00, +02:00, 50.5, 9.5, 10\n'.replace(
        'degrees, degrees',
        'offset, degrees, degrees',
      ),
    );
    const { rows } = file.units[0];
    expect([rows.times[0], rows.latitudes[0]]).toEqual([Date.UTC(2026, 0, 1, 8), 505_000_000]);
    expect(stateSpeed(rows.states[0])).toBeCloseTo(18.5, 1);
  });

  it('reads text in UTF-16', () => {
    const text = '\ufefftime,lat,lon\n2026-01-01T00:00:00Z,1,2\n';
    const data = new Uint8Array(
      [...text].flatMap((letter) => [letter.charCodeAt(0) & 0xff, letter.charCodeAt(0) >> 8]),
    );
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
    ['1/31/2026 12:05:09 AM', Date.UTC(2026, 0, 31, 0, 5, 9)],
    ['1/2/2026 11:05 pm', Date.UTC(2026, 0, 2, 23, 5)],
    ['2026-01-01 12:00:00 PM', Date.UTC(2026, 0, 1, 12)],
    ['2026-01-01 13:00 PM', Number.NaN],
    ['31/1/2026 23:05', Date.UTC(2026, 0, 31, 23, 5)],
    ['31-Jan-26 23:05:00', Date.UTC(2026, 0, 31, 23, 5)],
    ['260131 230509', Date.UTC(2026, 0, 31, 23, 5, 9)],
    ['20260131 230509.25', Date.UTC(2026, 0, 31, 23, 5, 9, 250)],
    ['Mon Jun 12 09:09:22 PDT 2017', Date.UTC(2017, 5, 12, 16, 9, 22)],
    ['101112', Number.NaN],
    ['', Number.NaN],
  ])('reads the time %s', (text, expected) => expect(readTime(text)).toBe(expected));
});

const real = join(
  process.env.WAYLINE_REAL_DATA ?? resolve(import.meta.dirname, '../../../../../shared/data'),
  'traces/import',
);

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
      const times = [...(rows.times as Float64Array)];
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
      new Map(
        file.units.flatMap(({ rows }) =>
          Array.from(
            rows.times,
            (time, row) => [Math.floor(time / 1_000), [rows.latitudes[row], rows.longitudes[row]]] as const,
          ),
        ),
      );
    const inTable = places(table.value);
    const common = [...places(xml.value)].filter(([time]) => inTable.has(time));
    expect(common.length).toBeGreaterThan(500);
    for (const [time, [latitude, longitude]] of common) {
      expect(Math.abs((inTable.get(time)?.[0] ?? 0) - latitude)).toBeLessThanOrEqual(20);
      expect(Math.abs((inTable.get(time)?.[1] ?? 0) - longitude)).toBeLessThanOrEqual(20);
    }
  });
});
