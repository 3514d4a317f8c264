import { describe, expect, it } from 'vitest';
import { openSession } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { word } from './framing.ts';
import { encodeJt808Answer, encodeJt808Authentication, jt808, jt808AuthCode, jt808ReportBody } from './index.ts';
import { PHONE, dialect, dialect2019, report, sentBy, afterLogin, frame } from './testing.ts';

describe('commands', () => {
  const sendAll = (...texts: string[]) => {
    const opened = afterLogin();
    const taken = texts.map((text, index) => opened.session.command?.({ reference: index + 1, text }));
    return { ...opened, taken };
  };

  it('have a form for each message of the standard', () => {
    const { wire, taken } = sendAll(
      'text:前方',
      'RELAY,1#',
      'control:0x64',
      'control:1;a;b',
      'set:0001/4=60;0013/s=gps.example.com;0055/1=80',
      'query',
      'query:0001;13',
      'locate',
      'track:10,600',
      'attributes',
    );
    expect(taken.every(Boolean)).toBe(true);
    expect(sentBy(wire).map(({ id, body }) => [id.toString(16), body])).toEqual([
      ['8300', '0c' + 'c7b0b7bd'],
      ['8300', '01' + Buffer.from('RELAY,1#').toString('hex')],
      ['8105', '64'],
      ['8105', '01' + Buffer.from('a;b').toString('hex')],
      [
        '8103',
        '03' + '00000001040000003c' + '000000130f' + Buffer.from('gps.example.com').toString('hex') + '000000550150',
      ],
      ['8104', ''],
      ['8106', '02' + '00000001' + '00000013'],
      ['8201', ''],
      ['8202', '000a00000258'],
      ['8107', ''],
    ]);
  });

  it('that do not follow their form are not sent', () => {
    const texts = [
      '',
      'a\nb',
      'control:x',
      'control:64',
      'control:0',
      'control:0x100',
      'set:0001=60',
      'set:0001/1=256',
      'set:',
      'query:xyz',
      'track:10',
      'locate:now',
      'text:',
      'text:😀',
      'x'.repeat(1023),
    ];
    const { wire, taken } = sendAll(...texts);
    expect(taken).toEqual(texts.map(() => false));
    expect(wire.sent).toEqual([]);
    expect(openSession(jt808).session.command?.({ reference: 1, text: 'locate' })).toBe(false);
  });

  it('of 2019 carry the kind of text', () => {
    const { session, wire } = openSession(jt808);
    session.receive(encodeJt808Authentication(dialect2019, 1, jt808AuthCode(PHONE)));
    session.command?.({ reference: 1, text: 'text:stop' });
    expect(sentBy(wire).at(-1)?.body).toBe('0c01' + Buffer.from('stop').toString('hex'));
  });

  it('are answered by serial, with data where data was asked for', () => {
    const { session, intake, wire } = sendAll('control:0x64', 'text:a', 'query', 'locate', 'attributes');
    const serials = sentBy(wire);
    const answer = (index: number, result: number): Uint8Array =>
      encodeJt808Answer(dialect, 50, serials[index], result);
    session.receive(concatBytes(answer(1, 3), answer(0, 0), answer(0, 0), answer(3, 0), answer(2, 0)));
    session.receive(
      frame(0x0104, concatBytes(word(serials[2].serial), fromHex('02' + '00000001040000003c' + '000000130161'))),
    );
    session.receive(frame(0x0201, concatBytes(word(serials[3].serial), jt808ReportBody(report))));
    session.receive(
      frame(
        0x0107,
        concatBytes(
          new Uint8Array(7),
          new TextEncoder().encode('MODEL-X'.padEnd(20, '\0')),
          new Uint8Array(7),
          fromHex('89860400001111222233'),
          fromHex('02483103465732'),
        ),
      ),
    );
    session.receive(frame(0x0701, concatBytes(fromHex('00000003'), new TextEncoder().encode('OK!'))));
    expect(intake.answers.map(({ reference, accepted, text }) => [reference, accepted, text])).toEqual([
      [2, false, 'result=3'],
      [1, true, ''],
      [3, true, '0001=60 0013=a'],
      [4, true, '-33.456789, -70.123456'],
      [5, true, 'model=MODEL-X iccid=89860400001111222233 hardware=H1 firmware=FW2'],
      [null, null, 'OK!'],
    ]);
    expect(intake.malformedFrames).toEqual([]);
  });
});
