import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { fromHex } from '../shared/index.ts';
import { buildFrame, readFrame, type Jt808Frame } from './framing.ts';
import { encodeJt808Authentication, jt808, jt808AuthCode, jt808Dialect, type Jt808Report } from './index.ts';

export const PHONE = '13912345678';
export const dialect = jt808Dialect(PHONE);
export const dialect2019 = jt808Dialect(PHONE, 1);
export const login = encodeJt808Authentication(dialect, 1, jt808AuthCode(PHONE));

/** The frames that the reference prints. */
export const REPORT = fromHex(
  '7e020000280139123456780007000000000000000301dc89d0073d8aa5000c025d005a2405011200000104000003e830011f31010a4e7e',
);
export const HEARTBEAT = fromHex('7e00020000013912345678007d024c7e');

export const report: Jt808Report = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.456789,
  longitude: -70.123456,
  altitude: -12,
  speed: 63.4,
  course: 271,
  ignition: true,
  odometer: 123_456_700,
  satellites: 11,
};

/** Frames that the server sent, taken apart. */
export function sentBy(wire: { sent: Uint8Array[] }): { id: number; serial: number; body: string }[] {
  return wire.sent.map((bytes) => {
    const frame = readFrame(bytes, 1, bytes.length - 1);
    if (typeof frame === 'string') throw new Error(frame);
    return {
      id: frame.id,
      serial: frame.serial,
      body: Buffer.from(frame.bytes.subarray(frame.start, frame.end)).toString('hex'),
    };
  });
}

export function afterLogin(intake = new RecordingIntake()) {
  const opened = openSession(jt808, intake);
  opened.session.receive(login);
  opened.wire.sent.length = 0;
  return opened;
}

export const frame = (id: number, body: Uint8Array, serial = 9, part: Jt808Frame['part'] = null): Uint8Array =>
  buildFrame(id, dialect, serial, body, part);
