import { describe, expect, it } from 'vitest';
import { changedFields, overwrittenFields, comparableText } from './index.ts';

describe('changes of a thing that others change too', () => {
  it('are the fields that became another, whatever the order of names inside them', () => {
    expect(
      changedFields(
        { name: 'A', labels: ['x'], table: { kind: 'none', rows: [] } },
        { name: 'B', labels: ['x'], table: { rows: [], kind: 'none' } },
      ),
    ).toEqual({ name: 'B' });
    expect(changedFields({ labels: ['x', 'y'] }, { labels: ['y', 'x'] })).toEqual({ labels: ['y', 'x'] });
  });

  it('write over what somebody else gave another value, and over nothing else', () => {
    const expected = { name: 'A', note: '' };
    expect(overwrittenFields({ name: 'A', note: 'theirs' }, { name: 'A' }, { name: 'B' })).toEqual([]);
    expect(overwrittenFields({ name: 'theirs', note: '' }, expected, { name: 'B', note: 'mine' })).toEqual(['name']);
    // Both wrote the same.
    expect(overwrittenFields({ name: 'B', note: '' }, expected, { name: 'B' })).toEqual([]);
    // A change that expects nothing writes over everything.
    expect(overwrittenFields({ name: 'theirs' }, undefined, { name: 'B' })).toEqual([]);
  });

  it('from nothing count too: an empty field is a value', () => {
    expect(overwrittenFields({ minimum: 3 }, { minimum: null }, { minimum: 5 })).toEqual(['minimum']);
    expect(overwrittenFields({ minimum: null }, { minimum: 3 }, { minimum: 5 })).toEqual(['minimum']);
  });

  it('are given where words or figures say them in every language', () => {
    expect(comparableText('labels', ['north', 'south'])).toBe('north, south');
    expect(comparableText('min_park_time', 300)).toBe('300');
    // A number of the database, a word of the product, and an emptied field mean nothing to anybody.
    expect([
      comparableText('attached_to_unit_id', 12),
      comparableText('status', 'active'),
      comparableText('note', ''),
    ]).toEqual([null, null, null]);
  });
});
