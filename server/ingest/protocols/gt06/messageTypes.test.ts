import { expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { fromHex } from '../shared/index.ts';
import { buildFrame } from './framing.ts';
import { encodeGt06Login, gt06 } from './index.ts';
import { LAYOUTS } from './messages.ts';

/**
 * Every message of the family that makers' documents and open decoders name: read wholly, answered without being a
 * report, or kept with the reason why it is not read.
 */

const DATE = '1a051f081e0f';
const PLACE = 'c9' + '05de03fc' + '02b635a0' + '39' + '14c9';
const GPS = DATE + PLACE;
const NETWORK = '00f601';
const CELL = `${NETWORK}006e0055da`;
const LONG_CELL = `${NETWORK}006e000055da`;
const CELL_4G = `${NETWORK}0000006e00000000000055da`;
const WIDE_CELL = '00f60001006e000055da';
/** Information, battery, signal, alarm, language. */
const STATE = '0604030101';
const IMEI = '0123456789012345';
const POINT = '0a0b0c0d0e0f40';
const cells = (cell: string, count = 7): string => cell.repeat(count);
const LISTED = '006e0055da20';
const LISTED_4G = '0000006e00000000000055da20';
const LISTED_WIDE = '006e000055da20';
const text = (words: string): string => Buffer.from(words, 'latin1').toString('hex');
const PACK =
  '00'.repeat(8) +
  '66554433' +
  '5a' +
  '012c' +
  '5f' +
  '0190' +
  '64' +
  '0ba5' +
  '0000' +
  'c350' +
  '0010' +
  '0ed8'.repeat(14) +
  '0001' +
  '0002' +
  text('PACK-1'.padEnd(16)) +
  '0003' +
  text('ACME'.padEnd(16)) +
  '00000001' +
  '00000000' +
  '00000000';

const READ: readonly (readonly [number: number, what: string, content: string, said?: object])[] = [
  [0x10, 'position', GPS],
  [0x11, 'position and cell', GPS + CELL],
  [0x12, 'position and cell', GPS + CELL],
  [0x13, 'heartbeat', '0604030001', { ignition: true, charging: true, gsm_signal: 75 }],
  [0x15, 'reply', '08' + '00000000' + text('OK!!'), { message: 'OK!!' }],
  [0x16, 'alarm', `${GPS}09${CELL}${STATE}`, { alarm: 'sos' }],
  [0x17, 'position and card', `${GPS}${CELL}010203040506070800`, { driver_key: '0102030405060708' }],
  [0x17, 'request for the address of a cell', CELL + text('123456789012345678901')],
  [0x18, 'cells', `${DATE}${NETWORK}${cells(LISTED)}0000`],
  [0x19, 'cell and state', CELL + STATE, { alarm: 'sos' }],
  [
    0x19,
    'list of cells',
    `${DATE}${NETWORK}02${cells(LISTED, 2)}0000`,
    { cell: '246,1,110,21978,32;246,1,110,21978,32' },
  ],
  [0x1a, 'request for the address of a position', GPS + text('123456789012345678901')],
  [0x1e, 'position and cells', `${GPS}${NETWORK}${cells(LISTED)}00`],
  [0x21, 'long reply', `0000000001${text('done')}`, { message: 'done' }],
  [0x22, 'position and switches', `${GPS}${CELL}010000`, { ignition: true }],
  [0x23, 'heartbeat with volts', '0604b00301', { battery_voltage: 12 }],
  [0x24, 'cells', `${DATE}${NETWORK}${cells(LISTED)}00`],
  [0x26, 'alarm', `${GPS}09${CELL}${STATE}`, { alarm: 'sos' }],
  [0x27, 'alarm at a fence', `${GPS}09${CELL}060403040103`, { alarm: 'geofence_enter', area: 3 }],
  [0x28, 'cells', `${DATE}${NETWORK}${cells(LISTED)}00`],
  [0x2a, 'request for an address', GPS + text('123456789012345678901')],
  [0x2c, 'cells and Wi-Fi', `${DATE}${NETWORK}${cells(LISTED)}0001${POINT}`, { wifi: '0a-0b-0c-0d-0e-0f,64' }],
  [0x2d, 'position and switches', `${GPS}${CELL}010000`],
  [0x2e, 'cells', `${DATE}${NETWORK}${cells(LISTED)}00`],
  [0x31, 'position and wide cell', `${GPS}${WIDE_CELL}0100000000000a`],
  [0x32, 'position and state', `${GPS}0b${WIDE_CELL}${STATE}`],
  [0x33, 'cells and Wi-Fi', `${DATE}00f60001${cells(LISTED_WIDE, 6)}0001${POINT}`],
  [0x36, 'heartbeat with modules', `${STATE}0018020190`, { battery_voltage: 4 }],
  [0x37, 'position and modules', `${GPS}${CELL}010000002e0400000064`, { odometer: 100 }],
  [0x38, 'position, kind of cell', `${GPS}000000${CELL}20`],
  [0x39, 'alarm with modules', `${GPS}00${CELL}20${STATE}0018020190`, { alarm: 'sos', battery_voltage: 4 }],
  [
    0x40,
    'pack of batteries',
    PACK,
    { battery_level: 90, battery_code: 'PACK-1', battery_maker: 'ACME', battery_status: 1 },
  ],
  [0x61, 'key', `${IMEI}${GPS}${LONG_CELL}00000000002a`, { driver_key: '42' }],
  [0x65, 'trouble codes', `${DATE}01${text(',0a1=1')}${PLACE}`],
  [0x66, 'readings', `${DATE}01${text(',0a1=1')}${PLACE}`],
  [
    0x70,
    'modules',
    '00180002017d' + '0030000a000100b4000a00b402d0',
    { battery_voltage: 3.81, io48: '000100b4000a00b402d0' },
  ],
  [0x8c, 'summary of the engine', `${DATE}01${text(',352=1388')}${PLACE}`, { ignition: true, can_speed: 50 }],
  [0x94, 'supply', '0004b0', { external_voltage: 12 }],
  [0x94, 'alarms and states as text', `04${text('ALM1=00;STA1=C0;DYD=01')}`, { message: 'ALM1=00;STA1=C0;DYD=01' }],
  [0x94, 'door', '0501', { door: true }],
  [0x94, 'card of the network', `0a${IMEI}${IMEI}89860000000000000001`, { iccid: '89860000000000000001' }],
  [0x94, 'generation of the network', '0b01', { network: '4G' }],
  [0x94, 'card of a driver', `1b${text('RFID:12AB')}`, { driver_key: '12AB' }],
  [0x94, 'climate', '1e000000d20000021c', { temperature_1: 21, humidity_1: 54 }],
  [0x95, "camera's alarm", `${DATE}87`, { alarm: 'overspeed' }],
  [0x9b, 'text of an accessory', `01${text('abc')}`, { message: 'abc' }],
  [0xa0, 'position with a cell of 4G', GPS + CELL_4G],
  [0xa1, 'cells of 4G', `${DATE}${NETWORK}${cells(LISTED_4G)}00`],
  [0xa2, 'cells of 4G and Wi-Fi', `${DATE}${NETWORK}${cells(LISTED_4G)}0001${POINT}`],
  [0xa3, 'alarm at a fence, 4G', `${GPS}0f${CELL_4G}${STATE}`, { alarm: 'sos' }],
  [0xa3, 'state', '06000004500c01', { external_voltage: 12 }],
  [0xa4, 'alarm at several fences, 4G', `${GPS}0f${CELL_4G}${STATE}`, { alarm: 'sos' }],
  [0xa5, 'alarm with a cell of 4G', CELL_4G + STATE, { alarm: 'sos' }],
  [0xa7, 'request for the address of a cell of 4G', CELL_4G + text('123456789012345678901')],
  [0xa9, 'alarm among Wi-Fi', `${DATE}${NETWORK}0002${cells(LISTED, 2)}0001${POINT}0101`, { alarm: 'sos' }],
  [0xb2, 'beacon', `${DATE}c0${'0a0b0c0d0e0f'}${'11'.repeat(16)}0001000201` + '2c04', { tag_voltage_1: 3 }],
  [0xf1, 'state of the device', '66554433' + '00040101', { ignition: true }],
  [0xf2, 'external battery', '66554433' + '000c' + '0a' + '5f' + '00'.repeat(9), { external_battery_level: 95 }],
  [0xf3, 'Wi-Fi', `${DATE}01000040${POINT.slice(0, 12)}`.replace('01000040', '010040') + '00'],
];

function send(number: number, content: string, extended = false) {
  const opened = openSession(gt06);
  opened.session.receive(encodeGt06Login('123456789012345', 1));
  opened.wire.sent.length = 0;
  opened.session.receive(buildFrame(number, fromHex(content), 7, extended));
  return opened;
}

it.each(READ.map(([number, what, content, said = {}]) => [number, what, content, said] as const))(
  'reads %i: %s',
  (number, _, content, said) => {
    const { intake, wire } = send(number, content, number === 0x94);
    expect(intake).toMatchObject({ malformedFrames: [], unreadMessages: [] });
    expect(intake.fixes).toMatchObject([{ attributes: said }]);
    expect(wire.sent).toHaveLength(1);
  },
);

it('has a line for every message that has a layout', () => {
  // Those of one maker alone, which its own frames show (variants, models); 35 is read in part.
  const shownElsewhere = [0x25, 0x34, 0x35];
  const listed = new Set([...READ.map(([number]) => number), ...shownElsewhere]);
  expect(
    Object.keys(LAYOUTS)
      .map(Number)
      .filter((number) => !listed.has(number)),
  ).toEqual([]);
});

it.each([
  [0x14, '0102', false, /satellites/, 1],
  [0x1f, '000000000000000200b1', false, /not understood/, 1],
  [0x36, '00000001000000000002ffd8', true, /pictures/, 1],
  [0x41, '00'.repeat(60), true, /pictures/, 1],
  [0x42, '00'.repeat(60), true, /pictures/, 1],
  // What a server sends is not answered with itself.
  [0x80, '0800000000' + text('OK'), false, /sent back/, 0],
  [0x81, '00', false, /sent back/, 0],
  [0x82, '00', false, /sent back/, 0],
  [0x84, '0016', true, /not understood/, 1],
  [0xb0, '00', false, /published nowhere/, 1],
  [0xfd, text('[VERSION]1'), true, /not understood/, 1],
])('keeps %i with the reason why it is not read', (number, content, extended, reason, answers) => {
  const { intake, wire } = send(number, content, extended);
  expect(intake.unreadMessages).toMatchObject([
    { type: `0x${number.toString(16)}`, part: false, reason: expect.stringMatching(reason) },
  ]);
  expect(intake).toMatchObject({ malformedFrames: [], fixes: [] });
  expect(wire.sent).toHaveLength(answers);
});

it('0x35 announces a picture; where it was taken is kept, as no document says how its hemispheres are coded', () => {
  const { intake } = send(0x35, `${DATE}05` + '05de03fc02b635a0' + '010001' + '00000cfa' + '0000002a');
  expect(intake.fixes).toMatchObject([
    {
      hasPosition: false,
      time: Date.UTC(2026, 4, 31, 8, 30, 15),
      attributes: { media_id: 42, media_size: 3322, media_channel: 1 },
    },
  ]);
  expect(intake.unreadMessages).toMatchObject([{ type: '0x35', part: true }]);
});

it('0x19 with more behind its cells is read in part, and one that counts wrongly is kept', () => {
  expect(send(0x19, `${DATE}${NETWORK}01${LISTED}0105`).intake.unreadMessages).toMatchObject([{ part: true }]);
  expect(send(0x19, `${DATE}${NETWORK}03${LISTED}0000`).intake).toMatchObject({
    fixes: [],
    unreadMessages: [{ part: false }],
  });
});

it('0x8A is answered with the time, and 0x01 lets in', () => {
  const { intake, wire } = send(0x8a, '');
  expect(intake).toMatchObject({ fixes: [], unreadMessages: [], malformedFrames: [] });
  expect(Buffer.from(wire.sent[0]).toString('hex')).toMatch(/^78780b8a/);
});
