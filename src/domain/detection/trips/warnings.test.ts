import { describe, expect, it } from 'vitest';
import { destination, SECOND } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createPoint, pointsOf, type DetectionPoint } from '../shared/index.ts';
import { DEFAULT_TRIP_DETECTOR, sampleReports, warningsFor, type ReportSample } from './index.ts';

const calm = { ...DEFAULT_TRIP_DETECTOR, min_satellites: 4, max_dist_in_msgs: 10_000 };

/** A day of one report every `interval` s at `speed` km/h. */
function sampleOf(
  interval: number,
  speed: number,
  fields: (row: number) => Partial<DetectionPoint> = () => ({}),
): ReportSample {
  return sampleReports(
    pointsOf(
      Array.from({ length: 100 }, (_, row) => {
        const [latitude, longitude] = destination(50, 10, 0, row * 100);
        return {
          ...createPoint(),
          time: row * interval * SECOND,
          hasPosition: true,
          valid: true,
          latitude,
          longitude,
          speed,
          satellites: 9,
          ...fields(row),
        };
      }),
    ),
  );
}

describe('warnings of the trip detector', () => {
  it('say what the defaults of the specification cut, before a unit has reported', () => {
    expect(warningsFor(DEFAULT_TRIP_DETECTOR)).toEqual([
      { setting: 'min_satellites', code: 'satellitesHigh', values: { bound: 20, usual: 12 } },
      { setting: 'max_dist_in_msgs', code: 'distanceCuts', values: { bound: 1000, interval: 60, speed: 60 } },
    ]);
    expect(warningsFor(calm)).toEqual([]);
  });

  it("say which share of the unit's own fixes is refused", () => {
    const sample = sampleOf(10, 50, (row) => ({ satellites: row < 40 ? 3 : row < 50 ? -1 : 9 }));
    expect(warningsFor(calm, sample)).toEqual([
      { setting: 'min_satellites', code: 'satellitesReject', values: { bound: 4, share: 0.4, fixes: 100 } },
    ]);
    expect(warningsFor({ ...calm, min_satellites: 3 }, sample)).toEqual([]);
  });

  it('measure the distance by how often and how fast the unit reports', () => {
    const settings = { ...calm, max_dist_in_msgs: 1000 };
    expect(warningsFor(settings, sampleOf(60, 50))).toEqual([]);
    expect(warningsFor(settings, sampleOf(60, 80))).toEqual([
      { setting: 'max_dist_in_msgs', code: 'distanceCuts', values: { bound: 1000, interval: 60, speed: 60 } },
    ]);
    expect(warningsFor(settings, sampleOf(20, 80))).toEqual([]);
  });

  it('say when reports are further apart than the detector waits', () => {
    expect(warningsFor(calm, sampleOf(400, 20)).map(({ code }) => code)).toEqual(['intervalCuts', 'parkingUnseen']);
  });

  it('say when the unit does not report what detection is set to use', () => {
    const codes = (source: typeof calm.m_source, sample: ReportSample) =>
      warningsFor({ ...calm, m_source: source }, sample).map(({ code }) => code);
    expect(codes('ignition', sampleOf(10, 50))).toEqual(['sourceMissing']);
    expect(
      codes(
        'ignition',
        sampleOf(10, 50, () => ({ ignition: IGNITION.off })),
      ),
    ).toEqual([]);
    expect(codes('odometer', sampleOf(10, 50))).toEqual(['sourceMissing']);
    expect(
      codes(
        'relative_odometer',
        sampleOf(10, 50, () => ({ relativeOdometer: 5 })),
      ),
    ).toEqual([]);
    expect(codes('off', sampleOf(400, 200))).toEqual([]);
  });
});
