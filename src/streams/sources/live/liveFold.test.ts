import { describe, expect, it } from 'vitest';
import {
  FrameBuilder,
  IGNITION,
  markReplaced,
  MOTION,
  packState,
  readFrame,
  withIdleTime,
} from '../../../domain/telemetry/index.ts';
import { LiveFold } from './liveFold.ts';

const NOW = Date.UTC(2026, 2, 1, 8);
const moving = packState(36, 0, MOTION.moving, 0, false);
const refused = packState(0, 0, MOTION.noFix, 0, false);

/** A picture of unit 7 at 51° north, and frames that follow it. */
function open(seen = NOW - 1_000) {
  const fold = new LiveFold(NOW);
  const builder = new FrameBuilder();
  let sequence = 0;
  const receive = (kind: 'changes' | 'snapshot', latitude: number, time: number, state: number): void => {
    builder.add(7, 130_000_000, latitude * 10_000_000, time, state);
    fold.fold(readFrame(builder.take(kind, kind === 'snapshot', NOW, ++sequence)), NOW);
  };
  fold.begin({ epoch: 'e', sequence: 0, resumed: false, serverTime: NOW });
  receive('snapshot', 51, seen, moving);
  return {
    fold,
    receive,
    latitude: () => fold.fleet.latitudes[fold.fleet.slotOf(7)],
    time: () => fold.fleet.times[fold.fleet.slotOf(7)],
  };
}

describe('fixes that are refused', () => {
  it('count as reports and move nothing', () => {
    const { receive, latitude, time } = open();
    receive('changes', 60, NOW, refused);
    expect([latitude(), time()]).toEqual([51, NOW]);
  });

  it('are replaced by another filter result of the same report, wherever that puts the unit', () => {
    const { receive, latitude } = open();
    receive('changes', 50, NOW - 1_000, moving);
    expect(latitude()).toBe(51);
    receive('changes', 50, NOW - 1_000, markReplaced(moving));
    expect(latitude()).toBe(50);
    receive('changes', 51, NOW - 1_000, markReplaced(refused));
    expect(latitude()).toBe(51);
  });

  it('stand in a whole new picture where the unit stood', () => {
    const { fold, receive, latitude } = open();
    fold.begin({ epoch: 'other', sequence: 0, resumed: false, serverTime: NOW });
    receive('snapshot', 49, NOW, refused);
    expect(latitude()).toBe(49);
  });
});

describe('a unit that idles', () => {
  const MINUTE = 60_000;
  const SINCE = NOW - 40 * MINUTE;
  const idling = (since: number, time: number): number =>
    withIdleTime(packState(0, 0, MOTION.idling, IGNITION.on, false), since, time);
  const since = (fold: LiveFold): number => fold.fleet.idleSince[fold.fleet.slotOf(7)];

  it('has done so since when the server says, to the second where it was seen to begin', () => {
    const { fold, receive } = open(SINCE - MINUTE);
    receive('changes', 51, SINCE, idling(SINCE, SINCE));
    receive('changes', 51, NOW - 90_000, idling(SINCE, NOW - 90_000));
    expect(since(fold)).toBe(SINCE);
    receive('changes', 51, NOW, moving);
    expect(since(fold)).toBe(0);
  });

  it('is known after a reload, from the kept picture and from a new one', () => {
    const { fold, receive } = open();
    receive('changes', 51, NOW, idling(SINCE, NOW));
    const kept = fold.save(NOW);
    if (kept === null) throw new Error('There is a whole picture');
    const restored = new LiveFold(NOW);
    restored.restore(kept, NOW);
    expect([since(fold), since(restored)]).toEqual([SINCE, SINCE]);
  });
});
