import { describe, expect, it, vi } from 'vitest';
import { INSTANCE_BYTES } from '../streams/pipeline/fleetColumns.ts';
import { createFleet } from '../streams/pipeline/fleetStore.ts';
import { BadgeMarks, type UnitBadge } from './badges.ts';
import { FleetMirror } from './layers/shared/fleetMirror.ts';

const BADGE = 39;
const critical: UnitBadge = { severity: 'critical', isAcknowledged: false };
const seen: UnitBadge = { severity: 'warning', isAcknowledged: true };

function world() {
  const fleet = createFleet();
  for (const unit of [7, 8, 9]) fleet.ensure(unit);
  const bytes = () =>
    [7, 8, 9].map((unit) => new Uint8Array(fleet.instances)[fleet.slotOf(unit) * INSTANCE_BYTES + BADGE]);
  const mirror = new FleetMirror();
  return { fleet, bytes, mirror, marks: new BadgeMarks(mirror) };
}

describe('badges of units', () => {
  it('say what is open, and what somebody acknowledged, and go with their alarm', () => {
    const { fleet, bytes, marks } = world();
    marks.attach(fleet);
    marks.set(
      new Map([
        [7, critical],
        [9, seen],
      ]),
    );
    expect(bytes()).toEqual([3, 0, 6]);
    marks.set(new Map([[9, critical]]));
    expect(bytes()).toEqual([0, 0, 3]);
  });

  it('are sent to the graphics card for units whose badge is another, and for no other', () => {
    const { fleet, mirror, marks } = world();
    marks.attach(fleet);
    const sent = vi.spyOn(mirror, 'update');
    const badges = [
      [7, critical],
      [8, critical],
    ] as const;
    expect(marks.set(new Map(badges))).toBe(true);
    sent.mockClear();
    expect(marks.set(new Map(badges.map(([id, badge]) => [id, { ...badge }])))).toBe(false);
    expect(sent).not.toHaveBeenCalled();
    expect(marks.set(new Map([...badges, [9, seen]]))).toBe(true);
    const start = fleet.slotOf(9) * INSTANCE_BYTES;
    expect(sent.mock.calls).toEqual([[fleet, [{ start, end: start + INSTANCE_BYTES }]]]);
  });

  it('come to units that are drawn later', () => {
    const { fleet, bytes, marks } = world();
    marks.set(
      new Map([
        [8, critical],
        [10, critical],
      ]),
    );
    marks.attach(fleet);
    expect(bytes()).toEqual([0, 3, 0]);
    fleet.ensure(10);
    marks.attach(fleet);
    expect(new Uint8Array(fleet.instances)[fleet.slotOf(10) * INSTANCE_BYTES + BADGE]).toBe(3);
  });

  it('stay with a unit whatever it reports', () => {
    const { fleet, bytes, marks } = world();
    marks.attach(fleet);
    marks.set(new Map([[7, critical]]));
    const slot = fleet.slotOf(7);
    fleet.report(
      slot,
      {
        longitude: 1,
        latitude: 2,
        time: 1_000,
        speed: 50,
        course: 9,
        motion: 3,
        ignition: 2,
        late: false,
        idleSince: 0,
      },
      1_000,
      1,
    );
    expect(bytes()[0]).toBe(3);
    expect(fleet.motions[slot]).toBe(3);
  });
});
