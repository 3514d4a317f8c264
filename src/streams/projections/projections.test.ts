import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../api/contract/index.ts';
import type { AccountId, UnitId } from '../../domain/base/index.ts';
import { UNIT_KINDS, type UnitSummary } from '../../domain/unit/index.ts';
import { createFleet } from '../pipeline/fleetStore.ts';
import { applyKinds, createProjection, createRecentOccurrences, createUnitDirectory, toDirectory } from './index.ts';

const event = (sequence: number, changes: Partial<DomainEvent> = {}): DomainEvent => ({
  account_id: 1,
  sequence,
  kind: 'unitRenamed',
  subject_type: 'unit',
  subject_id: 10,
  user_id: null,
  time: '2026-01-01T00:00:00Z',
  data: {},
  ...changes,
});

const unit = (id: number, name: string): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'A',
  name,
  kind: 'truck',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: '',
  allocated_to: null,
  location: null,
});

describe('a projection', () => {
  it('folds each event once, whatever the feed repeats, by account', () => {
    const sum = createProjection(0 as number | { value: number }, () => {});
    expect(sum.getSnapshot()).toBe(0);
    const counted = createProjection({ seen: [] as number[] }, (draft, { sequence }) => void draft.seen.push(sequence));
    counted.apply([event(1), event(2)]);
    counted.apply([event(2), event(3), event(1, { account_id: 2 })]);
    expect(counted.getSnapshot().seen).toEqual([1, 2, 3, 1]);
  });

  it('keeps the object while nothing changes, and tells once for many events', () => {
    const projection = createUnitDirectory();
    projection.load(toDirectory([unit(10, 'Old')]));
    const before = projection.getSnapshot();
    let told = 0;
    const stop = projection.subscribe(() => told++);
    projection.apply([event(1, { subject_type: 'device' })]);
    expect(projection.getSnapshot()).toBe(before);
    projection.apply([event(2, { data: { name: 'New' } }), event(3, { data: { name: 'Newer' } })]);
    expect(told).toBe(1);
    expect(before[10].name).toBe('Old');
    stop();
    projection.apply([event(4, { data: { name: 'Newest' } })]);
    expect(told).toBe(1);
  });

  it('selects a part and tells only when that part changes', () => {
    const projection = createUnitDirectory();
    projection.load(toDirectory([unit(10, 'A'), unit(11, 'B')]));
    const names: string[] = [];
    const subscription = projection.select$((state) => state[10]?.name ?? '').subscribe((name) => names.push(name));
    projection.apply([event(1, { subject_id: 11, data: { name: 'C' } })]);
    projection.apply([event(2, { data: { name: 'D' } })]);
    subscription.unsubscribe();
    projection.apply([event(3, { data: { name: 'E' } })]);
    expect(names).toEqual(['A', 'D']);
  });
});

describe('the directory of units', () => {
  it('follows creation, change and deletion', () => {
    const directory = createUnitDirectory();
    directory.apply([
      event(1, { kind: 'unitCreated', data: { name: 'Van 1', kind: 'van' } }),
      event(2, { kind: 'unitUpdated', data: { kind: 'boat', status: 'blocked' } }),
      event(3, { kind: 'unitRenamed', data: { name: 'Boat 1' } }),
    ]);
    expect(directory.getSnapshot()[10]).toEqual({
      id: 10,
      accountId: 1,
      name: 'Boat 1',
      kind: 'boat',
      status: 'blocked',
    });
    directory.apply([event(4, { kind: 'unitDeleted' })]);
    expect(directory.getSnapshot()[10]).toBeUndefined();
  });

  it('follows what changed, told before and after', () => {
    const directory = createUnitDirectory();
    directory.load(toDirectory([unit(10, 'A')]));
    directory.apply([
      event(1, {
        kind: 'unitStatusChanged',
        data: { name: 'A', before: { status: 'active' }, after: { status: 'damaged' } },
      }),
    ]);
    expect(directory.getSnapshot()[10]).toMatchObject({ status: 'damaged' });
  });

  it('gains a unit with its allocation, and loses it with the end of it; its owner keeps it', () => {
    const held = createUnitDirectory();
    const allocation = { name: 'A', owner_account_id: 1, allocation_id: 5, account_id: 2 };
    held.apply([event(1, { account_id: 2, kind: 'unitAllocated', data: { ...allocation, unit: null } })]);
    expect(held.getSnapshot()).toEqual({});
    held.apply([
      event(2, { account_id: 2, kind: 'unitAllocationBegan', data: { ...allocation, unit: unit(10, 'A') } }),
    ]);
    expect(held.getSnapshot()[10]).toMatchObject({ name: 'A', accountId: 1, kind: 'truck' });
    held.apply([
      event(3, { account_id: 2, kind: 'unitAllocationEnded', data: { ...allocation, unit: null, taken_back: true } }),
    ]);
    expect(held.getSnapshot()[10]).toBeDefined();
    held.apply([event(4, { account_id: 2, kind: 'unitAllocationEnded', data: { ...allocation, unit: null } })]);
    expect(held.getSnapshot()).toEqual({});
    const owned = createUnitDirectory();
    owned.load(toDirectory([unit(10, 'A')]));
    owned.apply([event(1, { kind: 'unitAllocationEnded', data: { ...allocation, unit: unit(10, 'A') } })]);
    expect(owned.getSnapshot()[10]).toMatchObject({ name: 'A', accountId: 1 });
  });

  it('believes no value that makes no sense, and invents no unit', () => {
    const directory = createUnitDirectory();
    directory.load(toDirectory([unit(10, 'A')]));
    directory.apply([
      event(1, { data: { name: 5, kind: 'spaceship', status: null } }),
      event(2, { subject_id: 99, data: { name: 'X' } }),
    ]);
    expect(directory.getSnapshot()[10]).toMatchObject({ name: 'A', kind: 'truck', status: 'active' });
    expect(directory.getSnapshot()[99]).toBeUndefined();
  });

  it('gives the marks of the map their shapes', () => {
    const directory = createUnitDirectory();
    const fleet = createFleet();
    let changed = 0;
    const stop = applyKinds(directory, fleet, () => changed++);
    directory.load(toDirectory([unit(10, 'A')]));
    expect(new Uint8Array(fleet.instances)[37]).toBe(UNIT_KINDS.indexOf('truck'));
    directory.apply([event(1, { data: { kind: 'bus' } })]);
    expect(new Uint8Array(fleet.instances)[37]).toBe(UNIT_KINDS.indexOf('bus'));
    expect(changed).toBe(3);
    stop();
  });
});

describe('recent occurrences', () => {
  it('are the newest first, and not more than kept', () => {
    const recent = createRecentOccurrences(2);
    recent.apply([1, 2, 3].map((sequence) => event(sequence, { subject_type: 'occurrence' })));
    recent.apply([event(4)]);
    expect(recent.getSnapshot().map(({ sequence }) => sequence)).toEqual([3, 2]);
  });
});
