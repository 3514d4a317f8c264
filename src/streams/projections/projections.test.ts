import { describe, expect, it } from 'vitest';
import type { DomainEvent } from '../../domain/events/index.ts';
import { testEvent, testEventAbout } from '../../domain/events/testing/index.ts';
import type { AccountId, AllocationId, UnitId } from '../../domain/base/index.ts';
import type { UnitSummary } from '../../domain/unit/index.ts';
import { createProjection, foldUnit, type Projection } from './index.ts';

const event = (sequence: number, account = 1): DomainEvent =>
  testEvent('unitRenamed', {}, { sequence, account_id: account });

const renamed = (sequence: number, name: string, id = 10): DomainEvent =>
  testEvent('unitRenamed', { name }, { sequence, subject_id: id });

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
  drivers: [],
  location: null,
});

type Units = Readonly<Record<number, UnitSummary>>;

const unitsById = (units: readonly UnitSummary[] = []): Projection<Units> => {
  const projection = createProjection<Units>({}, (draft, event) =>
    foldUnit<UnitSummary>(
      draft,
      event,
      (put) => put,
      (fields) => fields,
    ),
  );
  projection.load(Object.fromEntries(units.map((each) => [each.unit_id, each])));
  return projection;
};

describe('a projection', () => {
  it('folds each event once, whatever the feed repeats, by account', () => {
    const sum = createProjection(0 as number | { value: number }, () => {});
    expect(sum.getSnapshot()).toBe(0);
    const counted = createProjection({ seen: [] as number[] }, (draft, { sequence }) => void draft.seen.push(sequence));
    counted.apply([event(1), event(2)]);
    counted.apply([event(2), event(3), event(1, 2)]);
    expect(counted.getSnapshot().seen).toEqual([1, 2, 3, 1]);
  });

  it('keeps the object while nothing changes, and notifies once for many events', () => {
    const projection = unitsById([unit(10, 'Old')]);
    const before = projection.getSnapshot();
    let emitted = 0;
    const stop = projection.subscribe(() => emitted++);
    projection.apply([testEventAbout('device')]);
    expect(projection.getSnapshot()).toBe(before);
    projection.apply([renamed(2, 'New'), renamed(3, 'Newer')]);
    expect(emitted).toBe(1);
    expect(before[10].name).toBe('Old');
    stop();
    projection.apply([renamed(4, 'Newest')]);
    expect(emitted).toBe(1);
  });

  it('selects a part and notifies only when that part changes', () => {
    const projection = unitsById([unit(10, 'A'), unit(11, 'B')]);
    const names: string[] = [];
    const subscription = projection.select$((state) => state[10]?.name ?? '').subscribe((name) => names.push(name));
    projection.apply([renamed(1, 'C', 11)]);
    projection.apply([renamed(2, 'D')]);
    subscription.unsubscribe();
    projection.apply([renamed(3, 'E')]);
    expect(names).toEqual(['A', 'D']);
  });
});

describe('units', () => {
  it('follows creation, change and deletion', () => {
    const directory = unitsById();
    directory.apply([
      testEvent('unitCreated', { name: 'Van 1', kind: 'van' }),
      testEvent('unitUpdated', { after: { kind: 'boat' } }, { sequence: 2 }),
      testEvent('unitStatusChanged', { after: { status: 'blocked' } }, { sequence: 3 }),
      testEvent('unitRenamed', { name: 'Boat 1' }, { sequence: 4 }),
    ]);
    expect(directory.getSnapshot()[10]).toMatchObject({
      unit_id: 10,
      account_id: 1,
      name: 'Boat 1',
      kind: 'boat',
      status: 'blocked',
    });
    directory.apply([testEvent('unitDeleted', {}, { sequence: 5 })]);
    expect(directory.getSnapshot()[10]).toBeUndefined();
  });

  it('follows what changed, with before and after', () => {
    const directory = unitsById([unit(10, 'A')]);
    directory.apply([
      testEvent('unitStatusChanged', { name: 'A', before: { status: 'active' }, after: { status: 'damaged' } }),
    ]);
    expect(directory.getSnapshot()[10]).toMatchObject({ status: 'damaged' });
  });

  it('gains a unit with its allocation, and loses it with the end of it; its owner keeps it', () => {
    const projection = unitsById();
    const allocation = { name: 'A', owner_account_id: 1, allocation_id: 5 as AllocationId, account_id: 2 as AccountId };
    projection.apply([testEvent('unitAllocated', { ...allocation, unit: null }, { account_id: 2 })]);
    expect(projection.getSnapshot()).toEqual({});
    projection.apply([
      testEvent('unitAllocationBegan', { ...allocation, unit: unit(10, 'A') }, { account_id: 2, sequence: 2 }),
    ]);
    expect(projection.getSnapshot()[10]).toMatchObject({ name: 'A', account_id: 1, kind: 'truck' });
    projection.apply([
      testEvent('unitAllocationEnded', { ...allocation, unit: null, taken_back: true }, { account_id: 2, sequence: 3 }),
    ]);
    expect(projection.getSnapshot()[10]).toBeDefined();
    projection.apply([testEvent('unitAllocationEnded', { ...allocation, unit: null }, { account_id: 2, sequence: 4 })]);
    expect(projection.getSnapshot()).toEqual({});
    const owned = unitsById([unit(10, 'A')]);
    owned.apply([testEvent('unitAllocationEnded', { ...allocation, unit: unit(10, 'A') })]);
    expect(owned.getSnapshot()[10]).toMatchObject({ name: 'A', account_id: 1 });
  });

  it('believes no value that makes no sense, and invents no unit', () => {
    const directory = unitsById([unit(10, 'A')]);
    directory.apply([
      // As another version of the server might send it.
      { ...testEvent('unitRenamed'), data: { name: 5, kind: 'spaceship', status: null } } as unknown as DomainEvent,
      testEvent('unitRenamed', { name: 'X' }, { sequence: 2, subject_id: 99 }),
    ]);
    expect(directory.getSnapshot()[10]).toMatchObject({ name: 'A', kind: 'truck', status: 'active' });
    expect(directory.getSnapshot()[99]).toBeUndefined();
  });
});
