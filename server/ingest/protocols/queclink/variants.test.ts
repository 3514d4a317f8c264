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
    const { fix, answer, refused } = ask(`+RESP:GTTRI,${IMEI},1,0,99,1,63.4,354,18.5,18.821100,-34.084002,20170607152024,0655,0001,00DD,1CAE,00,0103010100,20170607172115,3E7D$`);
    expect(fix).toMatchObject({
      identifier: IMEI, time: Date.UTC(2017, 5, 7, 15, 20, 24), latitude: -34.084002, longitude: 18.8211, speed: 63.4, course: 354, altitude: 18.5, valid: true,
      attributes: { cell: '655,1,221,7342', report: 'TRI' },
    });
    expect([answer, refused]).toEqual(['+SACK:3E7D$', []]);
  });

  it('or with the version behind its count has its time and count', () => {
    const { fix, answer } = ask(`+RESP:GTINF,${IMEI},8938003990320469804f,18,99,100,1,0,+2.00,0,20131018084015,00EE,0103090402$`);
    expect(fix).toMatchObject({ identifier: IMEI, time: Date.UTC(2013, 9, 18, 8, 40, 15), hasPosition: false, attributes: { report: 'INF', iccid: '8938003990320469804', gsm_signal: 58 } });
    expect(answer).toBe('+SACK:00EE$');
  });

  it('is a heartbeat too', () => {
    expect(ask(`+ACK:GTHBD,${IMEI},,20170607172115,3E7E$`).answer).toBe('+SACK:GTHBD,,3E7E$');
  });
});

it('WIF lists access points and the battery', () => {
  const { fix } = ask(`+RESP:GTWIF,210102,${IMEI},,2,c413e200ff14,-39,,,,08626693fb98,-57,,,,,,,,97,20170201020055,0001$`);
  expect(fix).toMatchObject({ time: Date.UTC(2017, 1, 1, 2, 0, 55), hasPosition: false, attributes: { wifi: 'c4-13-e2-00-ff-14,-39;08-62-66-93-fb-98,-57', battery_level: 97 } });
});
