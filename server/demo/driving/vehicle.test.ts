import { beforeAll, describe, expect, it } from 'vitest';
import { DAY, HOUR, MINUTE, SECOND } from '../../../src/domain/base/index.ts';
import { loadNetworks, REGION_KEYS, type Network, type RegionKey, type Streets } from '../geography/index.ts';
import { rosterEntry } from '../roster.ts';
import { wrap } from './drive.ts';
import { KIND_PROFILES, type DrivenKind } from './kinds.ts';
import { Vehicle } from './vehicle.ts';

const DAY_START = Date.UTC(2026, 10, 18);
const KINDS: readonly DrivenKind[] = ['car', 'van', 'truck', 'bus', 'motorcycle', 'machine', 'asset'];
let networks: Map<RegionKey, Network>;

beforeAll(() => {
  networks = loadNetworks(REGION_KEYS);
});

function networkOf(key: RegionKey): Network {
  const network = networks.get(key);
  if (!network) throw new Error(key);
  return network;
}

const vehicle = (kind: DrivenKind, seed = 4_711, region: RegionKey = 'munich'): Vehicle =>
  new Vehicle({ seed, kind, rounds: 3 }, networkOf(region));

describe.each(KINDS)('a %s', (kind) => {
  it('speeds up, brakes and turns as its kind can, never jumps, and its odometer counts what it drives', () => {
    const profile = KIND_PROFILES[kind];
    const subject = vehicle(kind);
    let moment = subject.locate(DAY_START);
    let { x, y, speed, heading } = moment;
    const odometer = subject.odometer;
    let before = odometer;
    let path = 0;
    // The day's worst; an expectation a second would take longer than the drive.
    const most = { speed: 0, step: 0, jump: -1, acceleration: 0, braking: 0, sideways: 0, turn: 0, backwards: 0 };
    for (let instant = DAY_START + SECOND; instant < DAY_START + DAY; instant += SECOND) {
      moment = subject.locate(instant);
      const step = Math.hypot(moment.x - x, moment.y - y);
      most.step = Math.max(most.step, step);
      most.jump = Math.max(most.jump, step - Math.max(speed, moment.speed));
      most.acceleration = Math.max(most.acceleration, moment.speed - speed);
      most.braking = Math.max(most.braking, speed - moment.speed);
      if (speed > 3 && moment.speed > 3) {
        const turn = Math.abs(wrap(moment.heading - heading));
        most.turn = Math.max(most.turn, turn);
        most.sideways = Math.max(most.sideways, turn * speed);
      }
      most.backwards = Math.max(most.backwards, before - subject.odometer);
      most.speed = Math.max(most.speed, moment.speed * 3.6);
      before = subject.odometer;
      path += step;
      ({ x, y, speed, heading } = moment);
    }
    expect(most.step).toBeLessThan(60);
    expect(most.jump).toBeLessThan(1.5);
    expect(most.acceleration).toBeLessThan(profile.acceleration + 0.7);
    expect(most.braking).toBeLessThan(profile.braking + 0.7);
    // Sideways pull, m/s²: speed times rate of turn, measured over a whole second.
    expect(most.sideways).toBeLessThan(profile.cornering * 3.5);
    expect(most.turn).toBeLessThan(1.3);
    expect(most.backwards).toBeLessThan(0.01);
    expect(most.speed).toBeGreaterThan(5);
    expect(most.speed).toBeLessThanOrEqual(profile.topSpeed + 0.1);
    expect(Math.abs((subject.odometer - odometer) / path - 1)).toBeLessThan(0.01);
    expect(path).toBeGreaterThan(kind === 'machine' ? 500 : 40_000);
  });

  it('never runs dry or over, and uses what it burns', () => {
    const subject = vehicle(kind, 99);
    let refills = 0;
    let before = -1;
    for (let instant = DAY_START; instant < DAY_START + 16 * DAY; instant += 10 * 60 * SECOND) {
      subject.locate(instant);
      const { fuel } = subject;
      if (subject.tank === 0) {
        expect(fuel).toBe(0);
        continue;
      }
      expect(fuel).toBeGreaterThan(0);
      expect(fuel).toBeLessThanOrEqual(subject.tank);
      if (before >= 0 && fuel > before + 1) refills++;
      before = fuel;
    }
    if (subject.tank > 0) expect(refills).toBeGreaterThan(1);
  });

  it('is where it is, whoever asks and in whatever order', () => {
    const forwards = vehicle(kind, 7);
    const instants = Array.from({ length: 60 }, (_, index) => DAY_START + Math.floor(index * 1.71 * HOUR));
    const states = instants.map((instant) => ({
      ...forwards.locate(instant),
      odometer: forwards.odometer,
      fuel: forwards.fuel,
    }));
    const scattered = vehicle(kind, 7);
    for (const index of instants.keys()) {
      const other = (index * 37) % instants.length;
      const state = { ...scattered.locate(instants[other]), odometer: scattered.odometer, fuel: scattered.fuel };
      expect(state.x).toBeCloseTo(states[other].x, 6);
      expect(state.y).toBeCloseTo(states[other].y, 6);
      expect(state.odometer).toBeCloseTo(states[other].odometer, 3);
      expect(state.fuel).toBeCloseTo(states[other].fuel, 3);
      expect(state.ignition).toBe(states[other].ignition);
    }
  });
});

