import { describe, expect, it } from 'vitest';
import { TrackReader, TrackWriter } from './trackBytes.ts';
import { GROUP_ROWS, padPacked, passPadding, readPacked, writePacked } from './trackPacked.ts';

const LEAST = -0x80000000;
const MOST = 0x7fffffff;

function pack(values: readonly number[]): Uint8Array {
  const writer = new TrackWriter();
  writePacked(writer, Int32Array.from(values));
  padPacked(writer);
  return writer.bytes.slice(0, writer.length);
}

function unpack(bytes: Uint8Array, count: number, rows = count): number[] {
  const reader = new TrackReader(bytes);
  const into = new Int32Array(rows + 2).fill(-7);
  readPacked(reader, count, rows, into, 1, 'column');
  passPadding(reader);
  expect(reader.at).toBe(bytes.length);
  // Neighbours of the wanted rows are not touched.
  expect([into[0], into[rows + 1]]).toEqual([-7, -7]);
  return [...into.subarray(1, rows + 1)];
}

/** Repeatable whole numbers of up to so many bits, of either sign. */
function numbers(seed: number, count: number, bits: number): number[] {
  let state = seed;
  return Array.from({ length: count }, () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) | 0;
    return state >> (32 - bits);
  });
}

describe('a packed column', () => {
  it('comes back exactly, for differences of every width', () => {
    for (let bits = 1; bits <= 32; bits++) {
      for (const count of [0, 1, 2, GROUP_ROWS, GROUP_ROWS + 1, GROUP_ROWS + 2, 3 * GROUP_ROWS + 5]) {
        const values = numbers(bits * 31 + count, count, bits);
        expect(unpack(pack(values), count)).toEqual(values);
        const sums = values.map((_, row) => values.slice(0, row + 1).reduce((sum, value) => (sum + value) | 0, 0));
        expect(unpack(pack(sums), count)).toEqual(sums);
      }
    }
  });

  it('comes back exactly at the ends of what a whole number holds', () => {
    const ends = [LEAST, MOST, LEAST, LEAST, 0, MOST, -1, MOST, LEAST + 1, 0, 0, 1];
    expect(unpack(pack(ends), ends.length)).toEqual(ends);
    const far = [0, 2_000_000_000, -2_000_000_000, 2_000_000_000];
    expect(unpack(pack(far), far.length)).toEqual(far);
    const steep = [LEAST, LEAST + 0x7ffffffe, MOST - 1, LEAST];
    expect(unpack(pack(steep), steep.length)).toEqual(steep);
  });

  it('gives its first rows alone', () => {
    const values = numbers(5, 200, 9);
    for (const rows of [0, 1, 2, GROUP_ROWS, GROUP_ROWS + 1, 150])
      expect(unpack(pack(values), 200, rows)).toEqual(values.slice(0, rows));
    const parked = Array.from({ length: 200 }, (_, row) => (row < 10 ? row : 10));
    for (const rows of [5, 40, 199]) expect(unpack(pack(parked), 200, rows)).toEqual(parked.slice(0, rows));
  });

  it('takes next to nothing while nothing changes, or changes evenly', () => {
    const rows = 3_200;
    expect(pack(Array.from({ length: rows }, () => 123_456)).length).toBeLessThan(10);
    expect(pack(Array.from({ length: rows }, (_, row) => row * 10_000)).length).toBeLessThan(rows / GROUP_ROWS + 20);
  });

  it('does not pay for decimals that a tracker does not send', () => {
    const whole = numbers(9, 640, 5);
    const tens = whole.map((value) => value * 10);
    expect(pack(tens).length).toBe(pack(whole).length);
  });

  it('lets one jump cost its own group only', () => {
    const calm = numbers(3, 640, 4);
    const jumping = calm.map((value, row) => (row === 300 ? value + 1_000_000 : value));
    expect(pack(jumping).length - pack(calm).length).toBeLessThan(GROUP_ROWS * 3);
  });

  it('refuses widths that there are not, and bytes that end too early', () => {
    const bytes = pack(numbers(1, 100, 8));
    for (const head of [33, 63, 0x40 | 33, 0x80, 0xff]) {
      const damaged = bytes.slice();
      damaged[5] = head;
      expect(() => unpack(damaged, 100)).toThrow(RangeError);
    }
    for (let length = 0; length < bytes.length; length++)
      expect(() => unpack(bytes.subarray(0, length), 100)).toThrow(RangeError);
  });
});
