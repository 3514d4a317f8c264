import { expect, it } from 'vitest';
import { RecordingIntake } from '../../ingest/testing/recordingIntake.ts';
import { encodeIpsBatch, encodeIpsData, encodeIpsLogin, wialonIps } from '../../ingest/protocols/wialon_ips/index.ts';
import type { Message, RepeatedUnit } from '../message.ts';
import { jsonBody, osmandQuery } from './web.ts';
import { ipsMessage } from './wialonIps.ts';
import { retranslatorPacket } from './wialonRetranslator.ts';

const unit: RepeatedUnit = { unitId: 7, name: 'Truck 7', uid: '353976013445485' };
const time = Date.UTC(2009, 10, 24, 15, 27, 44);
const message = (change: Partial<Message> = {}): Message => ({
  time,
  receivedAt: time + 1000,
  place: { latitude: 55.7305664, longitude: 49.1903648 },
  altitude: 0,
  speed: 54,
  course: 326,
  satellites: 11,
  valid: true,
  attributes: { external_voltage: 27.593, digital_inputs: 1 },
  ...change,
});

it('makes the packet of the manufacturer’s example of Wialon Retranslator', () => {
  const vector =
    '74000000333533393736303133343435343835004B0BFB70000000030BBB000000270102706F73696E666F00A027AFDF5D9848403AC7253383DD4B400000000000805A40003601460B0BBB0000001200047077725F657874002B8716D9CE973B400BBB00000011010361766C5F696E707574730000000001';
  expect(
    retranslatorPacket(unit, message({ altitude: 106 }))
      .toString('hex')
      .toUpperCase(),
  ).toBe(vector);
});

it('leaves the position out of a retranslator packet without one, and types values by what they are', () => {
  const attributes = { ignition: true, driver_key: 'A1', note: 'north gate', odometer: 5_000_000_000, alarm: 'sos' };
  const packet = retranslatorPacket(unit, message({ place: null, attributes }));
  expect(packet.readUInt32LE()).toBe(packet.length - 4);
  // Alarm and driver.
  expect(packet.readUInt32BE(24)).toBe(0x30);
  const text = packet.toString('latin1');
  expect(text).not.toContain('posinfo');
  expect(text).toContain('\0\x03ign\0\0\0\0\x01');
  expect(text).toContain('\0\x01note\0north gate\0');
  expect(text).toContain('\x01\x01avl_driver\0A1\0');
  expect(text).toContain('\0\x05odometer\0\0\0\0\x01\x2a\x05\xf2\x00');
});

/** What our own decoder of Wialon IPS makes of the bytes. */
function decoded(...packets: readonly Uint8Array[]) {
  const intake = new RecordingIntake();
  const answers: string[] = [];
  const session = wialonIps.open(
    {
      remote: '192.0.2.1',
      send: (bytes) => void answers.push(Buffer.from(bytes).toString().trim()),
      end: () => undefined,
    },
    'tcp',
    intake,
  );
  for (const packet of [encodeIpsLogin(unit.uid), ...packets]) session.receive(packet);
  return { fixes: intake.fixes, answers };
}

it('makes messages of Wialon IPS that our own decoder reads back', () => {
  const attributes = {
    hdop: 0.9,
    digital_inputs: 3,
    digital_outputs: 1,
    analog_1: 14.5,
    analog_2: 2,
    driver_key: 'A1B2',
    ignition: true,
    external_voltage: 27.5,
    'fuel level': 40,
    note: 'gate; north, #2|',
    alarm: 'sos',
  };
  const { fixes, answers } = decoded(encodeIpsData(ipsMessage(message({ attributes }))));
  expect(answers).toEqual(['#AL#1', '#AD#1']);
  expect(fixes[0]).toMatchObject({
    time,
    hasPosition: true,
    speed: 54,
    course: 326,
    altitude: 0,
    satellites: 11,
    attributes: {
      hdop: 0.9,
      digital_inputs: 3,
      digital_outputs: 1,
      analog_1: 14.5,
      analog_2: 2,
      driver_key: 'A1B2',
      ignition: true,
      external_voltage: 27.5,
      fuel_level: 40,
      note: 'gate  north   2 ',
      alarm: 'sos',
    },
  });
  expect(fixes[0].latitude).toBeCloseTo(55.7305664, 5);
  expect(fixes[0].longitude).toBeCloseTo(49.1903648, 5);
});

it('sends south and west, and reports without a position, in a batch', () => {
  const south = message({ place: { latitude: -33.925, longitude: -18.424 } });
  const nowhere = message({
    time: time + 1000,
    place: null,
    speed: null,
    course: null,
    altitude: null,
    satellites: null,
  });
  const { fixes, answers } = decoded(encodeIpsBatch([south, nowhere].map(ipsMessage)));
  expect(answers.at(-1)).toBe('#AB#2');
  expect(fixes[0].latitude).toBeCloseTo(-33.925, 5);
  expect(fixes[0].longitude).toBeCloseTo(-18.424, 5);
  expect(fixes[1]).toMatchObject({ hasPosition: false, attributes: { external_voltage: 27.593 } });
});

it('keeps the place of analog inputs behind a gap as parameters', () => {
  expect(ipsMessage(message({ attributes: { analog_1: 1, analog_3: 3 } }))).toMatchObject({
    analog: [1],
    parameters: { analog_3: 3 },
  });
});

it('makes queries with knots and seconds, and no second id of an attribute', () => {
  const query = osmandQuery(unit, message({ speed: 18.52, attributes: { id: 'other', batt: 80 } }));
  expect(Object.fromEntries(query)).toEqual({
    id: unit.uid,
    timestamp: '1259076464',
    lat: '55.7305664',
    lon: '49.1903648',
    valid: 'true',
    speed: '10.00',
    bearing: '326',
    altitude: '0',
    sat: '11',
    batt: '80',
  });
});

it('makes JSON that names the message, for receivers that get it twice', () => {
  expect(JSON.parse(jsonBody(unit, message({ place: null })))).toEqual({
    id: `7-${time}`,
    unit: { id: 7, name: 'Truck 7', uid: unit.uid },
    t: time / 1000,
    lat: null,
    lon: null,
    alt: 0,
    speed: 54,
    course: 326,
    sats: 11,
    valid: true,
    params: { external_voltage: 27.593, digital_inputs: 1 },
  });
});
