import { describe, expect, it } from 'vitest';
import { DAY, HOUR } from '../../../src/domain/base/index.ts';
import { createPoint } from '../../../src/domain/detection/index.ts';
import { trackOf } from '../../../src/domain/detection/testing/index.ts';
import { encodeTrack, trackPart } from '../../../src/domain/telemetry/index.ts';
import { stretchesOf } from './recorded.ts';

const START = Date.UTC(2026, 4, 1, 6);
const blockOf = (...times: readonly number[]): Uint8Array =>
  trackPart(
    encodeTrack(trackOf(times.map((time) => ({ ...createPoint(), time, hasPosition: true, valid: true })))),
    'core',
  );

describe('stretches of the past', () => {
  it('are a day long at most, however long what is not yet sealed has grown', () => {
    const hours = Array.from({ length: 4 * 24 }, (_, hour) => START + hour * HOUR);
    const stretches = stretchesOf(blockOf(...hours));
    expect(stretches.map(({ from }) => from)).toEqual([0, 1, 2, 3].map((day) => START + day * DAY));
    expect(stretches.map(({ from, to }) => to - from)).toEqual([0, 1, 2, 3].map(() => 23 * HOUR + 1));
  });

  it('leave out the days on which nothing was reported', () => {
    expect(stretchesOf(blockOf(START, START + HOUR, START + 5 * DAY))).toEqual([
      { from: START, to: START + HOUR + 1 },
      { from: START + 5 * DAY, to: START + 5 * DAY + 1 },
    ]);
    expect(stretchesOf(blockOf(START))).toEqual([{ from: START, to: START + 1 }]);
  });
});
