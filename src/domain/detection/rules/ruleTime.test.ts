import { describe, expect, it } from 'vitest';
import { MINUTE, SECOND, type Instant } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import {
  createRuleReport,
  leavesOf,
  newCondition,
  newGroup,
  type RuleCondition,
  type RulePart,
  type RuleReport,
} from './kinds/index.ts';
import { NO_LIMITS, RuleWatch, WatchLimits, type RuleLimits, type RuleStates, type WatchedRule } from './index.ts';

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number): Instant => START + minute * MINUTE;
const PLACE = { latitude: 52, longitude: 13 };

type Said = Partial<Pick<RuleReport, 'speed' | 'alarm' | 'ignition'>> & { readonly value?: number };
const reportAt = (time: Instant, { value = Number.NaN, ...more }: Said = {}): RuleReport => ({
  ...createRuleReport(),
  time,
  columns: [[value]],
  ...more,
});
const say = (watch: RuleWatch, minute: number, said: Said = {}): void =>
  watch.accept(reportAt(at(minute), said), () => ({ ...PLACE, latitude: 52 + minute }));

/** Hold in minutes. */
const rule = (
  hold: number,
  conditions: readonly Partial<RuleCondition>[] = [{ limit: 90 }],
  more: Partial<WatchedRule> & { readonly match?: 'all' | 'any' } = {},
): WatchedRule => {
  const { match = 'all', ...rest } = more;
  return {
    ruleId: 1,
    from: START,
    sight: null,
    sensors: conditions.map(({ kind }) => (kind === 'sensor' ? 0 : -1)),
    test: { match, hold: hold * 60, conditions: conditions.map((each) => ({ ...newCondition('speed'), ...each })) },
    ...rest,
  };
};
const minuteOf = (instant: Instant): number => (instant - START) / MINUTE;
const minutes = (watch: RuleWatch) =>
  watch.found.map(({ since, at: fired, end, value }) => [
    minuteOf(since),
    minuteOf(fired),
    end === null ? null : minuteOf(end),
    value,
  ]);

const condition = (part: Partial<RuleCondition>): RuleCondition => ({ ...newCondition('speed'), ...part });
/** The same with groups. */
const grouped = (watched: WatchedRule, ...conditions: readonly RulePart[]): WatchedRule => ({
  ...watched,
  test: { ...watched.test, conditions },
  sensors: leavesOf(conditions).map(({ kind }) => (kind === 'sensor' ? 0 : -1)),
});

describe('time between reports', () => {
  it('makes a rule fire at the instant by which it lasted, before the next report comes', () => {
    const watch = new RuleWatch([rule(3)]);
    say(watch, 0, { speed: 95 });
    expect(watch.until).toBe(at(3));
    watch.advance(at(3) - 1);
    expect(minutes(watch)).toEqual([]);
    watch.advance(at(3));
    expect(minutes(watch)).toEqual([[0, 3, null, 95]]);
    expect([watch.dirty, watch.until, watch.found[0].place]).toEqual([true, null, PLACE]);
    say(watch, 4, { speed: 80 });
    expect(minutes(watch)).toEqual([[0, 3, 4, 95]]);
  });

  it('does so as well where nobody looked at the clock', () => {
    const watch = new RuleWatch([rule(3)]);
    say(watch, 0, { speed: 95 });
    say(watch, 4, { speed: 80 });
    expect(minutes(watch)).toEqual([[0, 3, 4, 95]]);
    expect(watch.found[0].place).toEqual(PLACE);
  });

  it('counts what a report of that very instant says', () => {
    for (const advances of [false, true]) {
      const ended = new RuleWatch([rule(3)]);
      say(ended, 0, { speed: 95 });
      if (advances) ended.advance(at(3));
      say(ended, 3, { speed: 80 });
      expect(minutes(ended)).toEqual([]);
      const goesOn = new RuleWatch([rule(3)]);
      say(goesOn, 0, { speed: 95 });
      if (advances) goesOn.advance(at(3));
      say(goesOn, 3, { speed: 99 });
      expect(minutes(goesOn)).toEqual([[0, 3, null, 99]]);
    }
  });

  it('proves nothing of what reports said too long ago', () => {
    const watch = new RuleWatch([rule(6)]);
    say(watch, 0, { speed: 95 });
    expect(watch.until).toBeNull();
    watch.advance(at(60));
    expect(minutes(watch)).toEqual([]);
    // It went on meanwhile, or did not: it holds now, and has since then as far as anybody knows.
    say(watch, 7, { speed: 96 });
    expect(minutes(watch)).toEqual([[0, 7, null, 96]]);
  });

  it('is taken back by a report of before, which was on its way still', () => {
    const watch = new RuleWatch([rule(3)]);
    say(watch, 0, { speed: 95 });
    watch.advance(at(5));
    watch.written(at(0));
    expect([watch.dirty, minutes(watch)]).toEqual([false, [[0, 3, null, 95]]]);
    say(watch, 2, { speed: 60 });
    expect([watch.dirty, minutes(watch), watch.until]).toEqual([true, [], null]);
  });

  it('is no part of the states, from which others go on', () => {
    const watch = new RuleWatch([rule(3)]);
    say(watch, 0, { speed: 95 });
    const before = JSON.stringify(watch.states());
    watch.advance(at(5));
    expect(JSON.stringify(watch.states())).toBe(before);
    watch.follow([rule(3), rule(0, undefined, { ruleId: 2 })]);
    watch.advance(at(5));
    expect(minutes(watch)).toEqual([[0, 3, null, 95]]);
    say(watch, 4, { speed: 40 });
    expect(minutes(watch)).toEqual([[0, 3, 4, 95]]);
  });

  it('names the figure that was said last, and none that was said too long ago', () => {
    const watch = new RuleWatch([rule(4, [{ limit: 90 }, { kind: 'ignition', ignition: 'off' }], { match: 'any' })]);
    say(watch, 0, { speed: 95 });
    say(watch, 1, { speed: 20, ignition: IGNITION.off });
    watch.advance(at(4));
    expect(minutes(watch)).toEqual([[0, 4, null, 20]]);
    say(watch, 20, { speed: 20, ignition: IGNITION.on });
    say(watch, 21, { ignition: IGNITION.off });
    say(watch, 24, { ignition: IGNITION.off });
    watch.advance(at(30));
    expect(minutes(watch).at(-1)).toEqual([21, 25, null, 20]);
  });
});

