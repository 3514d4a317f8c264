import { describe, expect, it } from 'vitest';
import { FILTER_VERDICTS, type FilterVerdict } from '../../domain/detection/index.ts';
import { emptyTrack, TRACK_FLAG } from '../../domain/telemetry/index.ts';
import { toSeries } from './trackSeries.ts';

const DEGREE = 10_000_000;

function series(
  before: { longitude: number; latitude: number } | null,
  ...rows: [latitude: number, verdict: FilterVerdict][]
) {
  const track = {
    ...emptyTrack(7, rows.length),
    times: Float64Array.from(rows, (_, row) => row * 1_000),
    latitudes: Int32Array.from(rows, ([latitude]) => latitude * DEGREE),
    longitudes: new Int32Array(rows.length).fill(DEGREE),
    speeds: new Uint16Array(rows.length).fill(200),
    flags: new Uint8Array(rows.length).fill(TRACK_FLAG.valid | TRACK_FLAG.hasPosition),
    attributes: [
      {
        id: 5,
        name: 'fuel_level',
        kind: 'number' as const,
        scale: 1,
        present: null,
        values: Int32Array.from(rows, (_, row) => 70 - row),
        texts: [],
      },
    ],
  };
  return toSeries({
    track,
    verdicts: Uint8Array.from(rows, ([, verdict]) => FILTER_VERDICTS.indexOf(verdict)),
    before,
  });
}

describe('a filtered track as it is drawn', () => {
  it('stays where the unit stood at a refused fix, and keeps what its sensors said', () => {
    const drawn = series(null, [50, 'valid'], [60, 'speed'], [51, 'valid']);
    expect([...drawn.latitudes]).toEqual([50, 50, 51]);
    expect([...drawn.valid]).toEqual([1, 0, 1]);
    expect([...drawn.speeds]).toEqual([20, Number.NaN, 20]);
    expect([...(drawn.attributes.get('fuel_level') ?? [])]).toEqual([70, 69, 68]);
    expect(drawn.refused).toEqual([{ time: 1_000, longitude: 1, latitude: 60, reason: 'speed' }]);
  });

  it('begins with the first place that is known', () => {
    expect([...series(null, [60, 'satellites'], [51, 'valid']).latitudes]).toEqual([51]);
    expect([
      ...series({ longitude: DEGREE, latitude: 49 * DEGREE }, [60, 'satellites'], [51, 'valid']).latitudes,
    ]).toEqual([49, 51]);
  });

  it('stands still while the unit drifts, and leaves out what counts for nothing', () => {
    const drawn = series(null, [50, 'valid'], [51, 'drift'], [52, 'future'], [53, 'noPosition']);
    expect([...drawn.latitudes]).toEqual([50, 50, 50]);
    expect([...drawn.valid]).toEqual([1, 1, 0]);
    expect(drawn.refused.map(({ reason }) => reason)).toEqual(['drift']);
    // Sensors read every report, whatever is thought of its place.
    expect([...drawn.reports.times]).toEqual([0, 1_000, 2_000, 3_000]);
  });
});
