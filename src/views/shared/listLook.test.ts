import { describe, expect, it } from 'vitest';
import { hiddenColumns, isSameLook } from './listLook.ts';

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
});
