import { describe, expect, it } from 'vitest';
import { hiddenColumns, isSameLook, lookAsShown, orderedColumns } from './listLook.ts';

const look = { columns: ['name', 'status'], sort: '-name', search: 'van', filters: { status: 'ACTIVE', use: 'free' } };

describe('the look of a list', () => {
  it('is the same whatever the order of its filters, and without those that choose nothing', () => {
    expect(isSameLook(look, { ...look, filters: { use: 'free', status: 'ACTIVE', label: '' } })).toBe(true);
    expect(isSameLook(look, { ...look, sort: 'name' })).toBe(false);
    expect(isSameLook(look, { ...look, columns: ['status', 'name'] })).toBe(false);
    expect(isSameLook(look, { ...look, filters: { status: 'ACTIVE' } })).toBe(false);
  });

  it('hides what it does not name; one that names nothing hides what the list hides by itself', () => {
    const columns = [{ id: 'name' }, { id: 'status' }, { id: 'created_at', shown: false }];
    expect(hiddenColumns(look, columns)).toEqual(['created_at']);
    expect(hiddenColumns({ columns: ['name', 'created_at'] }, columns)).toEqual(['status']);
    expect(hiddenColumns({ columns: [] }, columns)).toEqual(['created_at']);
  });

  it('comes to stand with the columns that there are, and by itself where it says nothing', () => {
    const columns = [{ id: 'name' }, { id: 'status' }, { id: 'created_at', shown: false }];
    const empty = { columns: [], sort: '', search: '', filters: {} };
    expect(lookAsShown(empty, columns, 'name')).toEqual({ ...empty, columns: ['name', 'status'], sort: 'name' });
    expect(lookAsShown({ ...look, columns: ['created_at', 'gone', 'name'] }, columns, 'name')).toEqual({
      ...look,
      columns: ['name', 'created_at'],
    });
  });

  it('stands in a given order: the first column stays, unknown ones are passed over, new ones follow their neighbours', () => {
    const columns = ['name', 'status', 'use', 'created_at'].map((id) => ({ id }));
    const order = (...ids: string[]) => orderedColumns(columns, ids).map(({ id }) => id);
    expect(order()).toEqual(['name', 'status', 'use', 'created_at']);
    expect(order('use', 'status', 'name')).toEqual(['name', 'use', 'created_at', 'status']);
    expect(order('created_at', 'gone', 'status', 'use', 'status')).toEqual(['name', 'created_at', 'status', 'use']);
  });
});
