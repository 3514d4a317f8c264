import { expect, test } from 'vitest';
import { DirtyRows } from './dirtyRows.ts';

test('what was drawn is sent once, from the first row to the last', () => {
  const rows = new DirtyRows(64, 16);
  expect(rows.take()).toBeNull();
  rows.add(7);
  rows.add(5);
  rows.add(6);
  expect(rows.take()).toEqual({ y: 80, height: 48 });
  expect(rows.take()).toBeNull();
  rows.add(0);
  expect(rows.take()).toEqual({ y: 0, height: 16 });
  rows.all();
  rows.add(3);
  expect(rows.take()).toEqual({ y: 0, height: 1_024 });
});
