import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND, type Instant } from '../../base/index.ts';
import { chance } from '../../base/testing/index.ts';
import { IGNITION, type IgnitionState } from '../../telemetry/index.ts';
import { isNoKey, keyForms, KeyWatch, type KeyState } from './index.ts';

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number): Instant => START + minute * MINUTE;
const HOUR_OFF = 3_600;
type Report = { time: Instant; driverKey: string | null; ignition: IgnitionState };
const report = (
  minute: number,
  driverKey: string | null = null,
  ignition: IgnitionState = IGNITION.unknown,
): Report => ({ time: at(minute), driverKey, ignition });
const nowhere = () => null;
const feed = (watch: KeyWatch, reports: readonly Report[]): KeyWatch => {
  for (const each of reports) watch.accept(each, nowhere);
  return watch;
};
const sessions = (watch: KeyWatch, now = at(10_000)) =>
  watch
    .sessionsAt(now, nowhere)
    .map(({ key, from, to, ended }) => [
      key,
      (from - START) / MINUTE,
      to === null ? null : (to - START) / MINUTE,
      ended,
    ]);
const found = (reports: readonly Report[], releaseAfter = HOUR_OFF) =>
  sessions(feed(new KeyWatch(releaseAfter), reports));

describe('the ways of writing a key', () => {
  it('are as it came, and byte-reversed where it is a run of bytes', () => {
    expect(keyForms('01A2B3C4D5E6F708')).toEqual(['01A2B3C4D5E6F708', '08F7E6D5C4B3A201']);
    expect(keyForms('01a2B3C4')).toEqual(['01a2B3C4', 'C4B3a201']);
  });

  it('are one for texts, short numbers and what reads the same from behind', () => {
    for (const key of ['ANNA', '1234', '123456', '01A2B3C4D', '01A2A201']) expect(keyForms(key)).toEqual([key]);
  });

  it('are none while nobody is signed in', () => {
    expect(['', '0', '0000000000000000', '0A'].map(isNoKey)).toEqual([true, true, true, false]);
  });
});

describe('who is signed in', () => {
  it('is a stretch from the first report of a key; the same key again, and reports without one, change nothing', () => {
    expect(found([report(0), report(1, 'A'), report(2), report(3, 'A'), report(4)])).toEqual([['A', 1, null, null]]);
  });

  it('ends with another key, and with an empty one or zeros', () => {
    expect(found([report(1, 'A'), report(2, 'B'), report(3, ''), report(4, 'A'), report(5, '0000')])).toEqual([
      ['A', 1, 2, 'otherKey'],
      ['B', 2, 3, 'signedOut'],
      ['A', 4, 5, 'signedOut'],
    ]);
  });

  it('distinguishes upper and lower case in keys', () => {
    expect(found([report(1, 'anna'), report(2, 'Anna')])).toHaveLength(2);
  });

  it('ends when the ignition was off for long enough, by a report or by the clock', () => {
    const rest = [report(0, 'A', IGNITION.on), report(10, null, IGNITION.off)];
    expect(found([...rest, report(69)])).toEqual([['A', 0, 70, 'ignitionOff']]);
    expect(sessions(feed(new KeyWatch(HOUR_OFF), rest), at(69))).toEqual([['A', 0, null, null]]);
    expect(sessions(feed(new KeyWatch(HOUR_OFF), rest), at(70))).toEqual([['A', 0, 70, 'ignitionOff']]);
    expect(found([...rest, report(60, null, IGNITION.on), report(200)])).toEqual([['A', 0, null, null]]);
    expect(found([...rest, report(100, 'A', IGNITION.on)])).toEqual([
      ['A', 0, 70, 'ignitionOff'],
      ['A', 100, null, null],
    ]);
    expect(found([...rest, report(1_000)], 0)).toEqual([['A', 0, null, null]]);
  });

  it('counts the rest from the key where somebody signed in before the engine ran', () => {
    const watch = feed(new KeyWatch(HOUR_OFF), [report(0, null, IGNITION.off), report(50, 'A')]);
    expect(watch.until()).toBe(at(110));
  });

  it('leaves out a key that another replaced at the same instant', () => {
    expect(found([report(1, 'A'), report(1, 'B')])).toEqual([['B', 1, null, null]]);
  });
});

describe('the same reports', () => {
  const random = chance(41);
  const KEYS = ['A', 'B', '', '0', '01A2B3C4D5E6F708'];
  const reports = Array.from({ length: 400 }, (_, index): Report => ({
    time: START + index * 7 * MINUTE + Math.floor(random() * 300) * SECOND,
    driverKey: random() < 0.15 ? KEYS[Math.floor(random() * KEYS.length)] : null,
    ignition: random() < 0.5 ? IGNITION.unknown : random() < 0.6 ? IGNITION.off : IGNITION.on,
  })).toSorted((a, b) => a.time - b.time);

  it('give the same sessions wherever a run goes on from a state', () => {
    const whole = sessions(feed(new KeyWatch(HOUR_OFF), reports));
    expect(whole.length).toBeGreaterThan(20);
    for (let cut = 1; cut < reports.length; cut += 3) {
      const first = feed(new KeyWatch(HOUR_OFF), reports.slice(0, cut));
      const state = JSON.parse(JSON.stringify(first.state())) as KeyState;
      const since = reports[cut - 1].time;
      const before = sessions(first, since).filter(([, , to]) => to !== null && Number(to) * MINUTE + START <= since);
      const after = sessions(feed(new KeyWatch(HOUR_OFF, state), reports.slice(cut)));
      expect([...before, ...after], `cut ${cut}`).toEqual(whole);
    }
  });
});
