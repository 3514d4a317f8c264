import { expect, it } from 'vitest';
import { digitsOf } from './useReadings.ts';

it.each([
  [9.1, 1],
  [9.125, 3],
  [9.1000004, 1],
  [0.3 - 0.1, 1],
  [-0.0004, 0],
  [10.4, 1],
  [12.345, 2],
  [7, 0],
  [12_345.6, 0],
])('%d is shown with %d digits after the point', (value, digits) => expect(digitsOf(value)).toBe(digits));
