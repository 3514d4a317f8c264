import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { expectSameHoweverCut, openSession } from '../../testing/streams.ts';
import { encodeGps103Position, gps103 } from './index.ts';

const IMEI = '359710049092324';
const text = (value: string): Uint8Array => new TextEncoder().encode(value);

function ask(frame: string) {
  const intake = new RecordingIntake();
  const { session, wire } = openSession(gps103, intake);
  session.receive(text(frame));
  return {
    intake,
    answer: wire.text,
    fix: intake.fixes[0],
    refused: intake.malformedFrames.map(({ reason }) => reason),
  };
}

describe('letters of the hemispheres', () => {
  it('stand in front of their numbers', () => {
    const { fix, refused } = ask(
      `imei:${IMEI},tracker,150420050648,53.0,F,0.0,A,S,5306.64155,W,00700.77848,10.0,,1.0,;`,
    );
    expect(fix).toMatchObject({ time: Date.UTC(2015, 3, 20, 5, 6, 48), valid: true, speed: 18.52, altitude: 1 });
    expect(fix.latitude).toBeCloseTo(-53.110693, 6);
    expect(fix.longitude).toBeCloseTo(-7.012975, 6);
    expect(refused).toEqual([]);
  });

  it('that are missing leave the place unknown, and keep the rest', () => {
    const { fix, refused } = ask(
      `imei:${IMEI},ac alarm,1301072224,,F,142411.077,A,2227.0739,S,06855.2912,,10.0,0,,1,0;`,
    );
    expect(fix).toMatchObject({
      time: Date.UTC(2013, 0, 7, 14, 24, 11, 77),
      hasPosition: false,
      valid: false,
      speed: Number.NaN,
      attributes: { alarm: 'power_cut', ignition: true },
    });
    expect(refused).toEqual([]);
    expect(
      ask(`imei:${IMEI},tracker,1301072224,,F,142411.077,A,2227.0739,Q,06855.2912,E,10.0,0;`).refused,
    ).toHaveLength(1);
  });
});

describe('an identifier in front of its report', () => {
  const position = {
    time: Date.UTC(2026, 4, 31, 8, 30, 15),
    latitude: -33.8688197,
    longitude: 151.2092955,
    speed: 57.5,
    course: 201,
  };

  it('needs no mark between the two, and is answered', () => {
    const { answer, fix, refused } = ask(`${IMEI}${new TextDecoder().decode(encodeGps103Position(IMEI, position))}`);
    expect([answer, fix.time, refused]).toEqual(['ON', position.time, []]);
  });

  it('means the same however it is cut', () => {
    expectSameHoweverCut(
      gps103,
      [text(IMEI), encodeGps103Position(IMEI, position), text(`${IMEI};`), encodeGps103Position(IMEI, position)],
      2,
    );
  });
});

it('DTC gives trouble codes', () => {
  expect(
    ask(`imei:${IMEI},DTC,0809231929,,F,055403.000,A,2233.1870,N,11354.3067,E,0.00,30.1,,1,0,10.5%,P0021,;`).fix
      .attributes,
  ).toEqual({ ignition: true, door: false, fuel_percent: 10.5, trouble_codes: 'P0021' });
});
