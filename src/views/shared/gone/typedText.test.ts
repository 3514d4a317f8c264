import { expect, it } from 'vitest';
import { typedText } from './typedText.ts';

it.each([
  ['spare', 'spare'],
  [300, '300'],
  [true, 'true'],
  [null, ''],
  [['north', '', 'cold'], 'north, cold'],
  [
    {
      kind: 'xy',
      points: [
        { x: '0', y: '5' },
        { x: '10', y: '' },
      ],
    },
    'xy 0 5, 10',
  ],
])('what was typed as %j can be read', (value, text) => expect(typedText(value)).toBe(text));
