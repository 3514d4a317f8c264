import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { expectSameHoweverCut, openSession } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { OTHER_MARK } from './escapes.ts';
import { buildFrame, readFrame } from './framing.ts';
import { jt808, jt808AuthCode, jt808Dialect } from './index.ts';

const text = (words: string): Uint8Array => new TextEncoder().encode(words);
const REPORT = '00000000' + '00000003' + '01dc89d0073d8aa5' + '000c025d005a' + '240501120000';
const NUMBER = '13800138000123';
const other = { version: null, phone: fromHex(NUMBER), mark: OTHER_MARK };
const login = buildFrame(0x0102, other, 1, text(jt808AuthCode(NUMBER)));
const report = buildFrame(0x0200, other, 2, fromHex(REPORT + '7a04' + 'e63e3de7'));

describe('frames between e7', () => {
  it('have a number of seven bytes and escapes of their own, and are answered so', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(concatBytes(login, report));
    expect(intake.malformedFrames).toEqual([]);
    expect(intake.fixes).toMatchObject([{ identifier: NUMBER, speed: 60.5, attributes: { io122: 0xe63e3de7 } }]);
    expect(wire.sent).toHaveLength(2);
    for (const answer of wire.sent) {
      expect([answer[0], answer.at(-1)]).toEqual([OTHER_MARK, OTHER_MARK]);
      expect(readFrame(answer, 1, answer.length - 1, OTHER_MARK)).toMatchObject({ id: 0x8001, identifier: NUMBER });
    }
  });

  it('mean the same however they are cut', () => {
    expectSameHoweverCut(jt808, [login, report, report], 2);
  });

  it('are not looked for where the usual mark is spoken, and a stray mark hides no usual frame', () => {
    const phone = '13912345678';
    const usual = jt808Dialect(phone);
    const { session, intake } = openSession(jt808);
    session.receive(Uint8Array.of(OTHER_MARK, 0x01));
    session.receive(buildFrame(0x0102, usual, 1, text(jt808AuthCode(phone))));
    session.receive(Uint8Array.of(OTHER_MARK, 0x28));
    session.receive(buildFrame(0x0200, usual, 2, fromHex(REPORT)));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
      'no frame begins here',
      'no frame begins here',
    ]);
  });
});

describe('texts in brackets', () => {
  it('ask for the time', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(text('(794104004140,1,001,BASE,2,TIME)'));
    expect(wire.text).toBe('(794104004140,1,001,BASE,2,20260601120000)');
    expect(intake).toMatchObject({ fixes: [], malformedFrames: [], refused: [] });
  });

  it('give what their device says, and name it', () => {
    const { session, intake } = openSession(jt808);
    session.receive(text('(7419031185,1,001,ELOCK,3,529439)'));
    expect(intake.fixes).toMatchObject([
      { identifier: '7419031185', hasPosition: false, attributes: { message: '(7419031185,1,001,ELOCK,3,529439)' } },
    ]);
    expect(intake.answers).toMatchObject([{ text: '(7419031185,1,001,ELOCK,3,529439)' }]);
  });

  it('of a stranger, or of a device with a password, are refused', () => {
    for (const devices of [[], [{ identifier: '7419031185', password: 'secret' }]]) {
      const { session, intake } = openSession(jt808, new RecordingIntake(devices));
      session.receive(text('(7419031185,1,001,ELOCK,3,529439)'));
      expect([intake.fixes.length, intake.malformedFrames.length]).toEqual([0, 1]);
    }
  });
});

describe('short reports', () => {
  const compact = { version: null, phone: fromHex('760303012112') };
  const body =
    '150219' +
    '063054' +
    '22334567' +
    '114056789' +
    '7' +
    '05' +
    '20' +
    '10' +
    '09' +
    '00000013' +
    '5a' +
    '00000000' +
    '0000' +
    '02' +
    '0000' +
    '0000';
  /** Header with a serial of one byte. */
  const frame = (asks: number, entries = ''): Uint8Array => {
    const content = body + entries;
    const plain = fromHex(
      '5501' + (asks | (content.length / 2)).toString(16).padStart(4, '0') + '760303012112' + '05' + content,
    );
    const sum = plain.reduce((all, byte) => all ^ byte, 0);
    return concatBytes(Uint8Array.of(0x7e), plain, Uint8Array.of(sum, 0x7e));
  };

  it('need no login, as their devices know none, and are answered in their own form where they ask', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(frame(0x8000));
    expect(intake.malformedFrames).toEqual([]);
    expect(intake.fixes).toMatchObject([{ identifier: '760303012112', hasPosition: true }]);
    const [answer] = wire.sent.map((bytes) => Buffer.from(bytes).toString('hex'));
    expect(answer).toMatch(/^7e44010003760303012112015501007e|^7e4401000376030301211201550100..7e$/);
    session.receive(frame(0));
    expect(Buffer.from(wire.sent[1]).toString('hex')).toMatch(/^7e8001/);
    expect(compact.phone).toHaveLength(6);
  });

  it('of a device with a password are refused', () => {
    const { session, intake } = openSession(
      jt808,
      new RecordingIntake([{ identifier: '760303012112', password: 'x' }]),
    );
    session.receive(frame(0));
    expect(intake.fixes).toEqual([]);
  });

  it('have entries behind them: tilt, a lock and what wakes them; what is not known stays raw', () => {
    const { session, intake } = openSession(jt808);
    session.receive(frame(0, '0c060001fffe0003' + '100102' + 'fc0105' + '0b0101' + '330109'));
    expect(intake.fixes[0].attributes).toMatchObject({
      tilt: '1,-2,3',
      wake_source: 2,
      area: 5,
      lock_command: 1,
      io51: 9,
    });
  });
});
