import { describe, expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { gps103 } from './index.ts';

/** Reports with and without a fix (F and L), of every keyword that documents name: read, or kept with a reason. */

const HEAD = 'imei:359710049090138';
const FIX = 'F,182949.000,A,4043.8839,N,07359.8029,W,65.26,271.82';
const CELL = 'L,,,1a2b,,3c4d,,';

function ask(frame: string) {
  const { session, intake } = openSession(gps103);
  session.receive(new TextEncoder().encode(`${frame};`));
  return intake;
}

const KEYWORDS: readonly (readonly [keyword: string, said: object])[] = [
  ['tracker', {}],
  ['help me', { alarm: 'sos' }],
  ['low battery', { alarm: 'low_battery' }],
  ['move', { alarm: 'movement' }],
  ['speed', { alarm: 'overspeed' }],
  ['stockade', { alarm: 'geofence_exit' }],
  ['door alarm', { alarm: 'door' }],
  ['ac alarm', { alarm: 'power_cut' }],
  ['sensor alarm', { alarm: 'vibration' }],
  ['accident alarm', { alarm: 'accident' }],
  ['acc on', { ignition: true }],
  ['acc off', { ignition: false }],
  ['rfid', { driver_key: '4711' }],
  ['oil 51.67', { fuel_percent: 51.67 }],
  ['T:+22', { temperature_1: 22 }],
  ['jt', { blocked: true }],
  ['lt', { armed: true }],
  ['dont_know_what', { message: 'dont_know_what' }],
];

describe.each([
  ['with a fix', FIX],
  ['with a cell in its place', CELL],
])('a report %s', (_, place) => {
  it.each(KEYWORDS)('%s', (keyword, said) => {
    const intake = ask(`${HEAD},${keyword},160629022948,4711,${place}`);
    expect([intake.malformedFrames, intake.unreadMessages]).toEqual([[], []]);
    expect(intake.fixes).toMatchObject([{ hasPosition: place === FIX, attributes: said }]);
    if (place === CELL) expect(intake.fixes[0].attributes.cell).toBe('6699,15437');
  });
});

describe('kept with the reason why it is not read', () => {
  it.each([
    ['tracker', 'L,,,,,,,', /neither a position, nor a cell/, false],
    ['vr', 'L,,,,,,,', /neither a position, nor a cell/, false],
    ['tracker', 'L,,,1a2b,,3c4d,,,77', /fields behind/, true],
    ['tracker', `${FIX},,1,0,31.37%,51442`, /fields behind/, true],
    ['lunch', '12', /type is not known/, false],
  ])('%s,…,%s', (type, place, reason, part) => {
    const frame = `${HEAD},${type},160629022948,,${place}`;
    const intake = ask(frame);
    expect(intake.fixes).toHaveLength(part ? 1 : 0);
    expect(intake.unreadMessages).toMatchObject([{ type, part, reason: expect.stringMatching(reason) }]);
    expect(new TextDecoder().decode(intake.unreadMessages[0].bytes)).toBe(`${frame};`);
  });

  it('OBD without a reading', () => {
    const intake = ask(`${HEAD},OBD,160629022948,,,,,,,,,,,`);
    expect(intake.fixes).toEqual([]);
    expect(intake.unreadMessages).toMatchObject([{ type: 'OBD', part: false }]);
  });
});
