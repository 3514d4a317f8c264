import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE } from '../base/index.ts';
import { afterDriving, drivingWithin, dutyOf, RESTED, restAt } from './duty.ts';

const REST = 15 * MINUTE;
const span = (from: number, to: number) => ({ from: from * MINUTE, to: to * MINUTE });
const drive = (from: number, to: number, ...stops: { from: number; to: number }[]) => ({ ...span(from, to), stops });

describe('driving time', () => {
  it('is a drive without its stops', () => {
    expect(drivingWithin(span(0, 60), [span(10, 12), span(30, 35)])).toEqual([span(0, 10), span(12, 30), span(35, 60)]);
    expect(drivingWithin(span(0, 60), [span(-5, 5), span(55, 70)])).toEqual([span(5, 55)]);
    expect(drivingWithin(span(0, 60), [span(-5, 70)])).toEqual([]);
  });

  it('goes on through a pause that is too short for a rest, and begins again after one', () => {
    const duty = dutyOf([drive(0, 60), drive(70, 100), drive(115, 130)], REST);
    expect(duty.rests).toEqual([span(100, 115)]);
    expect(duty.total).toBe(105 * MINUTE);
    expect(duty.longest).toBe(90 * MINUTE);
    expect(duty.state).toEqual({ since: 115 * MINUTE, until: 130 * MINUTE, driven: 15 * MINUTE });
  });

  it('counts what was driven at two units at the same time once', () => {
    const duty = dutyOf([drive(0, 60), drive(30, 90), drive(40, 50)], REST);
    expect(duty.driving).toEqual([60 * MINUTE, 30 * MINUTE, 0]);
    expect(duty.longest).toBe(90 * MINUTE);
    expect(duty.rests).toEqual([]);
  });

  it('takes a stop within a drive for a rest where it is long enough', () => {
    const duty = dutyOf([drive(0, 60, span(20, 40))], REST);
    expect(duty.rests).toEqual([span(20, 40)]);
    expect(duty.driving).toEqual([40 * MINUTE]);
  });

  it('is the same whether drives are added one by one or together', () => {
    const drives = [drive(0, 60), drive(62, 100, span(70, 72)), drive(130, 140), drive(135, 150)];
    const whole = dutyOf(drives, REST);
    const first = dutyOf(drives.slice(0, 2), REST);
    const rest = dutyOf(drives.slice(2), REST, first.state);
    expect([...first.rests, ...rest.rests]).toEqual(whole.rests);
    expect(first.total + rest.total).toBe(whole.total);
    expect(rest.state).toEqual(whole.state);
  });
});

describe('rests', () => {
  it('last from the end of driving, once they are long enough', () => {
    const { state } = afterDriving(RESTED, span(0, 60), REST);
    expect(restAt(state, 70 * MINUTE, REST)).toBeNull();
    expect(restAt(state, 75 * MINUTE, REST)).toEqual(span(60, 75));
    expect(restAt(RESTED, HOUR, REST)).toBeNull();
  });
});
