import { describe, expect, it } from 'vitest';
import { RecordingIntake } from '../../testing/recordingIntake.ts';
import { openSession } from '../../testing/streams.ts';
import { concatBytes } from '../shared/index.ts';
import { encodeH02Binary, encodeH02Heartbeat, encodeH02Position, h02 } from './index.ts';

const ID = '4206119130';
const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const place = {
  time: Date.UTC(2026, 4, 31, 8, 30, 15),
  latitude: -33.86881,
  longitude: 151.2093,
  speed: 57.412,
  course: 201,
};

function ask(...frames: readonly Uint8Array[]) {
  const intake = new RecordingIntake();
  const { session, wire } = openSession(h02, intake);
  session.receive(concatBytes(...frames));
  session.closed();
  return {
    intake,
    fixes: intake.fixes,
    answer: wire.text,
    refused: intake.malformedFrames.map(({ reason }) => reason),
  };
}

describe('V1', () => {
  it('may have one more field in front of its date', () => {
    const { fixes, refused } = ask(
      text(`*HQ,${ID},V1,054048,A,2828.2297,N,07733.4332,E,010.0,047,4,080918,EEE7FBDF,4261193,0#`),
    );
    expect(fixes).toMatchObject([
      {
        time: Date.UTC(2018, 8, 8, 5, 40, 48),
        speed: 18.52,
        course: 47,
        attributes: { status: 0xeee7fbdf, ignition: false },
      },
    ]);
    expect(refused).toEqual([]);
  });

  it('without a fix may have zeros everywhere, and has its state', () => {
    const { intake, fixes } = ask(
      text(`*HQ,${ID},V1,000000,V,0.0000,0,0.0000,0,0.00,0.00,000000,ffffffff,000106,000002,000203,004c87,16#`),
    );
    expect(fixes).toMatchObject([
      {
        time: intake.time,
        hasPosition: false,
        attributes: { ignition: true, cell: '262,2,515,19591', battery_level: 16 },
      },
    ]);
  });

  it('with a fix and a date that is none is refused', () => {
    expect(ask(text(`*HQ,${ID},V1,054048,A,2828.2297,N,07733.4332,E,010.0,047,321318,EEE7FBDF#`)).refused).toHaveLength(
      1,
    );
  });
});

describe('X frames', () => {
  const cross = (identifier: string): Uint8Array => {
    const frame = encodeH02Binary(identifier, place);
    frame[0] = 0x58;
    return frame;
  };

  it("hold a report of the connection's device, whatever number stands in them", () => {
    const { fixes, refused } = ask(encodeH02Position(ID, place), cross('0000981499'), encodeH02Heartbeat(ID, 90));
    expect(fixes.map(({ identifier }) => identifier)).toEqual([ID, ID, ID]);
    expect(fixes[1]).toMatchObject({ time: place.time, course: 201, hasPosition: true });
    expect(fixes[1].latitude).toBeCloseTo(place.latitude, 5);
    expect(refused).toEqual([]);
  });

  it('name their device where nothing else does', () => {
    expect(ask(cross('0000981499')).fixes).toMatchObject([{ identifier: '0000981499' }]);
  });

  it('without a report are passed over', () => {
    const filler = Uint8Array.from({ length: 32 }, (_, index) => (index === 0 ? 0x58 : 0xff));
    expect(ask(filler, encodeH02Position(ID, place))).toMatchObject({ fixes: [{ identifier: ID }], refused: [] });
  });
});

describe('words', () => {
  it('of several lines are kept as they are', () => {
    const { intake, fixes, refused } = ask(
      text(`*HQ,${ID},SMS,VOLT:12.9V\r\nAPN:internet\r\nGSM:26\r\n#`),
      encodeH02Position(ID, place),
    );
    expect(fixes).toMatchObject([
      { attributes: { message: 'VOLT:12.9V\nAPN:internet\nGSM:26' } },
      { time: place.time },
    ]);
    expect(intake.answers).toMatchObject([
      { reference: null, accepted: null, text: 'VOLT:12.9V\nAPN:internet\nGSM:26' },
    ]);
    expect(refused).toEqual([]);
  });

  it('that lost their end hide nothing', () => {
    const { fixes, refused } = ask(text(`*HQ,${ID},SMS,VOLT:12.9V\r\n`), encodeH02Position(ID, place));
    expect(fixes).toMatchObject([{ time: place.time }]);
    expect(refused.length).toBeGreaterThan(0);
  });
});
