import { describe, expect, it } from 'vitest';
import { historyFileName, isWithoutPositions } from './historyFile.ts';

const file = (text: string): Blob => new Blob([text]);

describe('a file of history', () => {
  it.each([
    ['csv', '\uFEFFunit_id,unit,time\r\n', '\uFEFFunit_id,unit,time\r\n7,Van,2026-06-01T11:00:00Z\r\n'],
    ['gpx', '<gpx version="1.1">\n</gpx>\n', '<gpx version="1.1">\n<trk><trkseg>\n<trkpt lat="52" lon="13"></trkpt>'],
    [
      'kml',
      '<kml><Document><name>Wayline</name>\n</Document></kml>\n',
      '<gx:Track><when>2026</when><gx:coord>13 52 0</gx:coord>',
    ],
    [
      'geojson',
      '{"type":"FeatureCollection","features":[\n\n],"truncated":false}\n',
      '{"type":"FeatureCollection","features":[\n{"type":"Feature"',
    ],
    ['json', '{"positions":[\n\n],"truncated":false}\n', '{"positions":[\n{"unit_id":7'],
  ] as const)('of the form %s says whether a position is in it', async (format, empty, full) => {
    expect(await isWithoutPositions(file(empty), format)).toBe(true);
    expect(await isWithoutPositions(file(full), format)).toBe(false);
  });

  it('is named by its unit and its beginning', () => {
    expect(historyFileName('خودرو 12 / بار', '2026-11-22 04:52', 'csv')).toBe('خودرو-12-بار-2026-11-22-04-52.csv');
    expect(historyFileName('../..', '22/11/2026', 'gpx')).toBe('22-11-2026.gpx');
    expect(historyFileName(null, '22/11/2026', 'kml')).toBe('history-22-11-2026.kml');
  });
});
