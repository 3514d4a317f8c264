import { describe, expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { tk103 } from './index.ts';

/**
 * Every kind of frame that manuals and open decoders name: read, answered because it says nothing, or kept with a
 * reason.
 */

const ID = '027028258309';
const PLACE = '080524A2232.9806N11404.9355E000.1101241323.8700000000L000450AC';
const CELLS = '460,0,2775,e81';

function ask(frame: string) {
  const { session, intake, wire } = openSession(tk103);
  session.receive(new TextEncoder().encode(frame));
  return { intake, answers: wire.sent.map((bytes) => new TextDecoder().decode(bytes)) };
}

describe('read', () => {
  it.each([
    ['a report', `BR00${PLACE}`, {}],
    ['a report at login', `BP05000000000000000${PLACE}`, {}],
    ['the answer to who asked where it is', `BP04${PLACE}`, {}],
    ['an alarm', `BO012${PLACE}`, { alarm: 'sos' }],
    ['an alarm without a place', 'BO010', { alarm: 'power_cut' }],
    ['an alarm in words', `BQ81,ALARM,1,164,${PLACE}`, { alarm: 'overspeed' }],
    ['the number of the vehicle', 'BV001HGBH41JXMN109186', { vin: '1HGBH41JXMN109186' }],
    ['cells', `BZ00,${CELLS},01000000`, { ignition: true }],
  ])('%s', (_, frame, attributes) => {
    const { intake } = ask(`(${ID}${frame})`);
    expect([intake.malformedFrames, intake.unreadMessages]).toEqual([[], []]);
    expect(intake.fixes).toMatchObject([{ attributes }]);
  });

  it('BQ86: what the computer of the engine answered, by the numbers of its standard', () => {
    const readings = '05550c21b10d1d0f431008bd114c0ea5078400010007a100423932';
    const { intake } = ask(`(${ID}BQ86,0,${readings},161117005322,01000001)`);
    expect(intake.unreadMessages).toEqual([]);
    expect(intake.fixes).toMatchObject([{ time: Date.UTC(2016, 10, 17, 0, 53, 22), hasPosition: false }]);
    expect(intake.fixes[0].attributes).toEqual({
      coolant_temperature: 45,
      engine_speed: 2156.25,
      can_speed: 29,
      intake_temperature: 27,
      throttle: 29.8,
      external_voltage: 14.642,
    });
  });
});

it.each([
  ['BP00', `BP00${ID}HSO`, '(027028258309AP01HSO)'],
  ['BP05', 'BP05', '(027028258309AP05)'],
])('answers %s, which says nothing of the unit', (_, frame, answer) => {
  const { intake, answers } = ask(`(${ID}${frame})`);
  expect([intake.fixes, intake.unreadMessages]).toEqual([[], []]);
  expect(answers).toEqual([answer]);
});

describe('kept with the reason why it is not read', () => {
  it.each([
    ['BR00', 'BR00', /without a place/],
    ['BO01', 'BO019', /no document names/],
    ['BZ00', 'BZ00,none', /cells/],
    ['BS50', 'BS50none', /battery/],
    ['BQ86', 'BQ86,0,xyz,161117005322', /engine/],
    ['BQ99', 'BQ99,1', /type is not known/],
  ])('%s', (type, frame, reason) => {
    const { intake } = ask(`(${ID}${frame})`);
    expect([intake.fixes, intake.malformedFrames]).toEqual([[], []]);
    expect(intake.unreadMessages).toMatchObject([{ type, part: false, reason: expect.stringMatching(reason) }]);
    expect(new TextDecoder().decode(intake.unreadMessages[0].bytes)).toBe(`(${ID}${frame})`);
  });

  it('BQ86 with a number that the standard does not have, beside what was read', () => {
    const { intake } = ask(`(${ID}BQ86,0,0555fe01,161117005322,01000001)`);
    expect(intake.fixes).toMatchObject([{ attributes: { coolant_temperature: 45 } }]);
    expect(intake.unreadMessages).toMatchObject([
      { type: 'BQ86', part: true, reason: expect.stringMatching(/engine/) },
    ]);
  });
});