describe('limits', () => {
  const limited = (more: Partial<RuleLimits>, zone = 'UTC') => WatchLimits.of({ ...NO_LIMITS, ...more }, zone);
  // START is 06:00 UTC on a Monday.
  const hours = [{ days: [1], from: '06:10', until: '06:20' }];
  const fast = (more: Partial<RuleLimits>, hold = 0): RuleWatch =>
    new RuleWatch([rule(hold, undefined, { limits: limited(more) })]);
  const feedSpeeds = (watch: RuleWatch, speeds: readonly number[], from = 0): RuleWatch => {
    for (const [index, speed] of speeds.entries()) say(watch, from + index, { speed });
    return watch;
  };
  const spansOf = (watch: RuleWatch) => minutes(watch).map((firing) => firing.slice(0, 3));

  it('are none where nothing is filled in', () => {
    expect(limited({})).toBeNull();
  });

  it('let a rule hold within its hours only, from where they begin to where they end', () => {
    const watch = fast({ during: 'inside', hours }, 2);
    for (let minute = 4; minute <= 30; minute += 4) say(watch, minute, { speed: 95 });
    expect(spansOf(watch)).toEqual([[10, 12, 20]]);
    const outside = fast({ during: 'outside', hours }, 2);
    for (let minute = 4; minute <= 30; minute += 4) say(outside, minute, { speed: 95 });
    expect(spansOf(outside)).toEqual([
      [4, 6, 10],
      [20, 22, null],
    ]);
  });

  it('do so by the clock alone', () => {
    const watch = fast({ during: 'inside', hours });
    say(watch, 8, { speed: 95 });
    expect(watch.until).toBe(at(10));
    watch.advance(at(10));
    expect(spansOf(watch)).toEqual([[10, 10, null]]);
    expect(watch.until).toBe(at(20));
    watch.advance(at(25));
    expect([spansOf(watch), watch.until]).toEqual([[[10, 10, 20]], null]);
  });

  it('let it rest before its first day and after its last', () => {
    const day = 24 * 60;
    const watch = fast({ valid_from: '2026-06-02', valid_until: '2026-06-02' });
    for (const minute of [0, day - 361, day - 360, 2 * day - 361, 2 * day - 360]) say(watch, minute, { speed: 95 });
    expect(spansOf(watch)).toEqual([[day - 360, day - 360, 2 * day - 360]]);
  });

  it('let it fire again only after so many minutes, if it holds still', () => {
    const watch = feedSpeeds(fast({ repeat_after: 5 }), [95, 80, 95, 80, 80, 80, 95, 95]);
    expect(spansOf(watch)).toEqual([
      [0, 0, 1],
      [6, 6, null],
    ]);
    const later = feedSpeeds(fast({ repeat_after: 5 }), [95, 80, 80, 95, 95]);
    expect(later.until).toBe(at(5));
    later.advance(at(5));
    expect(spansOf(later)).toEqual([
      [0, 0, 1],
      [3, 5, null],
    ]);
  });

  it('let it fire so often a day, by the days of the time zone', () => {
    const speeds = [95, 80, 95, 80, 95, 80];
    expect(spansOf(feedSpeeds(fast({ most_a_day: 2 }), speeds))).toHaveLength(2);
    // In Apia it is 19:00: the day ends five hours later.
    const apia = new RuleWatch([rule(0, undefined, { limits: limited({ most_a_day: 2 }, 'Pacific/Apia') })]);
    feedSpeeds(feedSpeeds(apia, speeds), speeds, 5 * 60);
    expect(spansOf(apia).map(([, fired]) => fired)).toEqual([0, 2, 300, 302]);
  });
});

