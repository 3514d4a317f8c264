import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { mutate, openSession, expectSameHoweverCut, randomBytes, seededRandom } from '../../testing/streams.ts';
import { concatBytes, fromHex } from '../shared/index.ts';
import { identifierOf, word } from './framing.ts';
import {
  encodeJt808Authentication,
  encodeJt808Batch,
  encodeJt808Registration,
  encodeJt808Report,
  jt808,
  jt808AuthCode,
  jt808CodeOf,
  jt808Dialect,
  jt808ReportBody,
} from './index.ts';
import { PHONE, dialect, dialect2019, login, REPORT, HEARTBEAT, report, sentBy, afterLogin, frame } from './testing.ts';

describe('frames', () => {
  it('of the reference are read, and answered once stored', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(login);
    session.receive(concatBytes(REPORT, HEARTBEAT));
    expect(intake.fixes).toMatchObject([
      {
        identifier: PHONE,
        protocol: 'jt808',
        time: Date.UTC(2024, 4, 1, 4, 0, 0),
        hasPosition: true,
        valid: true,
        latitude: 31.230416,
        longitude: 121.473701,
        altitude: 12,
        speed: 60.5,
        course: 90,
        satellites: 10,
        attributes: { ignition: true, odometer: 100_000, gsm_signal: 100 },
      },
    ]);
    expect(sentBy(wire).map(({ id, serial, body }) => [id, serial, body])).toEqual([
      [0x8001, 0, '0001010200'],
      [0x8001, 1, '0007020000'],
      [0x8001, 2, '007e000200'],
    ]);
  });

  it('are answered byte by byte as the standard says', () => {
    const { session, wire } = openSession(jt808, new RecordingIntake(), 'udp');
    session.receive(REPORT);
    expect(wire.hex).toBe('7e8001000501391234567800000007020000b17e');
  });

  it('name a device in digits, or an IMEI as a binary number', () => {
    expect(identifierOf(fromHex('013912345678'))).toBe(PHONE);
    expect(identifierOf(fromHex('000000000000'))).toBe('0');
    // The IMEI that the standard of IMEIs prints as its example.
    expect(identifierOf(fromHex('2c944ab787a7'))).toBe('490154203237518');
  });

  it('with a wrong check byte, a broken escape, encryption or a wrong length are counted, and the next is read', () => {
    const wrong = (change: (bytes: Uint8Array) => void): Uint8Array => {
      const bytes = REPORT.slice();
      change(bytes);
      return bytes;
    };
    const { session, intake } = afterLogin();
    session.receive(wrong((bytes) => (bytes[20] ^= 1)));
    session.receive(wrong((bytes) => bytes.set([0x7d, 0x41], 20)));
    session.receive(wrong((bytes) => ((bytes[3] ^= 0x04), (bytes[bytes.length - 2] ^= 0x04))));
    session.receive(wrong((bytes) => ((bytes[4] ^= 0x01), (bytes[bytes.length - 2] ^= 0x01))));
    session.receive(Uint8Array.of(0x7e, 1, 2, 3, 0x7e));
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
      'the checksum is wrong',
      'an escape is broken',
      'the body is encrypted',
      expect.stringContaining('the body has 40 bytes'),
      'the frame is shorter than its header',
    ]);
    session.receive(REPORT);
    expect(intake.fixes).toHaveLength(1);
  });
});

describe('login', () => {
  it('registers, gets a code, shows it, and is let in; in every version', () => {
    for (const version of [dialect, dialect2019]) {
      const { session, intake, wire } = openSession(jt808);
      session.receive(encodeJt808Registration(version, 1, '京A12345'));
      const code = jt808CodeOf(wire.sent[0]);
      expect(code).toBe(jt808AuthCode(PHONE));
      expect(session.ready).toBe(false);
      session.receive(encodeJt808Authentication(version, 2, code ?? ''));
      expect(session.ready).toBe(true);
      session.receive(encodeJt808Report(version, 3, report));
      expect(sentBy(wire).map(({ id, body }) => [id, body])).toEqual([
        [0x8100, `000100${Buffer.from(code ?? '').toString('hex')}`],
        [0x8001, '0002010200'],
        [0x8001, '0003020000'],
      ]);
      expect(intake.fixes).toHaveLength(1);
    }
  });

  it("of a stranger, with a wrong code, or without the device's password, is refused", () => {
    const stranger = openSession(jt808, new RecordingIntake([]));
    stranger.session.receive(concatBytes(encodeJt808Registration(dialect, 1), login, REPORT));
    expect(sentBy(stranger.wire).map(({ body }) => body)).toEqual(['000104', '0001010201', '0007020001']);
    expect(stranger.intake.refused).toEqual([PHONE, PHONE]);
    const guarded = openSession(jt808, new RecordingIntake([{ identifier: PHONE, password: 'secret' }]));
    guarded.session.receive(
      concatBytes(encodeJt808Registration(dialect, 1), login, encodeJt808Authentication(dialect, 2, 'secret'), REPORT),
    );
    expect(sentBy(guarded.wire).map(({ body }) => body)).toEqual(['000103', '0001010201', '0002010200', '0007020000']);
    const datagram = openSession(jt808, new RecordingIntake([{ identifier: PHONE, password: 'secret' }]), 'udp');
    datagram.session.receive(REPORT);
    expect(datagram.intake.fixes).toEqual([]);
  });

  it('comes before data, and another number needs its own', () => {
    const { session, intake, wire } = openSession(jt808);
    session.receive(REPORT);
    session.receive(login);
    session.receive(encodeJt808Report(jt808Dialect('13900000000'), 4, report));
    expect(sentBy(wire).map(({ body }) => body)).toEqual(['0007020001', '0001010200', '0004020001']);
    expect(intake.fixes).toEqual([]);
  });
});

