import { expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { fromHex } from '../shared/index.ts';
import { encodeJt808Authentication } from './encode.ts';
import { buildFrame } from './framing.ts';
import { jt808, jt808AuthCode } from './index.ts';

/**
 * Every message that a terminal can send by JT/T 808 of 2011, 2013 and 2019, by JT/T 1078 and by the standard of alarm
 * attachments, and those of vendors that open decoders name: read, acknowledged because it says nothing, or kept with a
 * reason.
 */

const PHONE = '13800138000';
const dialect = { version: null, phone: fromHex(PHONE.padStart(12, '0')) };
/** 1 May 2024, 12:00 in China. */
const WHEN = '240501120000';
const TIME = Date.UTC(2024, 4, 1, 4);
const PLACE = '00000003' + '01dc89d0073d8aa5';
const REPORT = '00000000' + PLACE + '000c025d005a' + WHEN;
const sized = (text: string): string => (text.length / 2).toString(16).padStart(2, '0') + text;
const text = (words: string): string => Buffer.from(words, 'latin1').toString('hex');

function send(id: number, body: string) {
  const opened = openSession(jt808, new RecordingIntake());
  opened.session.receive(encodeJt808Authentication(dialect, 1, jt808AuthCode(PHONE)));
  opened.wire.sent.length = 0;
  opened.session.receive(buildFrame(id, dialect, 2, fromHex(body)));
  return opened;
}

const READ: readonly (readonly [id: number, what: string, body: string, said: object])[] = [
  [0x0002, 'heartbeat of one vendor', '5a1f00', { battery_level: 90 }],
  [
    0x0107,
    'properties',
    '0000' + '00'.repeat(25) + '00'.repeat(7) + '89860000000000000001' + '0000',
    { iccid: '89860000000000000001' },
  ],
  [0x0108, 'result of an upgrade', '0001', { upgrade_type: 0, upgrade_result: 1 }],
  [0x0200, 'report', REPORT, { ignition: true }],
  [0x0201, 'report that was asked for', '0009' + REPORT, { ignition: true }],
  [0x0210, 'reports of one vendor', sized(REPORT), { ignition: true }],
  [0x0210, 'charge of one vendor', '4b' + WHEN, { battery_level: 75 }],
  [0x0301, 'event', '07', { event: 7 }],
  [0x0302, 'answer to a question', '000905', { answer: 5 }],
  [0x0303, 'news that are wanted', '0201', { news_type: 2, news_wanted: true }],
  [0x0500, 'report after a command', '0009' + REPORT, { ignition: true }],
  [0x0701, 'waybill', '00000003' + text('abc'), { message: 'abc' }],
  [0x0702, 'driver', '02' + WHEN, { driver_present: false }],
  [0x0704, 'batch', '000100' + '00' + sized(REPORT), { ignition: true }],
  [0x0704, 'batch that counts too few', '000001' + '00' + sized(REPORT), { ignition: true, archive: true }],
  [
    0x0705,
    'frames of a CAN bus',
    '0001' + '1200000500' + '18fee900' + '0102030405060708',
    { can_18fee900: '0102030405060708' },
  ],
  [
    0x0800,
    'picture that was taken',
    '0000002a' + '00000103',
    { media_id: 42, media_type: 0, media_event: 1, media_channel: 3 },
  ],
  [0x0802, 'pictures that are there', '00090001' + '0000002a' + '000100' + REPORT, { archive: true }],
  [0x0805, 'picture that was asked for', '0009' + '00' + '0001' + '0000002a', { camera_result: 0 }],
  [0x0900, 'text that is passed on', '41' + text('hello'), { message: 'hello' }],
  [0x1003, 'properties of pictures and sound', '06010001003c01620204', { audio_channels: 2, video_channels: 4 }],
  [
    0x1005,
    'passengers',
    '240501110000' + WHEN + '00030001',
    { passengers_on: 3, passengers_off: 1, passengers_minutes: 60 },
  ],
  [0x1206, 'upload that has ended', '000901', { upload_result: 1 }],
  [0x1300, 'text of one vendor', '0001' + '0068006900', { message: expect.stringContaining('h') }],
  [0x2070, 'acceleration', WHEN + '000180020003', { acceleration: '1,-2,3' }],
  [0x6006, 'text of another', '00' + text('done'), { message: 'done' }],
];

it.each(READ)('reads %i: %s', (id, _, body, said) => {
  const { intake, wire } = send(id, body);
  expect(intake.malformedFrames).toEqual([]);
  expect(intake.unreadMessages).toEqual([]);
  expect(intake.fixes).toMatchObject([{ attributes: said }]);
  expect(wire.sent).toHaveLength(1);
});

it.each([
  [0x0001, '0009830000', 0],
  [0x0002, '', 1],
  [0x0003, '', 1],
  [0x0004, '', 1],
  [0x0005, '0009010001', 1],
  [0x0104, '000900', 1],
  [0x0109, '', 1],
  [0x0506, '', 1],
  [0x0802, '00090000', 1],
  [0x0a00, '00010001' + '00'.repeat(128), 1],
  [0x1205, '0009' + '00000001' + '01' + '240501110000' + WHEN + '00'.repeat(11) + '00001000', 1],
])('acknowledges %i, which says nothing of the unit', (id, body, answers) => {
  const { intake, wire } = send(id, body);
  expect(intake).toMatchObject({ malformedFrames: [], unreadMessages: [], fixes: [] });
  expect(wire.sent).toHaveLength(answers);
});

it.each([
  [0x0608, '01', /routes/],
  [0x0700, '000902', /tachograph/],
  [0x0801, '00'.repeat(40), /pictures/],
  [0x0901, '00000000', /compressed/],
  [0x1007, '40000000', /time zone/],
  [0x1210, '00', /attachments/],
  [0x1211, '00', /attachments/],
  [0x1212, '00', /attachments/],
  [0x8888, '00', /pictures/],
  [0x0f99, '00', /not understood/],
])('keeps %i with the reason why it is not read', (id, body, reason) => {
  const { intake, wire } = send(id, body);
  const type = `0x${id.toString(16).padStart(4, '0')}`;
  expect(intake.unreadMessages).toMatchObject([{ type, part: false, reason: expect.stringMatching(reason) }]);
  expect(intake).toMatchObject({ malformedFrames: [], fixes: [] });
  // A picture has an answer of its own besides.
  expect(wire.sent).toHaveLength(id === 0x0801 ? 2 : 1);
});

it.each([0x0108, 0x0301, 0x0303, 0x0705, 0x0800, 0x1003, 0x1005, 0x0802, 0x1205, 0x0302])(
  'refuses %i that contradicts its layout',
  (id) => {
    const { intake } = send(id, 'ff');
    if (id === 0x0301) return expect(intake.malformedFrames).toEqual([]);
    expect(intake.malformedFrames).toHaveLength(1);
    expect(intake.fixes).toEqual([]);
  },
);

it('lists what is stored on a terminal with the place of each, as the answer to who asked', () => {
  const { intake } = send(0x0802, '00090002' + ('0000002a' + '020105' + REPORT).repeat(2));
  expect(intake.fixes).toHaveLength(2);
  expect(intake.fixes[0]).toMatchObject({ time: TIME, hasPosition: true, speed: 60.5 });
});

it('0900 54: samples of sensors are reports of their own time', () => {
  const sample = (when: string): string => '001f' + when + '0120' + '0034' + '0210' + 'c410' + '0f4011c00f3f' + 'e800';
  const { intake } = send(
    0x0900,
    '54' + PLACE + '000c025d005a' + WHEN + sample('240501114500') + sample('240501115000'),
  );
  expect(intake.unreadMessages).toEqual([]);
  expect(intake.fixes.map(({ time, hasPosition }) => [time, hasPosition])).toEqual([
    [TIME, true],
    [TIME - 15 * 60_000, false],
    [TIME - 10 * 60_000, false],
  ]);
  expect(intake.fixes[1].attributes).toEqual({
    light: 0x120,
    temperature_1: 5.2,
    humidity_1: 52.8,
    temperature_3: -1534.4,
    acceleration: '3904,4544,3903',
    air_pressure: 0xe800,
  });
  expect(send(0x0900, '54' + PLACE + '000c025d005a' + WHEN + 'ffff').intake.unreadMessages).toMatchObject([
    { part: true },
  ]);
});
