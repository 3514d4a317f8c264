import { describe, expect, it } from 'vitest';
import type { AccountId, UnitId } from '../../../domain/base/index.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import {
  DEFAULT_ORDER,
  isLiveOrder,
  orderRows,
  passes,
  rowSource,
  rowSources,
  rowState,
  type RowFleet,
  type RowOrder,
} from './unitRows.ts';

const NOW = Date.UTC(2026, 5, 1, 12);
const SECONDS = 1_000;

const unit = (id: number, name: string, extra: Partial<UnitSummary> = {}): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  kind: 'car',
  status: 'active',
  labels: [],
  identifiers: [`86000000000000${id}`],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
  ...extra,
});

const units = [
  unit(1, 'Truck 10'),
  unit(2, 'Truck 9', { account_name: 'South' }),
  unit(3, 'Van', { device_model: 'GT06N' }),
  unit(4, 'New one', { identifiers: ['phone-1'] }),
];

const fleet: RowFleet = {
  slotOf: (id: number) => [1, 2, 3].indexOf(id),
  times: new Float64Array([NOW - 10 * SECONDS, NOW - 20 * SECONDS, NOW - 3_000 * SECONDS]),
  motions: new Uint8Array([MOTION.moving, MOTION.parked, MOTION.idling]),
  speeds: new Float32Array([40, 0, 2]),
  idleSince: new Float64Array([0, 0, NOW - 3_600 * SECONDS]),
};

const names = (order: Partial<RowOrder>): string[] =>
  Array.from(
    orderRows(rowSource(units, new Intl.Collator('en', { numeric: true })), fleet, { ...DEFAULT_ORDER, ...order }, NOW),
    (index) => units[index].name,
  );

describe('unit list', () => {
  it('sorts names as people count', () => {
    expect(names({})).toEqual(['New one', 'Truck 9', 'Truck 10', 'Van']);
    expect(names({ descending: true })).toEqual(['Van', 'Truck 10', 'Truck 9', 'New one']);
  });

  it('sorts by what moves now; units without a report come last or first', () => {
    expect(names({ sort: 'speed', descending: true })).toEqual(['Truck 10', 'Van', 'Truck 9', 'New one']);
    expect(names({ sort: 'lastSeen' })).toEqual(['New one', 'Van', 'Truck 9', 'Truck 10']);
    expect(names({ sort: 'state' })).toEqual(['Truck 10', 'Truck 9', 'Van', 'New one']);
  });

  it('sorts by what was written down; equal ones stay as their names count, either way', () => {
    expect(names({ sort: 'account' })).toEqual(['New one', 'Truck 10', 'Van', 'Truck 9']);
    expect(names({ sort: 'account', descending: true })).toEqual(['Truck 9', 'New one', 'Truck 10', 'Van']);
    expect(names({ sort: 'device' })).toEqual(['New one', 'Truck 9', 'Truck 10', 'Van']);
    expect(names({ sort: 'status', descending: true })).toEqual(['New one', 'Truck 9', 'Truck 10', 'Van']);
  });

  it('knows which orders follow what units do', () => {
    expect(isLiveOrder(DEFAULT_ORDER)).toBe(false);
    expect(isLiveOrder({ ...DEFAULT_ORDER, sort: 'speed' })).toBe(true);
    expect(isLiveOrder({ ...DEFAULT_ORDER, states: new Set(['moving']) })).toBe(true);
  });

  it('finds all words in name, identifier, device model and account', () => {
    expect(names({ search: 'truck south' })).toEqual(['Truck 9']);
    expect(names({ search: 'gt06' })).toEqual(['Van']);
    expect(names({ search: 'PHONE-1' })).toEqual(['New one']);
    expect(names({ search: 'nothing like it' })).toEqual([]);
  });

  it('filters by state, and silence beats the state that was', () => {
    expect(rowState(fleet, 2, NOW)).toBe('stale');
    expect(rowState(fleet, 1, NOW)).toBe('parked');
    expect(rowState(fleet, 1, NOW + 3_700 * SECONDS)).toBe('stale');
    expect(names({ states: new Set(['stale', 'neverReported']) })).toEqual(['New one', 'Van']);
  });

  it('says that a unit idles too long from ten minutes on, whenever its last report was', () => {
    const idling = (since: number, heard: number): RowFleet => ({
      ...fleet,
      motions: new Uint8Array([MOTION.idling, MOTION.parked, MOTION.moving]),
      idleSince: new Float64Array([since, 0, 0]),
      times: new Float64Array([heard, NOW, NOW]),
    });
    expect(rowState(idling(NOW - 599 * SECONDS, NOW), 0, NOW)).toBe('idling');
    expect(rowState(idling(NOW - 600 * SECONDS, NOW - 200 * SECONDS), 0, NOW)).toBe('idlingLong');
    expect(rowState(idling(NOW - 600 * SECONDS, NOW - 301 * SECONDS), 0, NOW)).toBe('stale');
    expect(rowState(idling(0, NOW), 0, NOW)).toBe('idling');
  });

  it('filters by what was written down of them', () => {
    const marked = [
      unit(1, 'Truck 10', { kind: 'truck', labels: ['cold', 'east'] }),
      unit(2, 'Truck 9', { kind: 'truck', status: 'blocked' }),
      unit(3, 'Van', {
        allocated_to: {
          account_id: 5 as AccountId,
          account_name: 'South',
          start_date: '2026-06-01T00:00:00Z',
          end_date: null,
        },
      }),
    ];
    const passing = (filter: Partial<RowOrder>): string[] =>
      marked.filter((each) => passes(each, { ...DEFAULT_ORDER, ...filter })).map(({ name }) => name);
    expect(passing({ kind: 'truck' })).toEqual(['Truck 10', 'Truck 9']);
    expect(passing({ kind: 'truck', status: 'blocked' })).toEqual(['Truck 9']);
    expect(passing({ label: 'cold' })).toEqual(['Truck 10']);
    expect(passing({ label: 'col' })).toEqual([]);
    expect(passing({ allocation: 'allocated' })).toEqual(['Van']);
    expect(passing({ allocation: 'own' })).toEqual(['Truck 10', 'Truck 9']);
  });

  it('keeps the order of names until one of them changes', () => {
    const prepare = rowSources();
    const first = prepare(units, 'en');
    const relabelled = units.map((each) => (each.unit_id === 2 ? { ...each, labels: ['cold'] } : each));
    const second = prepare(relabelled, 'en');
    expect(second.byName).toBe(first.byName);
    expect(second.texts()[1]).toContain('cold');
    const renamed = relabelled.map((each) => (each.unit_id === 2 ? { ...each, name: 'Zebra' } : each));
    expect(Array.from(prepare(renamed, 'en').byName, (index) => renamed[index].name)).toEqual([
      'New one',
      'Truck 10',
      'Van',
      'Zebra',
    ]);
  });
});
