import { expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { gps103 } from './index.ts';

const PLACE = 'F,182949.000,A,4043.8839,N,11328.8029,W,65.26,271.82';

function unread(frame: string) {
  const { session, intake } = openSession(gps103);
  session.receive(new TextEncoder().encode(frame));
  return [
    intake.fixes.length,
    intake.unreadMessages.map(({ type, part, bytes }) => [type, part, new TextDecoder().decode(bytes)]),
  ];
}

it('understands a report with what documents name, and zeros', () => {
  expect(unread(`imei:359710049090138,tracker,160629022948,,${PLACE},,1,0,31.37%,0.0,+22;`)).toEqual([1, []]);
});

it('keeps a report with a field that nobody names, by its keyword without a value', () => {
  const frame = (keyword: string) => `imei:359710049090138,${keyword},160629022948,,${PLACE},,1,0,31.37%,51442,;`;
  expect(unread(frame('tracker'))).toEqual([1, [['tracker', true, frame('tracker')]]]);
  expect(unread(frame('oil 51.67'))).toEqual([1, [['oil', true, frame('oil 51.67')]]]);
});

it('keeps an unknown keyword, and no reply to a command', () => {
  expect(unread('imei:359710049090138,lunch,12;')).toEqual([0, [['lunch', false, 'imei:359710049090138,lunch,12;']]]);
  expect(unread('imei:359710049090138,jt;')).toEqual([0, []]);
});