describe('what happens at an instant, in a rule that has to last', () => {
  const braking = condition({ kind: 'alarm', alarm: 'hard_braking' });
  const both = grouped(rule(3), newGroup([braking, condition({ limit: 90 })]), condition({ kind: 'ignition' }));
  const on = { ignition: IGNITION.on };

  it('fires at once where all else that it needs holds', () => {
    const watch = new RuleWatch([both]);
    say(watch, 0, { ...on, speed: 60 });
    say(watch, 1, { ...on, speed: 60, alarm: 'hard_braking' });
    say(watch, 2, { ...on, speed: 50 });
    say(watch, 3, { ignition: IGNITION.off, alarm: 'hard_braking', speed: 50 });
    say(watch, 4, { ignition: IGNITION.off, speed: 0 });
    expect(minutes(watch)).toEqual([[1, 1, 2, 60]]);
  });

  it('leaves what is lasting to last as long as the rule says', () => {
    const watch = new RuleWatch([both]);
    say(watch, 0, { ...on, speed: 95 });
    watch.advance(at(2));
    expect(minutes(watch)).toEqual([]);
    watch.advance(at(3));
    expect(minutes(watch)).toEqual([[0, 3, null, 95]]);
  });

  it('comes before that time is over, and then there is no second one', () => {
    const watch = new RuleWatch([both]);
    say(watch, 0, { ...on, speed: 95 });
    say(watch, 1, { ...on, speed: 92, alarm: 'hard_braking' });
    say(watch, 4, { ...on, speed: 94 });
    say(watch, 5, { ...on, speed: 70 });
    expect(minutes(watch)).toEqual([[0, 1, 5, 92]]);
  });

  it('has to wait with the rest where the rule may not fire again yet', () => {
    const limits = WatchLimits.of({ ...NO_LIMITS, repeat_after: 10 }, 'UTC');
    const watch = new RuleWatch([{ ...both, limits }]);
    for (const minute of [1, 4]) {
      say(watch, minute, { ...on, speed: 60, alarm: 'hard_braking' });
      say(watch, minute + 1, { ...on, speed: 50 });
    }
    watch.advance(at(30));
    expect(minutes(watch)).toEqual([[1, 1, 2, 60]]);
  });

  it('goes on where it is reversed', () => {
    const watch = new RuleWatch([grouped(rule(3), { ...newGroup([braking]), negated: true })]);
    say(watch, 0);
    say(watch, 1, { alarm: 'hard_braking' });
    say(watch, 2);
    watch.advance(at(9));
    expect(minutes(watch)).toEqual([[2, 5, null, null]]);
  });
});

/** A small generator of whole numbers below a bound: the same every time. */
function numbers(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) & 0x7f_ff_ff_ff;
    return Math.floor((state / 0x80_00_00_00) * below);
  };
}
const sorted = (found: RuleWatch['found']) => found.toSorted((a, b) => a.ruleId - b.ruleId || a.at - b.at);
const through = (states: RuleStates): RuleStates => JSON.parse(JSON.stringify(states)) as RuleStates;

