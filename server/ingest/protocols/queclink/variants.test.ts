import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { queclink } from './index.ts';

const IMEI = '862370030005908';

function ask(message: string) {
  const { session, intake, wire } = openSession(queclink, new RecordingIntake());
  session.receive(new TextEncoder().encode(message));
  return { fix: intake.fixes.at(-1), answer: wire.text, refused: intake.malformedFrames.map(({ reason }) => reason) };
}

describe('a message without a version', () => {
  it('is read by the shape of its location', () => {
    const { fix, answer, refused } = ask(
      `+RESP:GTTRI,${IMEI},1,0,99,1,63.4,354,18.5,18.821100,-34.084002,20170607152024,0655,0001,00DD,1CAE,00,0103010100,20170607172115,3E7D$`,
    );
    expect(fix).toMatchObject({
      identifier: IMEI,
      time: Date.UTC(2017, 5, 7, 15, 20, 24),
      latitude: -34.084002,
      longitude: 18.8211,
      speed: 63.4,
      course: 354,
      altitude: 18.5,
      valid: true,
      attributes: { cell: '655,1,221,7342', report: 'TRI' },
    });
    expect([answer, refused]).toEqual(['+SACK:3E7D$', []]);
  });

  it('or with the version behind its count has its time and count', () => {
    const { fix, answer } = ask(
      `+RESP:GTINF,${IMEI},8938003990320469804f,18,99,100,1,0,+2.00,0,20131018084015,00EE,0103090402$`,
    );
    expect(fix).toMatchObject({
      identifier: IMEI,
      time: Date.UTC(2013, 9, 18, 8, 40, 15),
      hasPosition: false,
      attributes: { report: 'INF', iccid: '8938003990320469804', gsm_signal: 58 },
    });
    expect(answer).toBe('+SACK:00EE$');
  });

  it('is a heartbeat too', () => {
    expect(ask(`+ACK:GTHBD,${IMEI},,20170607172115,3E7E$`).answer).toBe('+SACK:GTHBD,,3E7E$');
  });
});

it('WIF lists access points and the battery', () => {
  const { fix } = ask(
    `+RESP:GTWIF,210102,${IMEI},,2,c413e200ff14,-39,,,,08626693fb98,-57,,,,,,,,97,20170201020055,0001$`,
  );
  expect(fix).toMatchObject({
    time: Date.UTC(2017, 1, 1, 2, 0, 55),
    hasPosition: false,
    attributes: { wifi: 'c4-13-e2-00-ff-14,-39;08-62-66-93-fb-98,-57', battery_level: 97 },
  });
});

it('a periodic report lists access points too', () => {
  const { fix } = ask(
    `+RESP:GTFRI,423037,${IMEI},GT501,0,1,1,5,12,0.1,0,46.8,-95.559173,30.109955,20231110185836,2,0e36c9916485,-50,,,,e831cd5eb79d,-73,,,,310,10,711D,81ECF0F,00,,93,20231110185839,0005$`,
  );
  expect(fix).toMatchObject({
    latitude: 30.109955,
    attributes: { wifi: '0e-36-c9-91-64-85,-50;e8-31-cd-5e-b7-9d,-73', battery_level: 93 },
  });
});

it('INF with a field free behind the number of the vehicle gives the same', () => {
  expect(
    ask(
      `+RESP:GTINF,2D0300,${IMEI},1G1JC5444R7252367,,11,89464278206103756482,31,0,1,12986,,4.16,0,2,,,20170802145640,,,,,,+0000,0,20170802145643,CD5A$`,
    ).fix?.attributes,
  ).toEqual({
    report: 'INF',
    ignition: false,
    motion: false,
    iccid: '89464278206103756482',
    gsm_signal: 100,
    external_voltage: 12.986,
    battery_voltage: 4.16,
  });
});
