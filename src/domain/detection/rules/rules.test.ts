import { describe, expect, it } from 'vitest';
import { MINUTE, type Instant } from '../../base/index.ts';
import { RuleWatch, type WatchedRule } from './index.ts';

const START = Date.UTC(2026, 5, 1, 6);
const at = (minute: number): Instant => START + minute * MINUTE;
const rule = (more: Partial<WatchedRule> = {}, test: Partial<WatchedRule['test']> = {}): WatchedRule => ({
  ruleId: 1,
  from: START,
  sensor: 0,
  sight: null,
  test: { sensor: 'Coolant', condition: 'outside', minimum: null, maximum: 100, hold: 0, ...test },
  ...more,
});
/** Values a minute apart; NaN: the report does not say it. */
const feed = (watch: RuleWatch, values: readonly number[], from = 0): RuleWatch => {
  for (const [index, value] of values.entries()) watch.accept(at(from + index), [[value]], 0, () => null);
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

  it('is left where it stands by reports that do not tell the value', () => {
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

  it('goes on where it stood when others change, and begins anew when it asks for something else', () => {
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
