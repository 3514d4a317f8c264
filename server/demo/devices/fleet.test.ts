import { describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { IngestCounters, openListeners, PROTOCOLS, type Listeners } from '../../ingest/index.ts';
import { freePort } from '../../ingest/testing/freePort.ts';
import { RecordingIntake } from '../../ingest/testing/recordingIntake.ts';
import { silentLogger } from '../../../tests/support/postgres.ts';
import { createReport, Tracker, Vehicle } from '../driving/index.ts';
import { loadNetworks, REGION_KEYS } from '../geography/index.ts';
import { DEMO_PROTOCOLS, rosterEntry, type DemoProtocol } from '../roster.ts';
import { rulesOf } from './device.ts';
import { Fleet, type FleetOptions } from './fleet.ts';

const START = Date.UTC(2026, 10, 21, 9, 30);
const HOST = '127.0.0.1';

async function freePorts(): Promise<Record<DemoProtocol, number>> {
  const ports: Partial<Record<DemoProtocol, number>> = {};
  for (const protocol of DEMO_PROTOCOLS) ports[protocol] = await freePort();
  return ports as Record<DemoProtocol, number>;
}

const listen = (ports: Record<DemoProtocol, number>, intake: RecordingIntake): Promise<Listeners> =>
  openListeners({
    protocols: PROTOCOLS.filter(({ name }) => name in ports),
    host: HOST,
    ports,
    intake,
    counters: new IngestCounters(),
    logger: silentLogger,
    drainTimeout: 100,
  });

/** Lets sockets speak between ticks until the condition holds; the fleet's clock does not run then. */
async function until(fleet: Fleet, condition: () => boolean, step: () => void = () => undefined): Promise<void> {
  for (let turn = 0; turn < 200_000; turn++) {
    fleet.tick();
    if (condition()) return;
    step();
    await new Promise((resolve) => setImmediate(resolve));
  }
  throw new Error('The fleet never got there');
}

const clock = { now: START };
const options = (ports: Record<DemoProtocol, number>, more: Partial<FleetOptions> = {}): FleetOptions => ({
  units: 30,
  host: HOST,
  ports,
  historyDays: 0,
  worldMade: START,
  lastKnown: new Float64Array(30).fill(Number.NaN),
  left: null,
  connections: 1_000,
  now: () => clock.now,
  ...more,
});

/** Times that the units' devices must have reported between the two instants. */
function expected(units: number, from: number, to: number): Map<string, number[]> {
  const networks = loadNetworks(REGION_KEYS);
  const times = new Map<string, number[]>();
  for (let index = 0; index < units; index++) {
    const entry = rosterEntry(index);
    const network = networks.get(entry.region);
    if (!network) throw new Error(entry.region);
    const tracker = new Tracker(new Vehicle(entry.vehicle, network), entry.equipment, rulesOf(entry), from);
    const report = createReport();
    const own: number[] = [];
    while (tracker.next(to)) {
      tracker.measure(report);
      own.push(report.time);
    }
    times.set(entry.identifier, own);
  }
  return times;
}

describe('the demo fleet on real device ports', () => {
  it('brings every report of every device, in order, over all protocols and over an outage', async () => {
    clock.now = START;
    const ports = await freePorts();
    const intake = new RecordingIntake();
    intake.time = START + DAY;
    let listeners = await listen(ports, intake);
    const fleet = new Fleet(options(ports));
    const target = expected(30, START - 90 * MINUTE, START + 20 * MINUTE);
    const total = [...target.values()].reduce((sum, { length }) => sum + length, 0);
    await until(fleet, () => fleet.progress().stored > 1_000);
    await listeners.close();
    for (let minute = 0; minute < 3; minute++) {
      clock.now += MINUTE;
      fleet.tick();
      await new Promise((resolve) => setImmediate(resolve));
    }
    listeners = await listen(ports, intake);
    const isComplete = (): boolean => {
      const seen = new Set(intake.fixes.map((fix) => `${fix.identifier}:${fix.time}`));
      return [...target].every(([identifier, times]) => times.every((time) => seen.has(`${identifier}:${time}`)));
    };
    let turn = 0;
    await until(
      fleet,
      () => clock.now >= START + 45 * MINUTE && turn++ % 100 === 0 && isComplete(),
      () => {
        if (clock.now < START + 45 * MINUTE) clock.now += SECOND;
      },
    );
    fleet.close();
    await listeners.close();
    for (const identifier of target.keys()) {
      // Repeated reports (their answer was lost) count where they came first; older history comes when there is time.
      const received = [
        ...new Set(
          intake.fixes.filter((fix) => fix.identifier === identifier && fix.hasPosition).map(({ time }) => time),
        ),
      ];
      const recent = received.filter((time) => time >= START - 89 * MINUTE);
      expect(recent, identifier).toEqual(recent.toSorted((x, y) => x - y));
    }
    expect(total).toBeGreaterThan(5_000);
    expect(intake.malformedFrames).toEqual([]);
    const protocols = new Set(intake.fixes.map(({ protocol }) => protocol));
    expect([...protocols].toSorted()).toEqual([...DEMO_PROTOCOLS].toSorted());
  }, 60_000);

  it('carries what the vehicles measure through bytes and decoders', async () => {
    clock.now = START;
    const ports = await freePorts();
    const intake = new RecordingIntake();
    intake.time = START + DAY;
    const listeners = await listen(ports, intake);
    const fleet = new Fleet(options(ports));
    // A device that is out of reach at first is back within a quarter of an hour.
    await until(
      fleet,
      () => clock.now >= START + 15 * MINUTE && new Set(intake.fixes.map(({ identifier }) => identifier)).size === 30,
      () => {
        if (clock.now < START + 15 * MINUTE) clock.now += SECOND;
      },
    );
    fleet.close();
    await listeners.close();
    const networks = loadNetworks(REGION_KEYS);
    for (let index = 0; index < 30; index++) {
      const entry = rosterEntry(index);
      const network = networks.get(entry.region);
      if (!network) throw new Error(entry.region);
      const subject = new Vehicle(entry.vehicle, network);
      const tracker = new Tracker(subject, entry.equipment, rulesOf(entry), START - 90 * MINUTE);
      const fixes = new Map(
        intake.fixes.filter((fix) => fix.identifier === entry.identifier).map((fix) => [fix.time, fix]),
      );
      const report = createReport();
      let compared = 0;
      while (tracker.next(START)) {
        tracker.measure(report);
        const fix = fixes.get(report.time);
        if (!fix || !report.valid) continue;
        compared++;
        expect(Math.abs(fix.latitude - report.latitude)).toBeLessThan(1e-5);
        expect(Math.abs(fix.longitude - report.longitude)).toBeLessThan(1e-5);
        expect(Math.abs(fix.speed - report.speed)).toBeLessThan(0.51);
        expect(fix.course).toBe(report.course);
        expect(fix.valid).toBe(true);
        expect(fix.attributes.ignition).toBe(report.ignition);
        expect(fix.attributes.odometer).toBe(report.odometer);
        if (!Number.isNaN(report.fuel)) expect(fix.attributes.fuel_level).toBeCloseTo(report.fuel, 1);
        if (!Number.isNaN(report.temperature)) expect(fix.attributes.temperature_1).toBeCloseTo(report.temperature, 1);
        if (report.driverKey !== '' && entry.protocol !== 'gt06')
          expect(fix.attributes.driver_key).toBe(report.driverKey);
        if (entry.protocol === 'teltonika' || entry.protocol === 'wialon_ips')
          expect(fix.satellites).toBe(report.satellites);
      }
      if (entry.everReports && entry.silentBefore === null) expect(compared, entry.identifier).toBeGreaterThan(0);
    }
  }, 60_000);

  it('sends old history only as well, and says what is left', async () => {
    clock.now = START;
    const ports = await freePorts();
    const intake = new RecordingIntake();
    intake.time = START + DAY;
    const listeners = await listen(ports, intake);
    const fleet = new Fleet(options(ports, { units: 6, historyDays: 1 }));
    fleet.tick();
    expect(fleet.progress().hoursLeft).toBeGreaterThan(100);
    expect(fleet.owed().size).toBe(6);
    await until(
      fleet,
      () => fleet.progress().hoursLeft === 0,
      () => {
        clock.now += 25;
      },
    );
    expect(fleet.owed().size).toBe(0);
    fleet.close();
    await listeners.close();
    const oldest = Math.min(...intake.fixes.map(({ time }) => time));
    expect(oldest).toBeLessThan(START - DAY + HOUR);
  }, 60_000);

  it('takes turns when connections are few, and still brings everything', async () => {
    clock.now = START;
    const ports = await freePorts();
    const intake = new RecordingIntake();
    intake.time = START + DAY;
    const listeners = await listen(ports, intake);
    const fleet = new Fleet(options(ports, { connections: 8 }));
    const target = expected(30, START - 90 * MINUTE, START + 5 * MINUTE);
    const total = [...target.values()].reduce((sum, { length }) => sum + length, 0);
    let most = 0;
    await until(
      fleet,
      () => clock.now >= START + 30 * MINUTE && fleet.progress().stored >= total && fleet.progress().hoursLeft === 0,
      () => {
        most = Math.max(most, fleet.progress().connected);
        if (clock.now < START + 30 * MINUTE) clock.now += 200;
      },
    );
    fleet.close();
    await listeners.close();
    expect(most).toBeGreaterThan(4);
    expect(most).toBeLessThanOrEqual(8);
    expect(fleet.progress().connected).toBe(0);
    for (const [identifier, times] of target) {
      const received = new Set(intake.fixes.filter((fix) => fix.identifier === identifier).map(({ time }) => time));
      expect(
        times.filter((time) => !received.has(time)),
        identifier,
      ).toEqual([]);
    }
  }, 60_000);

  it('leaves the devices of a protocol at home whose port is switched off', async () => {
    clock.now = START;
    const ports = { ...(await freePorts()), gt06: 0, osmand: 0 };
    const intake = new RecordingIntake();
    intake.time = START + DAY;
    const listeners = await listen(ports, intake);
    const fleet = new Fleet(options(ports));
    const others = Array.from({ length: 30 }, (_, index) => rosterEntry(index)).filter(
      ({ protocol }) => protocol === 'teltonika' || protocol === 'wialon_ips',
    ).length;
    const protocols = (): string[] => [...new Set(intake.fixes.map(({ protocol }) => protocol))].toSorted();
    await until(fleet, () => fleet.progress().stored > 2_000 && protocols().length === 2);
    expect(fleet.progress().devices).toBe(others);
    expect(protocols()).toEqual(['teltonika', 'wialon_ips']);
    fleet.close();
    await listeners.close();
  }, 60_000);
});
