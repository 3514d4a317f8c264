import { describe, expect, it } from 'vitest';
import { createFix } from '../../../../src/domain/telemetry/index.ts';
import {
  bcdDigits,
  concatBytes,
  crc16Ibm,
  crc16X25,
  degreesFromMinutes,
  fromHex,
  FrameReader,
  fromText,
  i16,
  i32,
  i64,
  minutesFromDegrees,
  putAttribute,
  toHex,
  u32,
  unsigned,
  utcInstant,
  type Framing,
} from './index.ts';

const check = new TextEncoder().encode('123456789');

describe('checksums', () => {
  it('give the published check values', () => {
    expect(crc16Ibm(check, 0, check.length)).toBe(0xbb3d);
    expect(crc16X25(check, 0, check.length)).toBe(0x906e);
  });
});

describe('numbers from bytes', () => {
  it('keep their sign and size', () => {
    const bytes = fromHex('fffe80000000ffffffff0000016b40d8ea30');
    expect(i16(bytes, 0)).toBe(-2);
    expect(i32(bytes, 2)).toBe(-(2 ** 31));
    expect(u32(bytes, 6)).toBe(2 ** 32 - 1);
    expect(i64(bytes, 10)).toBe(0x16b40d8ea30);
    expect(i64(fromHex('ffffffffffffffff'), 0)).toBe(-1);
    expect(unsigned(bytes, 6, 3)).toBe(0xffffff);
  });

  it('read digits, and no digits from anything else', () => {
    expect(bcdDigits(fromHex('0123456789012345'), 0, 8)).toBe('0123456789012345');
    expect(bcdDigits(fromHex('0a'), 0, 1)).toBe('');
    expect(toHex(fromHex('00ff7f'))).toBe('00ff7f');
    expect(() => fromHex('0g')).toThrow(RangeError);
  });
});

describe('a frame reader whose connection ends', () => {
  const line: Framing = {
    maximum: 64,
    measure: (bytes, start, end) => bytes.subarray(start, end).indexOf(10) + 1,
    findWhole: () => -1,
    onFrame: () => undefined,
    onGarbage: () => undefined,
  };

  it('answers the part of a frame that waits, once, and nothing where all was whole', () => {
    const reader = new FrameReader(line);
    reader.receive(new TextEncoder().encode('whole\nha'));
    reader.receive(new TextEncoder().encode('lf'));
    expect(new TextDecoder().decode(reader.end() ?? undefined)).toBe('half');
    expect(reader.end()).toBeNull();
    const whole = new FrameReader(line);
    whole.receive(new TextEncoder().encode('whole\n'));
    expect(whole.end()).toBeNull();
  });

  it('does not take the frame that is read for a part of one', () => {
    const ends: (Uint8Array | null)[] = [];
    const reader: FrameReader = new FrameReader({ ...line, onFrame: () => void ends.push(reader.end()) });
    reader.receive(new TextEncoder().encode('one\ntwo\n'));
    expect(ends).toEqual([null]);
  });
});

describe('coordinates in minutes', () => {
  it('read the vectors and refuse what is off the globe', () => {
    expect(degreesFromMinutes('5544.6025', 'N')).toBeCloseTo(55.743375, 7);
    expect(degreesFromMinutes('03739.6834', 'E')).toBeCloseTo(37.66139, 7);
    expect(degreesFromMinutes('0756.0930', 'S')).toBeCloseTo(-7.93488333, 7);
    expect(degreesFromMinutes('9100.0', 'N')).toBeNaN();
    expect(degreesFromMinutes('18000.1', 'E')).toBeNaN();
    expect(degreesFromMinutes('5560.0', 'N')).toBeNaN();
    expect(degreesFromMinutes('5544.6025', 'X')).toBeNaN();
    expect(degreesFromMinutes('', 'N')).toBeNaN();
  });

  it('come back through the text, padded', () => {
    for (const degrees of [0, 0.0000001, 53.0853333, 59.9999999, 89.999999, 7.5]) {
      expect(degreesFromMinutes(minutesFromDegrees(degrees, 2), 'N')).toBeCloseTo(degrees, 6);
    }
    expect(minutesFromDegrees(53 + 5.12 / 60, 2)).toBe('5305.12000');
    expect(minutesFromDegrees(-7.5, 3)).toBe('00730.00000');
  });
});

