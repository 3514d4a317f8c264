import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createNmea, encodeNmeaIdentifier } from '../../server/ingest/protocols/nmea/index.ts';
import { RecordingIntake } from '../../server/ingest/testing/recordingIntake.ts';
import { openSession } from '../../server/ingest/testing/streams.ts';

/**
 * Logs of real receivers with the reading of another program (gpsd) beside each. Set WAYLINE_REAL_DATA to the folder
 * that holds traces/nmea-gpsd; without it, ../shared/data beside the repository is tried, and the suite is skipped.
 */
const DATA = process.env.WAYLINE_REAL_DATA ?? path.resolve(import.meta.dirname, '../../../shared/data');
const FOLDER = path.join(DATA, 'traces', 'nmea-gpsd');
/** Degrees; both read ten-thousandths of a minute or finer. */
const NEAR = 0.000002;

interface Place {
  lat: number;
  lon: number;
}

const isPlace = (value: unknown): value is Place =>
  typeof value === 'object' && value !== null && 'lat' in value && 'lon' in value && typeof value.lat === 'number' && typeof value.lon === 'number';

/** Places that the other program found. */
function placesOf(file: string): Place[] {
  return readFileSync(file, 'latin1')
    .split('\n')
    .filter((line) => line.startsWith('{"class":"TPV"'))
    .map((line): unknown => JSON.parse(line))
    .filter(isPlace);
}

function read(file: string): RecordingIntake {
  const intake = new RecordingIntake();
  const { session } = openSession(createNmea(), intake);
  session.receive(encodeNmeaIdentifier('12345678'));
  session.receive(readFileSync(file));
  session.closed();
  return intake;
}

describe.skipIf(!existsSync(FOLDER))('logs of real receivers', () => {
  it('give the places that another program reads', () => {
    const counts = { receivers: 0, positions: 0, same: 0, contradictions: 0 };
    for (const name of readdirSync(FOLDER).filter((file) => file.endsWith('.log') && existsSync(path.join(FOLDER, `${file}.chk`)))) {
      const theirs = placesOf(path.join(FOLDER, `${name}.chk`));
      const intake = read(path.join(FOLDER, name));
      const ours = intake.fixes.filter((fix) => fix.hasPosition && fix.valid);
      counts.receivers++;
      counts.positions += ours.length;
      counts.same += ours.filter((fix) => theirs.some((place) => Math.abs(place.lat - fix.latitude) < NEAR && Math.abs(place.lon - fix.longitude) < NEAR)).length;
      counts.contradictions += intake.malformedFrames.filter((frame) => frame.reason.includes('contradicts')).length;
    }
    console.table(counts);
    expect(counts.positions).toBeGreaterThan(700);
    expect(counts.same / counts.positions).toBeGreaterThan(0.99);
    expect(counts.contradictions).toBe(0);
  });
});
