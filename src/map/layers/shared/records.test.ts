import type { Device } from '@luma.gl/core';
import { describe, expect, it, vi } from 'vitest';
import { RecordBuffer } from './recordBuffer.ts';
import { Records } from './records.ts';

function replace(records: Records, words: readonly number[]): void {
  records.prepare(words.length / records.size).set(words);
  records.replace(words.length / records.size);
}

describe('the records of a layer', () => {
  it('ask for a picture when they are others, and only then', () => {
    const changed = vi.fn();
    const records = new Records({ size: 2, room: 1, changed });
    replace(records, []);
    expect([changed.mock.calls.length, records.version]).toEqual([0, 0]);
    replace(records, [1, 2, 3, 4]);
    replace(records, [1, 2, 3, 4]);
    expect([changed.mock.calls.length, records.version, records.count]).toEqual([1, 1, 2]);
    expect([...records.words]).toEqual([1, 2, 3, 4]);
    replace(records, [1, 2, 3, 5]);
    expect(changed).toHaveBeenCalledTimes(2);
    replace(records, [1, 2]);
    expect([changed.mock.calls.length, ...records.words]).toEqual([3, 1, 2]);
    replace(records, []);
    expect([changed.mock.calls.length, records.count]).toEqual([4, 0]);
  });

  it('stay as they are while the next are written', () => {
    const records = new Records({ size: 1, room: 4, changed: () => undefined });
    replace(records, [1, 2]);
    records.prepare(2).set([8, 9]);
    expect([...records.words]).toEqual([1, 2]);
  });
});

describe('the buffer of a layer', () => {
  it('holds the records: sent once, again where that went wrong, and all of them to a new one', () => {
    const writes: number[][] = [];
    let fails = false;
    const device = {
      createBuffer: () => ({
        write(words: Float32Array) {
          if (fails) throw new Error('The buffer could not be written.');
          writes.push([...words]);
        },
        destroy() {},
      }),
    } as unknown as Device;
    const records = new Records({ size: 1, room: 4, changed: () => undefined });
    const buffer = new RecordBuffer(device, 'records', 4, 1);
    replace(records, [1, 2]);
    buffer.update(records);
    buffer.update(records);
    expect(writes).toEqual([[1, 2]]);
    replace(records, [3]);
    fails = true;
    expect(() => buffer.update(records)).toThrow('could not be written');
    fails = false;
    buffer.update(records);
    expect(writes.slice(1)).toEqual([[3]]);
    new RecordBuffer(device, 'records', 4, 1).update(records);
    expect(writes.slice(2)).toEqual([[3]]);
  });
});