describe('calendar', () => {
  it('refuses dates that do not exist', () => {
    expect(utcInstant(2011, 8, 29, 17, 46, 16)).toBe(Date.UTC(2011, 7, 29, 17, 46, 16));
    expect(utcInstant(2024, 2, 29, 0, 0, 0)).toBe(Date.UTC(2024, 1, 29));
    expect(utcInstant(2023, 2, 29, 0, 0, 0)).toBeNaN();
    expect(utcInstant(2023, 13, 1, 0, 0, 0)).toBeNaN();
    expect(utcInstant(2023, 1, 1, 24, 0, 0)).toBeNaN();
  });
});

describe('attributes that the device names', () => {
  it('take the type that the name has', () => {
    const fix = createFix();
    putAttribute(fix, 'ignition', '1');
    putAttribute(fix, 'odometer', '1234.5');
    putAttribute(fix, 'driver_key', 77);
    putAttribute(fix, 'fuel_level', 'full');
    putAttribute(fix, 'charging', 'maybe');
    putAttribute(fix, 'own', 'text');
    expect(Object.fromEntries(fix.attributes)).toEqual({
      ignition: true,
      odometer: 1234.5,
      driver_key: '77',
      own: 'text',
    });
  });

  it('are bounded in number, name and length, and hold no numbers that JSON cannot', () => {
    const fix = createFix();
    putAttribute(fix, 'with space', 1);
    putAttribute(fix, 'x'.repeat(39), 1);
    putAttribute(fix, 'nan', Number.NaN);
    putAttribute(fix, 'constructor', 1);
    expect([...fix.attributes.keys()]).toEqual(['constructor']);
    putAttribute(fix, 'long', 'y'.repeat(2000));
    expect(fix.attributes.get('long')).toHaveLength(1344);
    for (let index = 0; index < 300; index++) putAttribute(fix, `p${index}`, index);
    expect(fix.attributes.size).toBe(200);
  });

  it('hold no text that the database cannot', () => {
    const fix = createFix();
    putAttribute(fix, 'alarm', '\0sos');
    putAttribute(fix, 'driver_key', '\0');
    putAttribute(fix, 'note', 'a\ud800b');
    putAttribute(fix, 'cut', `${'y'.repeat(1343)}\u{1F69A}`);
    expect(Object.fromEntries(fix.attributes)).toEqual({
      alarm: 'sos',
      note: 'a\ufffdb',
      cut: `${'y'.repeat(1343)}\ufffd`,
    });
  });

  it('read numbers and truth from text, and leave identifiers as text', () => {
    expect(fromText('12.50')).toBe(12.5);
    expect(fromText('-3')).toBe(-3);
    expect(fromText('true')).toBe(true);
    expect(fromText('007')).toBe('007');
    expect(fromText('12345678901234567890')).toBe('12345678901234567890');
  });
});

describe('FrameReader', () => {
  /** Frames: 0xAA, length of the payload, payload. */
  function collect(maximum = 64) {
    const frames: string[] = [];
    const garbage: string[] = [];
    const reader = new FrameReader({
      maximum,
      measure: (bytes, start, end) => {
        if (bytes[start] !== 0xaa) return -1;
        if (end - start < 2) return 0;
        return end - start < 2 + bytes[start + 1] ? 0 : 2 + bytes[start + 1];
      },
      findWhole: () => -1,
      onFrame: (bytes, start, end) => frames.push(toHex(bytes, start, end)),
      onGarbage: (bytes) => garbage.push(toHex(bytes)),
    });
    return { reader, frames, garbage };
  }

  it('keeps nothing between whole frames and reports a run of garbage once', () => {
    const { reader, frames, garbage } = collect();
    reader.receive(fromHex('01020304aa0155aa00'));
    expect(frames).toEqual(['aa0155', 'aa00']);
    expect(garbage).toEqual(['01020304aa0155aa00']);
    expect(reader.pending).toBe(0);
  });

  it('does not depend on the caller keeping its chunk', () => {
    const { reader, frames } = collect();
    const chunk = fromHex('aa03112233aa02');
    reader.receive(chunk);
    chunk.fill(0);
    reader.receive(fromHex('4455'));
    expect(frames).toEqual(['aa03112233', 'aa024455']);
  });

  it('reports again when garbage goes on, and drops what is too long to be a frame', () => {
    const { reader, frames, garbage } = collect(8);
    for (let index = 0; index < 4; index++) reader.receive(fromHex('0101010101010101'));
    expect(garbage).toHaveLength(4);
    reader.receive(concatBytes(fromHex('aaff'), new Uint8Array(20)));
    expect(reader.pending).toBe(0);
    reader.receive(fromHex('aa0155'));
    expect(frames).toEqual(['aa0155']);
  });
});
