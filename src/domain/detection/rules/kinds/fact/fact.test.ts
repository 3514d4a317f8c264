import { describe, expect, it } from 'vitest';
import { factBoundOf, meetsFact, type FactName, type RuleCondition, type RuleFact } from '../index.ts';
import { evaluate, of, problemsOf } from '../testing/conditions.ts';

const NO_FIGURES = { litres: null, kilometres: null, minutes: null };
const found = (fact: FactName, more: Partial<RuleFact> = {}): RuleFact => ({ ...NO_FIGURES, fact, ...more });
const asked = (fact: FactName, more: Partial<RuleCondition> = {}): RuleCondition => of('fact', { fact, ...more });

describe('what is found at an instant', () => {
  it('is nothing that a report says', () => {
    expect(evaluate(asked('tripEnded'), { speed: 80 })).toBeNull();
  });

  it('is of the kind that is asked for, and has each figure that is asked for', () => {
    const long = asked('tripEnded', { kilometres: 100, minutes: 60 });
    expect(meetsFact(long, found('tripEnded', { kilometres: 100, minutes: 60 }))).toBe(true);
    expect(meetsFact(long, found('tripEnded', { kilometres: 99, minutes: 60 }))).toBe(false);
    expect(meetsFact(long, found('tripEnded', { kilometres: 100 }))).toBe(false);
    expect(meetsFact(asked('tripEnded'), found('tripEnded'))).toBe(true);
    expect(meetsFact(asked('fuelTheft'), found('fuelRefill', { litres: 40 }))).toBe(false);
    // A figure of another kind of fact does not count.
    expect(meetsFact(asked('fuelTheft', { kilometres: 100 }), found('fuelTheft', { litres: 40 }))).toBe(true);
  });

  it('is of one of the geofences or their groups, or of any', () => {
    const passed = found('zonePassed', { zoneId: 3, zoneGroupIds: [7] });
    expect(meetsFact(asked('zonePassed'), passed)).toBe(true);
    expect(meetsFact(asked('zonePassed', { zone_ids: [2, 3] }), passed)).toBe(true);
    expect(meetsFact(asked('zonePassed', { zone_group_ids: [7] }), passed)).toBe(true);
    expect(meetsFact(asked('zonePassed', { zone_ids: [2], zone_group_ids: [8] }), passed)).toBe(false);
  });

  it('is of one of the other units, at the distance that was looked for', () => {
    const near = asked('unitsNear', { metres: 100, other_unit_ids: [4, 5] });
    expect(meetsFact(near, found('unitsNear', { metres: 100, otherUnitId: 5 }))).toBe(true);
    expect(meetsFact(near, found('unitsNear', { metres: 200, otherUnitId: 5 }))).toBe(false);
    expect(meetsFact(near, found('unitsNear', { metres: 100, otherUnitId: 6 }))).toBe(false);
  });

  it('is looked for with the limits of the rule where it has some', () => {
    const traffic = asked('traffic', { megabytes: 50, traffic_period: 'month' });
    expect(factBoundOf(traffic)).toMatchObject({ fact: 'traffic', megabytes: 50, traffic_period: 'month' });
    expect(meetsFact(traffic, found('traffic', { traffic: { megabytes: 50, period: 'month' } }))).toBe(true);
    expect(meetsFact(traffic, found('traffic', { traffic: { megabytes: 50, period: 'day' } }))).toBe(false);
    const week = asked('simExpires', { expiry_days: 7 });
    expect(factBoundOf(week)).toMatchObject({ fact: 'simExpires', expiry_days: 7, megabytes: null });
    expect([7, 3].map((expiryDays) => meetsFact(week, found('simExpires', { expiryDays })))).toEqual([true, false]);
    const duty = asked('operatorDriving', { driving_minutes: 540, rest_minutes: 45 });
    expect(factBoundOf(duty)).toMatchObject({ driving_minutes: 540, rest_minutes: 45 });
    expect(meetsFact(duty, found('operatorDriving', { duty: { minutes: 540, restMinutes: 45 } }))).toBe(true);
    expect(meetsFact(duty, found('operatorDriving', { duty: { minutes: 540, restMinutes: 30 } }))).toBe(false);
    expect(factBoundOf(asked('tripEnded'))).toBeNull();
  });

  it('refuses values that make no sense, each at its field', async () => {
    expect(await problemsOf('fact', { fact: 'unitsNear', metres: null })).toEqual([
      'metres validation.required',
      'other_unit_ids validation.ruleOtherUnits',
    ]);
    expect(await problemsOf('fact', { fact: 'traffic', megabytes: '' })).toEqual(['megabytes validation.required']);
    expect(await problemsOf('fact', { fact: 'rain' })).toEqual(['fact validation.oneOf']);
    expect(await problemsOf('fact', { fact: 'tripEnded' })).toEqual([]);
  });
});
