import { expect, test } from 'vitest';
import { csvCell } from './csv.ts';

test('a cell is quoted where it must be', () => {
  expect(['Truck 5', 'a,b', 'say "no"', 'two\nlines', ''].map(csvCell)).toEqual([
    'Truck 5',
    '"a,b"',
    '"say ""no"""',
    '"two\nlines"',
    '',
  ]);
});

test('a cell is no formula, and a number below zero no text', () => {
  expect(['=1+1', '+7', '@sum', '\tx', '-x', '-12.5'].map(csvCell)).toEqual([
    "'=1+1",
    "'+7",
    "'@sum",
    "'\tx",
    "'-x",
    '-12.5',
  ]);
});

test('a cell holds no marks of direction, behind which a formula could hide', () => {
  expect(['نقش \u2068Driver\u2069', '\u2068=1+1\u2069'].map(csvCell)).toEqual(['نقش Driver', "'=1+1"]);
});
