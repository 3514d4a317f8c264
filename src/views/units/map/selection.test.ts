import { describe, expect, it } from 'vitest';
import { MOST_SELECTED, boxed, picked, rangeOf } from './selection.ts';

describe('the selection on the map', () => {
  it('is the unit that was pressed; with a key held it grows and shrinks', () => {
    expect(picked([1, 2], 3, false)).toEqual([3]);
    expect(picked([1, 2], 3, true)).toEqual([3, 1, 2]);
    expect(picked([1, 2], 2, true)).toEqual([1]);
  });

  it('is cleared by a press on nothing, but not while a key is held', () => {
    expect(picked([1, 2], null, false)).toEqual([]);
    expect(picked([1, 2], null, true)).toEqual([1, 2]);
  });

  it('is what lies in a box, and an empty box changes nothing', () => {
    expect(boxed([1], [2, 3], false)).toEqual([2, 3]);
    expect(boxed([1, 2], [2, 3], true)).toEqual([1, 2, 3]);
    expect(boxed([1], [], false)).toEqual([1]);
  });

  it('takes all rows between two, the pressed one first, and no more than one act may name', () => {
    expect(rangeOf(2, 5)).toEqual([5, 4, 3, 2]);
    expect(rangeOf(5, 3)).toEqual([3, 4, 5]);
    expect(rangeOf(0, 10_000)).toHaveLength(MOST_SELECTED);
  });
});
