import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { fromHex, toHex } from '../shared/index.ts';
import { encodeJt808Authentication } from './encode.ts';
import { MARK } from './escapes.ts';
import { buildFrame, readFrame } from './framing.ts';
import { jt808, jt808AuthCode } from './index.ts';

const PHONE = '13800138000';
const dialect = { version: null, phone: fromHex(PHONE.padStart(12, '0')) };
const FIRST = 10;
/** Number 7 of the device's pictures, a picture, JPEG, event 0, channel 1. */
const HEAD = '00000007' + '00000001';

function upload() {
  const intake = new RecordingIntake();
  const { session, wire } = openSession(jt808, intake);
  session.receive(encodeJt808Authentication(dialect, 1, jt808AuthCode(PHONE)));
  wire.sent.length = 0;
  const part = (index: number, total: number, serial = FIRST + index - 1): void =>
    session.receive(
      buildFrame(0x0801, dialect, serial, fromHex(index === 1 ? HEAD + 'ffd8' : 'ffee'), { index, total }),
    );
  /** What the device was sent, without the answers to single frames. */
  const reports = (): (string | number)[][] =>
    wire.sent
      .map((frame) => readFrame(frame, 1, frame.length - 1, MARK))
      .flatMap((frame) =>
        typeof frame === 'string' || frame.id === 0x8001
          ? []
          : [[frame.id, toHex(frame.bytes, frame.start, frame.end)]],
      );
  return { intake, session, wire, part, reports };
}

describe('8800 answers a picture', () => {
  it('in one frame', () => {
    const { session, reports } = upload();
    session.receive(buildFrame(0x0801, dialect, FIRST, fromHex(HEAD + 'ffd8')));
    expect(reports()).toEqual([[0x8800, '00000007']]);
  });

  it('in parts after the last one, whatever their order', () => {
    const { part, reports } = upload();
    for (const index of [2, 1, 4]) part(index, 5);
    expect(reports()).toEqual([]);
    for (const index of [3, 5]) part(index, 5);
    expect(reports()).toEqual([[0x8800, '00000007']]);
  });

  it('again where the device sends a part again after the end', () => {
    const { part, reports } = upload();
    for (const index of [1, 2, 2]) part(index, 2);
    expect(reports()).toEqual([
      [0x8800, '00000007'],
      [0x8800, '00000007'],
    ]);
  });

  it('with the parts that are missing, until they are there', () => {
    const { part, reports } = upload();
    for (const index of [1, 4, 6]) part(index, 6);
    expect(reports()).toEqual([[0x8800, '00000007' + '03' + '000200030005']]);
    // Of those that come, one with a serial of its own, one is lost again.
    part(2, 6, 900);
    part(5, 6);
    expect(reports().slice(1)).toEqual([[0x8800, '00000007' + '01' + '0003']]);
    part(3, 6, 901);
    expect(reports().slice(2)).toEqual([[0x8800, '00000007']]);
  });

  it('not where a part could not be stored: that is missing', () => {
    const { intake, part, reports } = upload();
    part(1, 3);
    intake.commits = 'by hand';
    part(2, 3);
    intake.commit(false);
    intake.commits = 'at once';
    part(3, 3);
    expect(reports()).toEqual([[0x8800, '00000007' + '01' + '0002']]);
  });
});

describe('an upload', () => {
  it('without its first part has no number yet: 8003 asks for what is missing', () => {
    const { part, reports } = upload();
    for (const index of [2, 3]) part(index, 3);
    expect(reports()).toEqual([[0x8003, '000a' + '01' + '0001']]);
    part(1, 3);
    expect(reports().slice(1)).toEqual([[0x8800, '00000007']]);
  });

  it('is asked for three times, and for 125 parts at most at a time', () => {
    const { part, reports } = upload();
    part(1, 200);
    part(200, 200);
    // Only the last of what was asked for comes, again and again.
    for (const index of [126, 127, 128, 129]) part(index, 200);
    expect(reports()).toHaveLength(3);
    expect(reports()[0]).toEqual([0x8800, expect.stringMatching(/^000000077d0002.*007e$/)]);
    expect(reports()[2]).toEqual([0x8800, expect.stringMatching(/^000000077d0002.*007d0080$/)]);
  });
});
