import { describe, expect, it } from 'vitest';
import { HOUR, MINUTE, SECOND } from '../../../../src/domain/base/index.ts';
import { chance } from '../../../../src/domain/base/testing/index.ts';
import {
  decodeTrackTimes,
  EMPTY_BOX,
  encodeTrack,
  readTrackHeader,
  TrackBuilder,
} from '../../../../src/domain/telemetry/index.ts';
import { RecentBlocks } from './recentBlocks.ts';
import { SPAN, type NewBlock } from './trackBlocks.ts';

const START = Date.UTC(2026, 2, 2, 7, 30);
/** Units are 100 and on, by their index. */
const indexOf = (unitId: number): number => unitId - 100;

function blockOf(unitId: number, times: readonly number[]): NewBlock {
  const builder = new TrackBuilder();
  builder.reset(unitId);
  for (const time of times) builder.add(time, 0, time % 1_000_000, 0, 0, 0, 0, 3, 2, 0);
  const track = builder.finish();
  return {
    unitId,
    span: SPAN.hour,
    from: track.times[0],
    to: track.times[track.count - 1],
    count: track.count,
    bytes: encodeTrack(track),
    box: EMPTY_BOX,
  };
}

const timesOf = (blocks: readonly Uint8Array[]): number[] => blocks.flatMap((block) => [...decodeTrackTimes(block)]);

describe('blocks that were written last', () => {
  it('are all known where the unit is said to be known, whatever had to make room', () => {
    const random = chance(11);
    const recent = new RecentBlocks([START, START - HOUR], 4_000);
    const stored = new Map<number, NewBlock[]>();
    let answered = 0;
    let forgotten = 0;
    for (let round = 0; round < 60; round++) {
      const now = START + (round + 1) * 15 * MINUTE;
      const units = [100, 101, 102, 103].filter(() => random() < 0.8);
      const blocks = units.flatMap((unitId) =>
        Array.from({ length: 1 + Math.floor(random() * 2) }, () => {
          const lateness = random() < 0.8 ? 0 : random() * 10 * HOUR;
          const first = Math.round((now - 15 * MINUTE - lateness) / SECOND) * SECOND;
          return blockOf(
            unitId,
            Array.from({ length: 1 + Math.floor(random() * 20) }, (_, row) => first + row * 30 * SECOND),
          );
        }),
      );
      // Earlier blocks of the first two units lie at or before what they begin with; these are not reported.
      const news = blocks.filter(
        ({ unitId, from }) => from > [START, START - HOUR][indexOf(unitId)] || indexOf(unitId) > 1,
      );
      for (const block of news) stored.set(block.unitId, [...(stored.get(block.unitId) ?? []), block]);
      recent.add(news, indexOf, now);
      for (const unitId of [100, 101, 102, 103]) {
        const index = indexOf(unitId);
        const from = Math.round(now - random() * 4 * HOUR);
        const to = Math.round(from + random() * HOUR);
        const all = stored.get(unitId) ?? [];
        const touching = all.filter((block) => block.from < to && block.to >= from);
        const got = recent.touching(index, from, to);
        if (from <= recent.knownFrom(index)) expect(got).toBeNull();
        else {
          answered += touching.length;
          expect(timesOf(got ?? []).sort()).toEqual(
            touching.flatMap(({ bytes }) => [...decodeTrackTimes(bytes)]).sort(),
          );
          const starts = (got ?? []).map((block) => readTrackHeader(block).from);
          expect(starts).toEqual(starts.toSorted((a, b) => a - b));
        }
        forgotten += recent.knownFrom(index) > START ? 1 : 0;
        const times = all.flatMap(({ bytes }) => [...decodeTrackTimes(bytes)]);
        const last = Math.max(...times.filter((time) => time <= to));
        const row = recent.lastRow(index, to)?.times[0] ?? Number.NEGATIVE_INFINITY;
        expect(row).toBeLessThanOrEqual(last);
        if (row > recent.knownFrom(index) || last > recent.knownFrom(index)) expect(row).toBe(last);
        if (recent.reportsOf(index, from, to)) expect(times.some((time) => time >= from && time <= to)).toBe(true);
        else if (from > recent.knownFrom(index)) expect(times.some((time) => time >= from && time <= to)).toBe(false);
      }
    }
    expect(answered).toBeGreaterThan(20);
    expect(forgotten).toBeGreaterThan(20);
  });

  it('give way after some hours, and what is older when it comes is not kept', () => {
    const recent = new RecentBlocks([]);
    recent.add([blockOf(100, [START, START + MINUTE])], indexOf, START + 2 * MINUTE);
    recent.add([blockOf(101, [START - 30 * HOUR]), blockOf(101, [START + HOUR])], indexOf, START + HOUR);
    expect(recent.knownFrom(1)).toBe(START - 30 * HOUR);
    expect(timesOf(recent.touching(1, START, START + 2 * HOUR) ?? [])).toEqual([START + HOUR]);
    expect(timesOf(recent.touching(0, START + MINUTE, START + HOUR) ?? [])).toEqual([START, START + MINUTE]);
    recent.add([blockOf(101, [START + 6 * HOUR + 2 * MINUTE])], indexOf, START + 6 * HOUR + 2 * MINUTE);
    expect(recent.touching(0, START + MINUTE, START + HOUR)).toBeNull();
    expect(recent.touching(0, START + 2 * MINUTE, START + HOUR)).toEqual([]);
    expect(recent.reportsOf(1, START + HOUR, START + HOUR)).toBe(true);
  });

  it('are not known of a unit that never reported', () => {
    expect(new RecentBlocks([]).touching(-1, START, START + HOUR)).toBeNull();
  });
});
