import { describe, expect, it } from 'vitest';
import type { Alarm, AlarmId } from './alarm.ts';
import { stormsOf } from './storms.ts';

/** 0.01° of latitude are 1.11 km. */
const alarm = (id: number, latitude: number | null, more: Partial<Alarm> = {}): Alarm =>
  ({
    alarm_id: id as AlarmId,
    alert_id: 3,
    rule_id: 5,
    position: latitude === null ? null : { latitude, longitude: 13 },
    ...more,
  }) as Alarm;
const groups = (...alarms: Alarm[]) => stormsOf(alarms).map(({ alarms: own }) => own.map(({ alarm_id: id }) => id));

describe('storms of alarms', () => {
  it('are of one alert, one rule and one place, in the order of the queue', () => {
    expect(groups(alarm(1, 52), alarm(2, 53), alarm(3, 52.01), alarm(4, 53.01))).toEqual([
      [1, 3],
      [2, 4],
    ]);
    expect(groups(alarm(1, 52), alarm(2, 52, { alert_id: 4 }), alarm(3, 52, { rule_id: 6 as never }))).toEqual([
      [1],
      [2],
      [3],
    ]);
  });

  it('reach five kilometres from their first alarm, not from one to the next', () => {
    expect(groups(alarm(1, 52), alarm(2, 52.04), alarm(3, 52.08))).toEqual([[1, 2], [3]]);
  });

  it('keep alarms without a position apart from those with one', () => {
    expect(groups(alarm(1, null), alarm(2, 52), alarm(3, null))).toEqual([[1, 3], [2]]);
  });

  it('of a deleted alert are of one cause too, and an empty queue has none', () => {
    expect(groups(alarm(1, 52, { alert_id: null }), alarm(2, 52, { alert_id: null }))).toEqual([[1, 2]]);
    expect(stormsOf([])).toEqual([]);
  });

  it('are known by their first alarm', () => {
    expect(stormsOf([alarm(7, 52), alarm(8, 52)])).toMatchObject([{ key: 7 }]);
  });
});