describe('messages in parts', () => {
  const batch = concatBytes(
    word(3),
    Uint8Array.of(0),
    ...[report, report, report].map(jt808ReportBody).flatMap((body) => [word(body.length), body]),
  );
  const cut = (serial: number): Uint8Array[] =>
    [0, 1, 2].map((index) =>
      frame(0x0704, batch.subarray(index * 50, index === 2 ? batch.length : (index + 1) * 50), serial + index, {
        total: 3,
        index: index + 1,
      }),
    );

  it('are put together in any order; each part is answered', () => {
    const { session, intake, wire } = afterLogin();
    const [first, second, third] = cut(20);
    session.receive(concatBytes(third, first, first));
    expect(intake.fixes).toEqual([]);
    session.receive(second);
    expect(intake.fixes).toHaveLength(3);
    expect(sentBy(wire).map(({ body }) => body)).toEqual(['0016070400', '0014070400', '0014070400', '0015070400']);
  });

  it('are bounded, and the place of a part is checked', () => {
    const { session, intake, wire } = afterLogin();
    session.receive(frame(0x0704, batch, 5, { total: 3, index: 4 }));
    expect(sentBy(wire)[0].body).toBe('0005070402');
    for (let index = 1; index <= 40; index++)
      session.receive(frame(0x0901, new Uint8Array(1000), 100 + index, { total: 40, index }));
    expect(intake.malformedFrames.map(({ reason }) => reason)).toEqual([
      'the part has no place in its message',
      'the message in parts is larger than 32768 bytes',
    ]);
    // Four messages that never end do not keep a fifth from being read.
    for (let open = 0; open < 6; open++)
      session.receive(frame(0x0704, batch, 1000 + open * 10, { total: 2, index: 1 }));
    for (const part of cut(2000)) session.receive(part);
    expect(intake.fixes).toHaveLength(3);
  });
});

describe('acknowledgement', () => {
  it('waits for the commit, and reports a failure', () => {
    const intake = new RecordingIntake();
    const { session, wire } = afterLogin(intake);
    intake.commits = 'by hand';
    session.receive(REPORT);
    expect(wire.sent).toEqual([]);
    intake.commit(false);
    expect(sentBy(wire)[0].body).toBe('0007020001');
    session.receive(REPORT);
    intake.commit();
    expect(sentBy(wire)[1].body).toBe('0007020000');
  });
});

describe('streams', () => {
  it('mean the same however they are cut', () => {
    const frames = [login, REPORT, HEARTBEAT, encodeJt808Batch(dialect, 5, [report, report])];
    expectSameHoweverCut(jt808, frames, 3);
  });

  it('survive random bytes and damaged frames: the next good one is read', () => {
    const random = seededRandom(20260801);
    const good = encodeJt808Report(dialect, 3, report);
    for (let round = 0; round < 3000; round++) {
      const { session, intake } = afterLogin();
      session.receive(round % 3 === 0 ? randomBytes(Math.floor(random() * 300), random) : mutate(good, random));
      session.receive(concatBytes(Uint8Array.of(0x7e), login));
      const stored = intake.fixes.length;
      session.receive(good);
      expect(intake.fixes.length, `round ${round}`).toBe(stored + 1);
      expect(intake.fixes.at(-1)).toMatchObject({ time: report.time, latitude: report.latitude });
    }
  });

  it('without an end are dropped', () => {
    const { session, intake } = afterLogin();
    session.receive(concatBytes(Uint8Array.of(0x7e), new Uint8Array(10_000).fill(0x41)));
    session.receive(concatBytes(Uint8Array.of(0x7e), REPORT));
    expect(intake.fixes).toHaveLength(1);
    expect(intake.malformedFrames.length).toBeGreaterThan(0);
  });
});
