import { expect, it } from 'vitest';
import { readReply } from './words.ts';

it.each([
  ['OK', null],
  [' ok. ', null],
  ['Ack', null],
  ['ОК', null],
  ['\n\nOK 4821\nSent from my phone', '4821'],
  ['ok: 4821', '4821'],
  ['ACK #4821', '4821'],
  ['4821', '4821'],
  ['۴۸۲۱', '4821'],
])('takes %j', (text, code) => expect(readReply(text)).toEqual({ code }));

it.each(['', 'OK, I am on it', 'not ok', '48211', 'I am out of the office', 'OK 482', 'STOP'])(
  'takes nothing from %j',
  (text) => expect(readReply(text)).toBeNull(),
);
