import { describe, expect, it } from 'vitest';
import { BACKFILL_PATH, HISTORY_PATH } from '../../../api/contract/index.ts';
import { HOUR, MINUTE, SECOND } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import type { UnitFix } from '../../pipeline/fleetColumns.ts';
import { createFleet } from '../../pipeline/fleetStore.ts';
import { FakeHistory, ManualTime, createLocalDecoder, createWorld, expectedAt } from '../../testing/index.ts';
import type { FetchHistory } from './historyLoader.ts';
import { createHistorySource } from './historySource.ts';

const world = createWorld(6, 2);
const trackFix = (time: number): UnitFix => ({
  longitude: 10,
  latitude: 50,
  time,
  speed: 30,
  course: 0,
  motion: MOTION.moving,
  ignition: 2,
  late: false,
  idleSince: 0,
});

describe('the history source', () => {
  it('asks for hours of a small fleet and quarters of a large one', async () => {
    const lengths: number[] = [];
    for (const units of [10, 2_001]) {
      const fixes = Array.from({ length: units }, (_, index) => ({ ...world.fixes[0], unitId: index + 1 }));
      const history = new FakeHistory(fixes);
      const time = new ManualTime(world.to);
      const source = createHistorySource({
        fetchHistory: history.fetch,
        decoder: createLocalDecoder(),
        timeSource: time,
        timers: time,
      });
      await source.backfill(world.from + HOUR, createFleet());
      const call = history.calls.find(({ path }) => path === HISTORY_PATH);
      lengths.push(((call?.to ?? 0) - (call?.from ?? 0)) / MINUTE);
      source.close();
    }
    expect(lengths).toEqual([60, 15]);
  });

  it('shows last known positions at once and the way when it is there', async () => {
    const history = new FakeHistory(world.fixes);
    const time = new ManualTime(world.to);
    const source = createHistorySource({
      fetchHistory: history.fetch,
      decoder: createLocalDecoder(),
      timeSource: time,
      timers: time,
    });
    const fleet = createFleet();
    const instant = world.from + HOUR + 3 * SECOND;
    await source.backfill(instant, fleet);
    for (const unitId of world.unitIds)
      expect(fleet.times[fleet.slotOf(unitId)]).toBe(expectedAt(world, unitId, instant)?.time);
    await new Promise<void>((resolve) => {
      source.news$.subscribe(() => resolve());
    });
    source.advance(instant, 0, fleet);
    const out = new Float64Array(2);
    fleet.drawnAt(fleet.slotOf(1), instant, out);
    expect(out[1]).toBeCloseTo(expectedAt(world, 1, instant)?.latitude ?? Number.NaN, 5);
    source.close();
  });

  describe('of a large fleet', () => {
    const instant = world.from + HOUR + 7 * SECOND;
    const quarter = world.from + HOUR;

    function arrive({
      onCall = () => undefined,
      now = world.to,
    }: { onCall?: (path: string) => void; now?: number } = {}) {
      const history = new FakeHistory(world.fixes);
      const time = new ManualTime(now);
      const fetchHistory: FetchHistory = (path, data, signal) => {
        onCall(path);
        return history.fetch(path, data, signal);
      };
      const source = createHistorySource({
        fetchHistory,
        decoder: createLocalDecoder(),
        timeSource: time,
        timers: time,
      });
      const fleet = createFleet();
      for (let unitId = 1; unitId <= 2_001; unitId++) fleet.ensure(unitId);
      const shown = (): (number | undefined)[] => world.unitIds.map((unitId) => fleet.times[fleet.slotOf(unitId)]);
      return { history, time, source, fleet, shown };
    }
    const known = world.unitIds.map((unitId) => expectedAt(world, unitId, instant)?.time ?? 0);

    it('shows all units on their way at once, and asks for last fixes of the silent ones alone', async () => {
      const { history, source, fleet, shown } = arrive();
      await source.backfill(instant, fleet);
      expect(shown()).toEqual(known);
      const silent = known.filter((time) => time < quarter).length;
      expect(silent).toBeGreaterThan(0);
      expect(silent).toBeLessThan(known.length);
      expect(history.calls.slice(0, 2)).toMatchObject([
        { path: HISTORY_PATH, from: quarter, to: quarter + 15 * MINUTE },
        { path: BACKFILL_PATH, from: instant, silentSince: quarter },
      ]);
      const out = new Float64Array(2);
      for (const unitId of [1, 3, 5]) {
        fleet.drawnAt(fleet.slotOf(unitId), instant, out);
        expect(out[1]).toBeCloseTo(expectedAt(world, unitId, instant)?.latitude ?? Number.NaN, 5);
      }
      source.close();
    });

    it('shows last fixes of all when their way cannot be had', async () => {
      const { history, source, fleet, shown } = arrive();
      history.refusal = { status: 500, code: ERROR.exception, message: 'No.', path: HISTORY_PATH };
      await source.backfill(instant, fleet);
      expect(shown()).toEqual(known);
      source.close();
    });

    it('waits for no way into what is yet to come', async () => {
      const { source, fleet, shown } = arrive({ now: quarter - 1 });
      await source.backfill(instant, fleet);
      expect(shown()).toEqual(known);
      source.close();
    });

    it('stops waiting when the hand goes elsewhere', async () => {
      const elsewhere = new AbortController();
      const { source, fleet, shown } = arrive({
        onCall: (path) => path === HISTORY_PATH && elsewhere.abort(new Error('elsewhere')),
      });
      await expect(source.backfill(instant, fleet, elsewhere.signal)).rejects.toThrow('elsewhere');
      expect(shown()).toEqual(world.unitIds.map(() => 0));
      source.close();
    });
  });

  it('leaves the picture that is there until history can be had', async () => {
    const history = new FakeHistory(world.fixes);
    const time = new ManualTime(world.to);
    const source = createHistorySource({
      fetchHistory: history.fetch,
      decoder: createLocalDecoder(),
      timeSource: time,
      timers: time,
    });
    const settle = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
    const presences: string[] = [];
    source.presence$.subscribe(({ state }) => presences.push(state));
    const fleet = createFleet({ epoch: world.to });
    const slot = fleet.ensure(99);
    fleet.report(slot, trackFix(world.to), world.to, 0);
    history.refusal = { status: 503, code: ERROR.unavailable, message: 'Away.' };
    await expect(source.backfill(world.from, fleet)).rejects.toThrow(ERROR.unavailable);
    for (let seconds = 0; seconds < 2; seconds++) {
      source.advance(world.from, 0, fleet);
      await settle();
      time.pass(SECOND);
      await settle();
    }
    expect(fleet.times[slot]).toBe(world.to);
    expect(presences.at(-1)).toBe('failed');
    history.refusal = null;
    source.retry();
    await settle();
    await settle();
    source.advance(world.from, 0, fleet);
    expect(presences.at(-1)).toBe('replaying');
    expect(fleet.times[slot]).toBe(0);
    expect(world.unitIds.some((unitId) => fleet.times[fleet.slotOf(unitId)] > 0)).toBe(true);
    source.close();
  });

  it('names what failed where nothing can be shown', async () => {
    const history = new FakeHistory(world.fixes);
    history.refusal = { status: 200, code: ERROR.accessRight, message: 'Not allowed.' };
    const time = new ManualTime(world.to);
    const source = createHistorySource({
      fetchHistory: history.fetch,
      decoder: createLocalDecoder(),
      timeSource: time,
      timers: time,
    });
    await expect(source.backfill(world.from, createFleet())).rejects.toThrow(ERROR.accessRight);
    source.close();
  });
});
