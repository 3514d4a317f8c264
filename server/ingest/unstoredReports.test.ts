import { describe, expect, it } from 'vitest';
import { SECOND, toIso } from '../../src/domain/base/index.ts';
import { createFix, type Fix } from '../../src/domain/telemetry/index.ts';
import { UnstoredReports } from './unstoredReports.ts';

const NOON = Date.UTC(2026, 5, 1, 12);
const report = (second: number, change: Partial<Fix> = {}): Fix => ({
  ...createFix(),
  time: NOON + second * SECOND,
  hasPosition: true,
  valid: true,
  latitude: 52,
  longitude: 13,
  ...change,
});

function filled(limits?: { perDevice: number; devices: number }) {
  const unstored = new UnstoredReports(limits);
  return {
    unstored,
    keep: (deviceId: number, fix: Fix) => unstored.keep(deviceId, 'teltonika', NOON, fix),
    seconds: (deviceId: number) => unstored.of(deviceId).map(({ time }) => (Date.parse(time) - NOON) / SECOND),
  };
}

describe('reports of devices in no unit', () => {
  it("are kept as they came, the newest first by the device's own time, with all that the last one said", () => {
    const { unstored, keep, seconds } = filled();
    const attributes: Fix['attributes'] = new Map([['fuel', 40]]);
    keep(1, report(2, { attributes, speed: 31 }));
    keep(1, report(1));
    // Decoders fill one object again and again.
    attributes.set('fuel', 39);
    expect(seconds(1)).toEqual([2, 1]);
    expect(unstored.of(1)[0]).toEqual({
      unit_id: 0,
      time: toIso(NOON + 2 * SECOND),
      received_at: toIso(NOON),
      latitude: 52,
      longitude: 13,
      speed: 31,
      course: 0,
      altitude: 0,
      satellites: null,
      valid: true,
      protocol: 'teltonika',
      attributes: { fuel: 40 },
    });
    expect(unstored.of(2)).toEqual([]);
  });

  it('without coordinates stand where the device was last, and are no valid fix', () => {
    const { unstored, keep } = filled();
    keep(1, report(0, { hasPosition: false, latitude: 0, longitude: 0 }));
    keep(1, report(1));
    keep(1, report(2, { hasPosition: false, latitude: 0, longitude: 0 }));
    expect(unstored.of(1).map(({ latitude, valid }) => [latitude, valid])).toEqual([
      [52, false],
      [52, true],
      [0, false],
    ]);
  });

  it('are bounded: the oldest of a device goes, and the device that is silent for longest', () => {
    const { keep, seconds } = filled({ perDevice: 2, devices: 2 });
    for (const second of [1, 2, 3]) keep(1, report(second));
    keep(2, report(1));
    keep(1, report(4));
    keep(3, report(1));
    expect([1, 2, 3].map(seconds)).toEqual([[4, 3], [], [1]]);
  });
});
