import { expect, it } from 'vitest';
import { completeCondition, figureOf, figurePlace, isComplete, newCondition, sensorPlaces } from './index.ts';
import { problemsOf, report } from './testing/conditions.ts';

it('a condition of before others had their fields is complete', () => {
  const { silence: _, motion: __, ...old } = newCondition('speed');
  expect(completeCondition({ ...old, limit: 80 })).toEqual({ ...newCondition('speed'), limit: 80 });
});

it('the figure is that of the first condition that has one', () => {
  const conditions = [newCondition('ignition'), newCondition('speed'), newCondition('sensor')];
  expect(figurePlace({ conditions })).toBe(1);
  expect(figurePlace({ conditions: [newCondition('alarm')] })).toBe(-1);
  expect(figureOf(conditions[1], report({ speed: 80 }), -1)).toBe(80);
  expect(figureOf(conditions[1], report(), -1)).toBeNull();
  expect(figureOf(conditions[2], report({ columns: [[1], [2]] }), 1)).toBe(2);
});

it('a unit without a sensor is watched as far as the others suffice', () => {
  const conditions = [{ ...newCondition('sensor'), sensor: 'Tank' }, newCondition('speed')];
  const placeOf = (name: string) => (name === 'Tank' ? 3 : -1);
  expect(sensorPlaces({ match: 'all', conditions }, placeOf)).toEqual([3, -1]);
  expect(sensorPlaces({ match: 'all', conditions }, () => -1)).toBeNull();
  expect(sensorPlaces({ match: 'any', conditions }, () => -1)).toEqual([-1, -1]);
  expect(sensorPlaces({ match: 'any', conditions: conditions.slice(0, 1) }, () => -1)).toBeNull();
});

it('a condition is complete once its parameters make sense', () => {
  expect(isComplete(newCondition('sensor'))).toBe(false);
  expect(isComplete({ ...newCondition('sensor'), sensor: 'Tank', minimum: 0 })).toBe(true);
  expect(isComplete(newCondition('speed'))).toBe(false);
  expect(isComplete({ ...newCondition('speed'), limit: 0 })).toBe(true);
  expect(isComplete({ ...newCondition('silence'), silence: null })).toBe(false);
  const raw = { ...newCondition('parameter'), parameter: 'door' };
  expect([isComplete(raw), isComplete({ ...raw, parameter_text: 'open' })]).toEqual([false, true]);
  expect([isComplete({ ...raw, parameter_test: 'inside' })]).toEqual([false]);
  expect([isComplete(newCondition('motion')), isComplete(newCondition('fix'))]).toEqual([true, true]);
  expect([isComplete(newCondition('ignition')), isComplete(newCondition('alarm'))]).toEqual([true, true]);
});

it('what was filled in for another kind does not count', async () => {
  expect(await problemsOf('ignition', { force: 999, counter_at: -1 })).toEqual([]);
});
