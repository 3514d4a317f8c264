import { describe, expect, it } from 'vitest';
import { createMotion, type Motion } from '../../../trips/index.ts';
import { newCondition, evaluateCondition, foreseeCondition, MOTIONS, type RuleCondition } from '../index.ts';
import { report } from '../testing/conditions.ts';

describe('what the unit does', () => {
  const of = (motion: RuleCondition['motion'], now: Partial<Motion>, negated = false) => {
    const condition = { ...newCondition('motion'), motion, negated };
    const said = report({ motion: { ...createMotion(), ...now } });
    const { at, truth } = foreseeCondition(condition, said);
    return [evaluateCondition(condition, said, -1, null), at, truth];
  };
  const never = Number.POSITIVE_INFINITY;

  it('is that it moves, until it has not reported for too long', () => {
    const moving = { status: 'moving', until: 9, onTrip: true, idles: false } as const;
    expect([of('moving', moving), of('stopped', moving), of('trip', moving), of('parked', moving)]).toEqual([
      [true, 9, null],
      [false, 9, null],
      [true, 9, null],
      [false, 9, null],
    ]);
    expect(of('moving', moving, true)).toEqual([false, 9, null]);
    expect(of('trip', { ...moving, onTrip: false })[0]).toBe(false);
    expect(of('idling', moving)).toEqual([false, never, null]);
  });

  it('or that it stands, which time alone makes a parking and the end of a trip', () => {
    const standing = { status: 'standing', until: 9, onTrip: true, idles: true, idlesUntil: 5 } as const;
    expect([of('moving', standing), of('stopped', standing), of('trip', standing), of('parked', standing)]).toEqual([
      [false, never, null],
      [true, never, null],
      [true, 9, false],
      [false, 9, true],
    ]);
    expect([of('parked', standing, true), of('trip', standing, true)]).toEqual([
      [true, 9, false],
      [false, 9, true],
    ]);
    expect(of('idling', standing)).toEqual([true, 5, null]);
    expect(of('trip', { ...standing, onTrip: false })).toEqual([false, never, null]);
    expect(of('parked', { status: 'parked', until: never })).toEqual([true, never, null]);
  });

  it('is not known of a unit whose trips are not looked for', () => {
    for (const motion of MOTIONS) expect(of(motion, { status: 'off' })).toEqual([null, never, null]);
  });
});
