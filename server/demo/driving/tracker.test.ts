import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, distance, HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { loadNetworks, type Network } from '../geography/index.ts';
import type { DrivenKind } from './kinds.ts';
import { createReport, type DeviceReport } from './report.ts';
import { isReachable, type Equipment } from './sensors.ts';
import { economyOf, LIVE_RULES, Tracker, TRAILER_RULES, type ReportRules } from './tracker.ts';
import { Vehicle } from './vehicle.ts';

const START = Date.UTC(2026, 10, 18);
const EQUIPMENT: Equipment = {
  seed: 5,
  fuelProbe: true,
  setPoint: -18,
  garage: false,
  clockBehind: 0,
  phone: false,
  alarms: [],
  crew: { seed: 5, slot: 0 },
};
let network: Network;

beforeAll(() => {
  const lyon = loadNetworks(['lyon']).get('lyon');
  if (!lyon) throw new Error('lyon');
  network = lyon;
});

function tracker(kind: DrivenKind, rules: ReportRules = LIVE_RULES, equipment: Equipment = EQUIPMENT): Tracker {
  return new Tracker(new Vehicle({ seed: 12_345, kind, rounds: 3 }, network), equipment, rules, START);
}

function collect(subject: Tracker, until: number): DeviceReport[] {
  const reports: DeviceReport[] = [];
  while (subject.next(until)) {
    const report = createReport();
    subject.measure(report);
    reports.push(report);
  }
  return reports;
}

describe('a tracker', () => {
  it('reports every ten seconds on the road, each minute idling, every five minutes parked, and on each turn of the key', () => {
    const reports = collect(tracker('van'), START + DAY);
    for (let index = 1; index < reports.length; index++) {
      const [before, after] = [reports[index - 1], reports[index]];
      const gap = after.time - before.time;
      expect(gap).toBeGreaterThan(0);
      expect(gap).toBeLessThanOrEqual(5 * MINUTE);
      if (before.ignition && after.ignition) expect(gap).toBeLessThanOrEqual(MINUTE);
      if (before.speed > 5 && after.speed > 5) expect(gap).toBeLessThanOrEqual(10 * SECOND);
    }
    const switches = reports.filter((report, index) => index > 0 && report.ignition !== reports[index - 1].ignition);
    expect(switches.length).toBeGreaterThan(20);
    const turns = reports.filter(
      (report, index) => index > 0 && report.speed > 5 && report.time - reports[index - 1].time < 10 * SECOND,
    );
    expect(turns.length).toBeGreaterThan(100);
  });

  it('says what fits: positions along the drive, an odometer that agrees with them, sensors in range', () => {
    const reports = collect(tracker('truck'), START + DAY).filter(({ valid }) => valid);
    let path = 0;
    for (let index = 1; index < reports.length; index++) {
      const [before, after] = [reports[index - 1], reports[index]];
      const metres = distance(before.latitude, before.longitude, after.latitude, after.longitude);
      expect(metres / ((after.time - before.time) / SECOND)).toBeLessThan(60);
      if (before.moving || after.moving) path += metres;
      expect(after.odometer).toBeGreaterThanOrEqual(before.odometer);
    }
    const odometer = reports[reports.length - 1].odometer - reports[0].odometer;
    expect(Math.abs(path / odometer - 1)).toBeLessThan(0.03);
    for (const report of reports) {
      expect(report.satellites).toBeGreaterThanOrEqual(6);
      expect(report.satellites).toBeLessThanOrEqual(15);
      expect(report.fuel).toBeGreaterThan(0);
      expect(report.temperature).toBeGreaterThan(-22);
      expect(report.temperature).toBeLessThan(8);
      expect(report.externalVoltage).toBeGreaterThan(report.ignition ? 27 : 25);
      expect(report.course).toBeLessThan(360);
      expect(report.gsm).toBeLessThanOrEqual(100);
    }
  });

  it('names the driver at the start of each drive, and only then', () => {
    const reports = collect(tracker('van'), START + DAY);
    const named = reports.filter(({ driverKey }) => driverKey !== '');
    expect(named.length).toBeGreaterThan(10);
    expect(named.length).toBeLessThan(reports.length / 3);
    for (const { driverKey } of named) expect(driverKey).toMatch(/^01[0-9A-F]{14}$/);
    expect(new Set(named.map(({ driverKey }) => driverKey)).size).toBeLessThanOrEqual(3);
  });

  it('repeats after a rewind what it said before', () => {
    const subject = tracker('car');
    collect(subject, START + 3 * HOUR);
    const mark = subject.mark();
    const first = collect(subject, START + 5 * HOUR);
    subject.rewind(mark);
    expect(collect(subject, START + 5 * HOUR)).toEqual(first);
    expect(first.length).toBeGreaterThan(20);
  });

  it('does not depend on how often it is asked', () => {
    const once = collect(tracker('bus'), START + 4 * HOUR);
    const often: DeviceReport[] = [];
    const subject = tracker('bus');
    for (let now = START; now <= START + 4 * HOUR; now += 7 * SECOND) often.push(...collect(subject, now));
    expect(often).toEqual(once.filter(({ time }) => time <= often[often.length - 1].time));
    expect(once.length - often.length).toBeLessThan(2);
  });

  it('has no fix in its garage, keeps a late clock late, and lets a trailer sleep', () => {
    const parked = collect(tracker('car', LIVE_RULES, { ...EQUIPMENT, garage: true }), START + DAY);
    expect(parked.some(({ valid, ignition }) => !valid && !ignition)).toBe(true);
    expect(parked.filter(({ valid }) => !valid).every(({ satellites }) => satellites === 0)).toBe(true);
    const late = collect(tracker('car', LIVE_RULES, { ...EQUIPMENT, clockBehind: 40 * SECOND }), START + HOUR);
    const right = collect(tracker('car'), START + HOUR);
    expect(late.map(({ time }) => time + 40 * SECOND)).toEqual(right.map(({ time }) => time));
    expect(collect(tracker('asset', TRAILER_RULES), START + DAY).length).toBeLessThan(150);
  });

  it('thins history out without losing the corners', () => {
    const full = collect(tracker('van'), START + DAY).length;
    const thin = collect(tracker('van', economyOf(LIVE_RULES)), START + DAY).length;
    expect(thin).toBeLessThan(full / 2);
    expect(thin).toBeGreaterThan(500);
  });

  it('is out of reach for some minutes now and then', () => {
    let silent = 0;
    for (let minute = 0; minute < 14 * 24 * 60; minute++) if (!isReachable(77, START + minute * MINUTE)) silent++;
    expect(silent).toBeGreaterThan(3);
    expect(silent).toBeLessThan(14 * 24 * 60 * 0.03);
  });
});
