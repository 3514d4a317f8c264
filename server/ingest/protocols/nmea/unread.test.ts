import { expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { createNmea, encodeNmeaIdentifier } from './index.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);

it('keeps a sentence that is not known, whole, of a device that is', () => {
  const { session, intake } = openSession(createNmea());
  session.receive(encodeNmeaIdentifier('356307042441013'));
  session.receive(text('$PACME,12,ever\r\n'));
  expect(intake.unreadMessages).toMatchObject([
    { type: 'PACME', part: false, identifier: '356307042441013', bytes: text('$PACME,12,ever\r\n') },
  ]);
});

it('keeps nothing that says nothing of where the device is, and nothing of a device that is not let in', () => {
  const { session, intake } = openSession(createNmea());
  session.receive(encodeNmeaIdentifier('356307042441013'));
  session.receive(
    text(
      '$GPGSV,3,1,11,03,03,111,00\r\n$GPGSA,A,3,04,05\r\n$GPTXT,01,01,02,hello\r\n$PMTK001,314,3\r\n$PGRME,3.2,M,4.0,M,5.1,M\r\n$ no sentence,1\r\n!AIVDM,1,1,,A,13u\r\n',
    ),
  );
  expect(intake.unreadMessages).toEqual([]);
  const unknown = openSession(createNmea(), new RecordingIntake([]));
  unknown.session.receive(encodeNmeaIdentifier('356307042441013'));
  unknown.session.receive(text('$PACME,12,ever\r\n'));
  expect(unknown.intake.unreadMessages).toEqual([]);
});

it('reads a kept sentence again without its device having named itself', () => {
  const { session, intake } = openSession(createNmea());
  session.resume?.({ identifier: 'boat-1', deviceId: 1, unitId: 1, password: null, model: '', clockOffset: null });
  session.receive(text('$GPRMC,083015.00,A,3352.1292,S,15112.5577,E,31.0,201.0,310526,,\r\n'));
  session.closed();
  expect(intake.fixes).toMatchObject([{ identifier: 'boat-1', valid: true }]);
});
