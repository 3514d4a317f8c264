import { describe, expect, it } from 'vitest';
import { MINUTE, type Instant } from '../../base/index.ts';
import { IGNITION } from '../../telemetry/index.ts';
import { createRuleReport, newCondition, type RuleCondition, type RuleReport } from './kinds/index.ts';
import { RuleWatch, type WatchedRule } from './index.ts';

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number): Instant => START + minute * MINUTE;
const rule = (
  more: Partial<WatchedRule> = {},
  { hold = 0, ...bounds }: Partial<RuleCondition> & { hold?: number } = {},
): WatchedRule => ({
  ruleId: 1,
  from: START,
  sensors: [0],
  sight: null,
  test: { match: 'all', conditions: [{ ...newCondition('sensor'), sensor: 'Coolant', maximum: 100, ...bounds }], hold },
  ...more,
});
const report = (minute: number, more: Partial<RuleReport> = {}): RuleReport => ({
  ...createRuleReport(),
  time: at(minute),
  columns: [[Number.NaN]],
  ...more,
});
/** Values a minute apart; NaN: the report does not say it. */
const feed = (watch: RuleWatch, values: readonly number[], from = 0): RuleWatch => {
  for (const [index, value] of values.entries()) watch.accept(report(from + index, { columns: [[value]] }), () => null);
  return watch;
};
const minutes = (watch: RuleWatch) =>
  watch.found.map(({ since, at: fired, end, value }) => [
    (since - START) / MINUTE,
    (fired - START) / MINUTE,
    end === null ? null : (end - START) / MINUTE,
    value,
  ]);

describe('a rule on a value', () => {
  it('fires once for a stretch, and again after the next', () => {
    expect(minutes(feed(new RuleWatch([rule()]), [90, 101, 105, 99, 120, 130]))).toEqual([
      [1, 1, 3, 101],
      [4, 4, null, 120],
    ]);
  });

  it('waits until the condition has lasted, and forgets what did not', () => {
    const watch = new RuleWatch([rule({}, { hold: 180 })]);
    expect(minutes(feed(watch, [101, 102, 90, 101, 102, 103, 104, 105]))).toEqual([[3, 6, null, 104]]);
  });

  it('is left as it is by reports without the value', () => {
    expect(
      minutes(feed(new RuleWatch([rule({}, { hold: 120 })]), [101, Number.NaN, 103, Number.NaN, 104, 90])),
    ).toEqual([[0, 2, 5, 103]]);
  });

  it('does not look at what was reported before it was made', () => {
    expect(minutes(feed(new RuleWatch([rule({ from: at(2) })]), [120, 120, 121]))).toEqual([[2, 2, null, 121]]);
  });

  it('sees a unit only while its account does, and what lasts ends with that', () => {
    const sight = [{ from: at(1), to: at(3) }];
    expect(minutes(feed(new RuleWatch([rule({ sight })]), [120, 121, 122, 123, 124]))).toEqual([[1, 1, 3, 121]]);
  });

  it('comes to the same wherever it goes on from', () => {
    const values = [90, 101, 105, 99, 120, Number.NaN, 121, 90, 140];
    const rules = [
      rule(),
      rule({ ruleId: 2 }, { hold: 120 }),
      rule({ ruleId: 3 }, { condition: 'inside', minimum: 100, maximum: 110 }),
    ];
    const whole = feed(new RuleWatch(rules), values).found;
    for (let cut = 1; cut < values.length; cut++) {
      const first = feed(new RuleWatch(rules), values.slice(0, cut));
      const states = JSON.parse(JSON.stringify(first.states())) as ReturnType<RuleWatch['states']>;
      const second = feed(new RuleWatch(rules, states), values.slice(cut), cut);
      const together = [...first.found.filter(({ end }) => end !== null), ...second.found];
      expect(together.toSorted((a, b) => a.ruleId - b.ruleId || a.at - b.at)).toEqual(
        whole.toSorted((a, b) => a.ruleId - b.ruleId || a.at - b.at),
      );
    }
  });

  it('goes on where it stood when others change, and begins again when it asks for something else', () => {
    const watch = feed(new RuleWatch([rule()]), [120]);
    watch.written(at(0));
    watch.follow([rule(), rule({ ruleId: 2 })]);
    expect(watch.dirty).toBe(false);
    feed(watch, [121], 1);
    expect(minutes(watch)).toEqual([
      [0, 0, null, 120],
      [1, 1, null, 121],
    ]);
    watch.follow([rule({ from: at(2) }, { maximum: 110 })]);
    expect([watch.dirty, minutes(watch)]).toEqual([true, []]);
    expect(minutes(feed(watch, [122], 2))).toEqual([[2, 2, null, 122]]);
  });

  it('forgets what is written and over, and keeps what lasts', () => {
    const watch = feed(new RuleWatch([rule()]), [120, 90, 130]);
    watch.written(at(2));
    expect([watch.dirty, minutes(watch)]).toEqual([false, [[2, 2, null, 130]]]);
    feed(watch, [90], 3);
    expect([watch.dirty, minutes(watch)]).toEqual([true, [[2, 2, 3, 130]]]);
  });
});

