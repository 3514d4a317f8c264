import { describe, expect, it } from 'vitest';
import { INSTANCE_FLAGS, NO_POINT, TrailRing } from '../../../streams/pipeline/index.ts';
import { FakeFleet, parkedAt } from '../../testing/fakeFleet.ts';
import { InstanceReader } from '../shared/instances.ts';
import { TrailMask } from './trailMask.ts';

describe('the mask of trails', () => {
  it('takes away the points of hidden units and gives them back', () => {
    const fleet = new FakeFleet(4, 0);
    for (let id = 1; id <= 3; id++) {
      fleet.segment(fleet.ensure(id), parkedAt(id, 50), null);
    }
    const ring = new TrailRing({ rows: 2, interval: 1_000 });
    ring.sample(fleet, 0);
    const mask = new TrailMask();
    const reader = new InstanceReader().attach(fleet);
    const refresh = () => mask.refresh(reader, fleet);
    const longitudes = () => [0, 1, 2].map((slot) => mask.row(ring, ring.head)[slot * 2]);
    expect(refresh()).toBe(false);
    fleet.setFlag(1, INSTANCE_FLAGS.hidden, true);
    expect(refresh()).toBe(true);
    expect(refresh()).toBe(false);
    expect(longitudes()).toEqual([1e7, NO_POINT, 3e7]);
    fleet.setFlag(1, INSTANCE_FLAGS.hidden, false);
    expect(refresh()).toBe(true);
    expect(longitudes()).toEqual([1e7, 2e7, 3e7]);
    expect(mask.version).toBe(2);
  });
});
