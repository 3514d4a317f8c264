import { expect, it } from 'vitest';
import { boxBetween } from './boxSelect.ts';

const corner = { left: 100, top: 50, width: 400, height: 300 };

it('draws a box whichever way the pointer goes, and never beyond the map', () => {
  const box = { left: 20, top: 30, right: 120, bottom: 80 };
  expect(boxBetween({ clientX: 120, clientY: 80 }, { clientX: 220, clientY: 130 }, corner)).toEqual(box);
  expect(boxBetween({ clientX: 220, clientY: 130 }, { clientX: 120, clientY: 80 }, corner)).toEqual(box);
  expect(boxBetween({ clientX: 120, clientY: 80 }, { clientX: 900, clientY: 0 }, corner)).toEqual({
    left: 20,
    top: 0,
    right: 400,
    bottom: 30,
  });
});