describe('a vehicle on real streets', () => {
  let near: (x: number, y: number) => boolean;
  beforeAll(() => {
    near = streetGrid(networkOf('liechtenstein').streets);
  });

  it.each(['car', 'van', 'truck', 'bus', 'motorcycle', 'machine'] as const)('keeps to them all day: a %s', (kind) => {
    const driver = vehicle(kind, 4_711, 'liechtenstein');
    let driven = 0;
    for (let at = DAY_START; at < DAY_START + DAY; at += 3 * MINUTE) {
      const { x, y, driving, speed } = driver.locate(at);
      if (!driving) continue;
      driven++;
      expect(speed * 3.6).toBeLessThan(110);
      if (kind !== 'machine') expect(near(x, y)).toBe(true);
    }
    expect(driven).toBeGreaterThan(20);
  });
});

/** Whether a place lies within some metres of a street. */
function streetGrid(streets: Streets | null): (x: number, y: number) => boolean {
  if (!streets) throw new Error('The region has no streets');
  const cells = new Set<string>();
  const cell = (x: number, y: number): string => `${Math.round(x / 20)} ${Math.round(y / 20)}`;
  for (let from = 0; from < streets.crossings; from++) {
    for (const { points } of streets.leaving(from)) {
      for (let index = 2; index < points.length; index += 2) {
        const [fromX, fromY, toX, toY] = points.subarray(index - 2, index + 2);
        const steps = Math.ceil(Math.hypot(toX - fromX, toY - fromY) / 10);
        for (let step = 0; step <= steps; step++)
          cells.add(cell(fromX + ((toX - fromX) * step) / steps, fromY + ((toY - fromY) * step) / steps));
      }
    }
  }
  return (x, y) => [-20, 0, 20].some((right) => [-20, 0, 20].some((up) => cells.has(cell(x + right, y + up))));
}

describe('the fleet', () => {
  it('is on the road at every hour of the day', () => {
    const vehicles = Array.from({ length: 200 }, (_, index) => rosterEntry(index)).map(
      (entry) => new Vehicle(entry.vehicle, networkOf(entry.region)),
    );
    const shares: number[] = [];
    for (let hour = 0; hour < 24; hour++) {
      let moving = 0;
      for (const subject of vehicles) {
        for (const part of [0.1, 0.6]) if (subject.locate(DAY_START + (hour + part) * HOUR).speed * 3.6 >= 3) moving++;
      }
      shares.push(moving / (vehicles.length * 2));
    }
    expect(Math.min(...shares)).toBeGreaterThan(0.45);
    expect(Math.max(...shares)).toBeLessThan(0.75);
  }, 60_000);

  it("ends every day's work before the next begins", () => {
    let longest = 0;
    for (let index = 0; index < 40; index++) {
      const entry = rosterEntry(index);
      const subject = new Vehicle(entry.vehicle, networkOf(entry.region));
      // A vehicle that were cut short would jump home: no step over midnight of its day may be longer than its speed.
      for (let day = 0; day < 3; day++) {
        let last = subject.locate(DAY_START + day * DAY);
        let { x, y } = last;
        for (let instant = DAY_START + day * DAY; instant < DAY_START + (day + 1) * DAY; instant += 30 * SECOND) {
          last = subject.locate(instant);
          longest = Math.max(longest, Math.hypot(last.x - x, last.y - y));
          ({ x, y } = last);
        }
      }
    }
    expect(longest).toBeGreaterThan(600);
    expect(longest).toBeLessThan(30 * 37);
  });

  it('loses fuel in the night now and then, from lorries only', () => {
    let thefts = 0;
    for (let seed = 1; seed <= 12; seed++) {
      const subject = vehicle('truck', seed * 31);
      let before = Number.NaN;
      for (let instant = DAY_START; instant < DAY_START + 30 * DAY; instant += 5 * 60 * SECOND) {
        const { ignition, speed } = subject.locate(instant);
        if (!ignition && speed === 0 && before - subject.fuel > 8) thefts++;
        before = ignition ? Number.NaN : subject.fuel;
      }
    }
    expect(thefts).toBeGreaterThan(0);
    expect(thefts).toBeLessThan(30);
  });
});
