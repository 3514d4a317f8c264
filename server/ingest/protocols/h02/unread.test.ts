import { expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { h02 } from './index.ts';

const REST = '*HQ,4210051415,V1,164549,A,0956.3869,N,08406.7068,W,000.00,000,221215,FFFFFBFF';

function unread(frame: string) {
  const { session, intake } = openSession(h02);
  session.receive(new TextEncoder().encode(frame));
  expect(intake.malformedFrames).toEqual([]);
  return [
    intake.fixes.length,
    intake.unreadMessages.map(({ type, part, bytes }) => [type, part, new TextDecoder().decode(bytes)]),
  ];
}

it.each([
  ['nothing behind the state', `${REST}#`],
  ['a cell', `${REST},246,03,00002,41565#`],
  ['a cell and the charge', `${REST},712,01,20,30,60#`],
  ['zeros', `${REST},000000,0,#`],
  ['a cell without a number, and the charge', `${REST},310,260,0,0,6#`],
  ['a cell and the card', `${REST},310,260,32936,13641,8944501311217563382F,#`],
  ["one vendor's sensors", `${REST},69129336,0,100.0,18,5141,5A20#`],
  [
    'a number and a card',
    '*HQ,4209917484,V19,093043,V,5052.9749,N,00426.4322,E,000.00,000,130916,,0032475874141,8944538530000543700F,FFFFFBFF#',
  ],
])('understands %s', (_, frame) => {
  expect(unread(frame)).toEqual([1, []]);
});

it.each([
  ['fields behind the state', `${REST},000243,000000#`],
  ['fields behind the cell', `${REST},470,01,20,30,60,12#`],
  ['a charge above all', `${REST},470,01,20,30,2921283#`],
  [
    'fields in front of the state',
    '*HQ,4209917484,V1,093043,A,5052.9749,N,00426.4322,E,000.00,000,130916,77,FFFFFBFF#',
  ],
])('keeps a frame with %s, and stores its place', (_, frame) => {
  expect(unread(frame)).toEqual([1, [['V1', true, frame]]]);
});

const BS = '*HQ,356803210091319,BS,,2d4,a,1b63,1969,26,1b63,10b2,31,0,0,25,,ffffffff,60#';
it.each([
  [BS, { cell: '724,10,7011,6505,26;724,10,7011,4274,31', battery_level: 60, ignition: true }, null],
  [
    '*HQ,8401016597,BASE,152609,238,1,4,42,211014,FFFFFFFF#',
    { cell: '238,1,4,42', ignition: true },
    Date.UTC(2014, 9, 21, 15, 26, 9),
  ],
  ['*HQ,8401016597,BASE,152609,0,0,0,0,211014,FFFFFBFF#', { ignition: false }, Date.UTC(2014, 9, 21, 15, 26, 9)],
  // A clock that was never set: what it hears counts all the same.
  [
    '*HQ,1400046168,NBR,160169,460,0,1,2,9338,3692,150,9338,3691,145,180813,FFFFFBFF#',
    { cell: '460,0,9338,3692,150;460,0,9338,3691,145', ignition: false },
    null,
  ],
])('reads %s', (frame, attributes, time) => {
  const { session, intake } = openSession(h02);
  session.receive(new TextEncoder().encode(frame));
  expect(intake.malformedFrames).toEqual([]);
  expect(intake.unreadMessages).toEqual([]);
  expect(intake.fixes).toMatchObject([{ hasPosition: false, time: time ?? intake.time, attributes }]);
  expect(Object.keys(intake.fixes[0].attributes).toSorted()).toEqual([...Object.keys(attributes), 'status'].toSorted());
});

it('keeps a heartbeat whose fields nobody has published, and has nothing to keep of an empty frame', () => {
  const { session, intake } = openSession(h02);
  session.receive(new TextEncoder().encode('*HQ,356327080425330,XT,1,100#*HQ,4109198974,#'));
  expect(intake.fixes).toEqual([]);
  expect(intake.unreadMessages).toMatchObject([
    { type: 'XT', part: false, reason: expect.stringContaining('heartbeat') },
  ]);
});

it('keeps what it does not know at all', () => {
  expect(unread('*HQ,4209917484,BASE,152609,0,0#')).toEqual([0, [['BASE', false, '*HQ,4209917484,BASE,152609,0,0#']]]);
});

it('acknowledges it when it is stored, and only then', () => {
  const { session, intake, wire } = openSession(
    h02,
    Object.assign(new RecordingIntake(), { commits: 'by hand' as const }),
  );
  const send = () => session.receive(new TextEncoder().encode('*HQ,4209917484,V1,what,ever#'));
  send();
  intake.commit(false);
  expect([intake.unreadMessages.length, wire.text]).toEqual([1, '']);
  send();
  expect(wire.text).toBe('');
  intake.commit();
  expect(wire.text).toMatch(/^\*HQ,4209917484,V4,V1,/);
});