describe('any rules on any reports', () => {
  const kinds: readonly Partial<RuleCondition>[] = [
    { kind: 'speed', limit: 60, margin: 20 },
    { kind: 'speed', limit: 40, comparison: 'under', negated: true },
    { kind: 'sensor', sensor: 'a', maximum: 50 },
    { kind: 'ignition', ignition: 'off' },
    { kind: 'ignition', negated: true },
    { kind: 'alarm', alarm: 'sos' },
    { kind: 'alarm', alarm: 'hard_braking' },
    { kind: 'silence', silence: 90 },
    { kind: 'silence', silence: 240, negated: true },
    { kind: 'messages', messages: 2, period: 10 },
    { kind: 'messages', messages: 3, period: 20, negated: true },
    { kind: 'harsh', harsh: 'braking' },
  ];
  const anyLimits: readonly Partial<RuleLimits>[] = [
    {},
    {},
    { repeat_after: 7 },
    { most_a_day: 2 },
    // 06:00 of the reports' zone is 09:30 there.
    { during: 'inside', hours: [{ days: [1], from: '09:40', until: '10:00' }] },
    { during: 'outside', hours: [{ days: [1, 2], from: '09:50', until: '09:55' }], repeat_after: 3 },
  ];
  /** Two conditions of a rule, or one, in a group that is joined and reversed as it happens. */
  const inGroups = (parts: readonly RulePart[], random: (below: number) => number): RulePart[] =>
    parts.length < 2 || random(4) === 0
      ? [...parts]
      : [
          {
            ...newGroup(inGroups(parts.slice(0, -1), random), random(2) === 0 ? 'all' : 'any'),
            negated: random(3) === 0,
          },
          ...parts.slice(-1),
        ];
  const world = (seed: number, isNested = false) => {
    const random = numbers(seed);
    const flat = Array.from({ length: 6 }, (_, index) =>
      rule(
        [0, 1, 3, 4, 11][random(5)],
        Array.from({ length: 1 + random(3) }, () => kinds[random(kinds.length)]),
        {
          ruleId: index + 1,
          match: random(2) === 0 ? 'all' : 'any',
          limits: WatchLimits.of({ ...NO_LIMITS, ...anyLimits[random(anyLimits.length)] }, 'Asia/Tehran'),
          sight: random(4) === 0 ? [{ from: at(5), to: at(25) }] : null,
        },
      ),
    );
    const rules = isNested
      ? flat.map((each) =>
          grouped(each, ...inGroups([...each.test.conditions, condition(kinds[random(kinds.length)])], random)),
        )
      : flat;
    let time = START;
    const reports = Array.from({ length: 40 }, () => {
      time += [10 * SECOND, MINUTE, MINUTE, 2 * MINUTE, 7 * MINUTE][random(5)];
      return reportAt(time, {
        ...(random(3) > 0 && { speed: random(100) }),
        ...(random(3) > 0 && { value: random(100) }),
        ignition: [IGNITION.unknown, IGNITION.off, IGNITION.on, IGNITION.on][random(4)],
        alarm: ['sos', 'hard_braking', '', '', ''][random(5)],
      });
    });
    return { random, rules, reports, end: time + 30 * MINUTE };
  };
  const feed = (watch: RuleWatch, reports: readonly RuleReport[]): RuleWatch => {
    for (const report of reports) watch.accept(report, () => ({ ...PLACE, latitude: minuteOf(report.time) }));
    return watch;
  };

  it.each([false, true])(
    'fire alike whether the clock is looked at often, seldom or wrongly (groups: %s)',
    (isNested) => {
      for (let seed = 1; seed <= 25; seed++) {
        const { random, rules, reports, end } = world(seed, isNested);
        const plain = feed(new RuleWatch(rules), reports);
        plain.advance(end);
        const timed = new RuleWatch(rules);
        for (const report of reports) {
          // Also beyond the next report, as for one that comes late.
          const { until } = timed;
          if (until !== null && random(2) === 0) timed.advance(until + [0, MINUTE, 20 * MINUTE][random(3)]);
          if (random(3) === 0) timed.written(report.time - 1_000 * MINUTE);
          feed(timed, [report]);
        }
        timed.advance(end);
        expect(sorted(timed.found), `seed ${seed}`).toEqual(sorted(plain.found));
      }
    },
  );

  it.each([false, true])('fire alike wherever a saved state is gone on from (groups: %s)', (isNested) => {
    let fired = 0;
    for (let seed = 1; seed <= 25; seed++) {
      const { random, rules, reports, end } = world(seed, isNested);
      const whole = feed(new RuleWatch(rules), reports);
      whole.advance(end);
      fired += whole.found.length;
      for (let cut = 1; cut < reports.length; cut += 4) {
        const first = feed(new RuleWatch(rules), reports.slice(0, cut));
        if (random(2) === 0) first.advance(reports[cut - 1].time + 10 * MINUTE);
        const second = new RuleWatch(rules, through(first.states()));
        if (random(2) === 0) second.advance(reports[cut - 1].time + 10 * MINUTE);
        feed(second, reports.slice(cut)).advance(end);
        const before = feed(new RuleWatch(rules), reports.slice(0, cut)).found.filter((firing) => firing.end !== null);
        expect(sorted([...before, ...second.found]), `seed ${seed} cut ${cut}`).toEqual(sorted(whole.found));
      }
    }
    expect(fired).toBeGreaterThan(200);
  });
});
