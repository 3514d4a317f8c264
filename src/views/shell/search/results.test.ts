import { describe, expect, it } from 'vitest';
import type { Found } from '../../../api/contract/index.ts';
import type { AccountId, UnitId } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { localUnits, searchResults } from './results.ts';

const unit = (id: number, name: string, identifier = `86000${id}`): UnitSummary => ({
  unit_id: id as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  kind: 'car',
  status: 'active',
  labels: [],
  identifiers: [identifier],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
});
const found = (kind: Found['kind'], id: number, title: string, part: Partial<Found> = {}): Found => ({
  kind,
  id,
  title,
  detail: '',
  latitude: null,
  longitude: null,
  ...part,
});
const all = (): boolean => true;

describe('search over everything', () => {
  it('finds units of the page by all words of name and identifier, those that begin so first', () => {
    const units = [unit(1, 'Old truck 9'), unit(2, 'Truck 9'), unit(3, 'Van', 'truck-9')];
    expect(localUnits(units, 'TRUCK 9').map(({ id }) => id)).toEqual([2, 1, 3]);
    expect(localUnits(units, '  ')).toEqual([]);
    expect(localUnits(units, 'truck 10')).toEqual([]);
  });

  it('lists each thing once, kind by kind, and says where it is', () => {
    const results = searchResults(
      [found('unit', 2, 'Truck 9')],
      [
        found('place', 0, 'Tehran', { latitude: 35.7, longitude: 51.4 }),
        found('unit', 2, 'Truck 9'),
        found('user', 4, 'Mia Ruiz', { detail: 'mia@example.com' }),
        found('device', 7, 'FMB'),
      ],
      '/units/trips',
      all,
    );
    expect(results.map(({ kind, path, query }) => [kind, path, query])).toEqual([
      ['unit', '/units/trips', { show: '2' }],
      ['device', '/device/7', {}],
      ['user', '/users', { search: 'mia@example.com' }],
      ['place', '/units/trips', { place: '35.7,51.4,Tehran' }],
    ]);
  });

  it('offers nothing that one may not open', () => {
    const results = searchResults(
      [],
      [found('device', 7, 'FMB'), found('role', 3, 'Dispatcher')],
      '/units/map',
      (path) => path.startsWith('/role'),
    );
    expect(results.map(({ path }) => path)).toEqual(['/role/3/view']);
  });

  it('leads to what an address names behind its question mark', () => {
    const [rule] = searchResults([], [found('rule', 4, 'Hot')], '/units/map', (path) => path === '/event-list');
    expect(rule).toMatchObject({ path: '/event-list', query: { rule_id: '4' } });
  });
});