/** Reports a minute apart. */
const feedReports = (watch: RuleWatch, reports: readonly Partial<RuleReport>[], from = 0): RuleWatch => {
  for (const [index, more] of reports.entries()) watch.accept(report(from + index, more), () => null);
  return watch;
};
const composed = (
  match: 'all' | 'any',
  conditions: readonly Partial<RuleCondition>[],
  more: Partial<WatchedRule> = {},
): WatchedRule => ({
  ...rule(more),
  sensors: more.sensors ?? conditions.map(() => -1),
  test: { match, hold: 0, conditions: conditions.map((each) => ({ ...newCondition('speed'), ...each })) },
});
const FAST = { limit: 90 } as const;
const ON = { kind: 'ignition' } as const;
const OFF = { kind: 'ignition', ignition: 'off' } as const;

describe('a rule of several conditions', () => {
  it('holds where all do, as reports last said of each', () => {
    const reports = [{ speed: 95 }, { ignition: IGNITION.off }, {}, { speed: 96 }, { ignition: IGNITION.on }];
    expect(minutes(feedReports(new RuleWatch([composed('all', [FAST, OFF])]), reports))).toEqual([[1, 1, 4, 95]]);
    // Of the ignition nothing was said yet: whether all hold is not known.
    expect(minutes(feedReports(new RuleWatch([composed('all', [FAST, ON])]), [{ speed: 95 }, { speed: 99 }]))).toEqual(
      [],
    );
  });

  it('or where any does, whatever is known of the others', () => {
    const watch = new RuleWatch([composed('any', [FAST, OFF])]);
    feedReports(watch, [{ ignition: IGNITION.off, speed: 95 }, { speed: 20 }]);
    // The ignition was off when something was last said of it.
    expect(minutes(watch)).toEqual([[0, 0, null, 95]]);
    feedReports(watch, [{ ignition: IGNITION.on }], 2);
    expect(minutes(watch)).toEqual([[0, 0, 2, 95]]);
  });

  it('ends where what it held by is over, and fires again, though the unit never says anything of the other', () => {
    const any = composed('any', [FAST, OFF]);
    const watch = new RuleWatch([any]);
    const speeds = [95, 20, 96, 97, 30].map((speed) => ({ speed }));
    expect(minutes(feedReports(watch, speeds))).toEqual([
      [0, 0, 1, 95],
      [2, 2, 4, 96],
    ]);
    // It comes to the same where it goes on from a state.
    const first = feedReports(new RuleWatch([any]), speeds.slice(0, 3));
    const second = new RuleWatch([any], JSON.parse(JSON.stringify(first.states())) as ReturnType<RuleWatch['states']>);
    expect(minutes(feedReports(second, speeds.slice(3), 3))).toEqual([[2, 2, 4, 96]]);
    // Conditions joined by "all" go on, as long as nothing says that they do not.
    const all = feedReports(new RuleWatch([composed('all', [FAST, OFF])]), [
      { speed: 95, ignition: IGNITION.off },
      ...Array.from({ length: 9 }, () => ({ speed: 99 })),
    ]);
    expect(minutes(all)).toEqual([[0, 0, null, 95]]);
  });

  it('counts a negated one where it does not hold, and never where nothing is said of it', () => {
    const watch = new RuleWatch([composed('all', [{ ...ON, negated: true }])]);
    expect(minutes(feedReports(watch, [{}, { ignition: IGNITION.off }, {}, { ignition: IGNITION.on }]))).toEqual([
      [1, 1, 3, null],
    ]);
  });

  it('does not go on from what was said too long ago', () => {
    const watch = new RuleWatch([
      { ...composed('all', [FAST, ON]), test: { ...composed('all', [FAST, ON]).test, hold: 600 } },
    ]);
    watch.accept(report(0, { speed: 95, ignition: IGNITION.on }), () => null);
    // Of the speed nothing is said any more: whether it is still over the limit is not known.
    for (const minute of [4, 8, 12]) watch.accept(report(minute, { ignition: IGNITION.on }), () => null);
    expect(minutes(watch)).toEqual([]);
    watch.accept(report(13, { speed: 96 }), () => null);
    expect(minutes(watch)).toEqual([[0, 13, null, 96]]);
    const again = new RuleWatch(
      watch.rules,
      JSON.parse(JSON.stringify(watch.states())) as ReturnType<RuleWatch['states']>,
    );
    again.accept(report(30, { ignition: IGNITION.on }), () => null);
    expect(minutes(again)).toEqual([[0, 13, null, 96]]);
  });

  it('forgets what it heard while its account did not see the unit', () => {
    const sight = [
      { from: at(0), to: at(1) },
      { from: at(2), to: at(9) },
    ];
    const watch = new RuleWatch([composed('all', [FAST, OFF], { sight })]);
    feedReports(watch, [{ ignition: IGNITION.off }, { speed: 95 }, { speed: 95 }]);
    expect(minutes(watch)).toEqual([]);
  });

  it('does without a sensor that the unit has not, where another condition suffices', () => {
    const sensor = { ...newCondition('sensor'), sensor: 'Coolant', maximum: 100 };
    const watch = new RuleWatch([composed('any', [sensor, FAST])]);
    expect(minutes(feedReports(watch, [{ speed: 95, columns: [] }]))).toEqual([[0, 0, null, null]]);
  });

  it('comes to the same wherever it goes on from, margins and what was last said included', () => {
    const rules = [
      composed('all', [FAST, OFF]),
      composed('any', [FAST, ON], { ruleId: 2 }),
      composed('all', [{ ...FAST, negated: true }], { ruleId: 3 }),
      composed('all', [FAST, { kind: 'alarm', alarm: 'sos', negated: true }], { ruleId: 4 }),
    ];
    const reports = [
      { ignition: IGNITION.off },
      { speed: 95 },
      { speed: 88 },
      { ignition: IGNITION.on, alarm: 'sos' },
      { speed: 84, alarm: 'SOS' },
      { speed: 88 },
      { ignition: IGNITION.off },
      { speed: 91 },
    ];
    const sorted = (found: RuleWatch['found']) => found.toSorted((a, b) => a.ruleId - b.ruleId || a.at - b.at);
    const whole = feedReports(new RuleWatch(rules), reports).found;
    expect(new Set(whole.map(({ ruleId }) => ruleId)).size).toBe(4);
    for (let cut = 1; cut < reports.length; cut++) {
      const first = feedReports(new RuleWatch(rules), reports.slice(0, cut));
      const states = JSON.parse(JSON.stringify(first.states())) as ReturnType<RuleWatch['states']>;
      const second = feedReports(new RuleWatch(rules, states), reports.slice(cut), cut);
      expect(sorted([...first.found.filter(({ end }) => end !== null), ...second.found])).toEqual(sorted(whole));
    }
  });

  it('goes on from a state of before there were several', () => {
    const since = at(0);
    const watch = new RuleWatch([rule({}, { hold: 120 })], { [`1@${START}`]: { since, firing: null } });
    expect(minutes(feed(watch, [120], 2))).toEqual([[0, 2, null, 120]]);
  });
});
