import { act, fireEvent, screen } from '@testing-library/react';
import { describe, expect, it, vi } from 'vitest';
import { HOUR, MINUTE, toIso } from '../../../domain/base/index.ts';
import type { DrivenTrip, Stop, UnitEvent } from '../../../domain/unitEvent/index.ts';
import { lanesOf, nextOf } from './lanes.ts';
import { NOW, at, paused, show, withTimeline } from './testing/timelineWorld.tsx';

withTimeline();

const trip = (unitId: number, start: number, end: number, open = false): DrivenTrip => ({
  trip_id: start as DrivenTrip['trip_id'],
  unit_id: unitId as DrivenTrip['unit_id'],
  start: toIso(start),
  end: toIso(end),
  start_position: null,
  end_position: null,
  distance: 1_000,
  duration: (end - start) / 1_000,
  max_speed: null,
  average_speed: 10,
  stops: [],
  idle: 0,
  driver_key: '',
  drivers: [],
  start_reason: { code: 'moved', values: {} },
  reason: 'parking',
  end_reason: null,
  open,
});
const stop = (unitId: number, kind: Stop['kind'], start: number, end: number | null): Stop => ({
  unit_id: unitId as Stop['unit_id'],
  kind,
  start: toIso(start),
  end: end === null ? null : toIso(end),
  position: null,
});
const event = (unitId: number, kind: UnitEvent['kind'], time: number): UnitEvent => ({
  unit_id: unitId as UnitEvent['unit_id'],
  kind,
  time: toIso(time),
  position: null,
  driver: '',
  detail: '',
  values: {},
});

const TRIPS = [trip(1, NOW - 3 * HOUR, NOW - 2 * HOUR), trip(1, NOW - 20 * MINUTE, NOW - MINUTE, true)];
const STOPS = [
  stop(1, 'parking', NOW - 2 * HOUR, NOW - HOUR),
  stop(1, 'no_data', NOW - HOUR, NOW - 20 * MINUTE),
  stop(2, 'parking', NOW - 2.5 * HOUR, null),
];
const EVENTS = [
  event(1, 'alarm', NOW - 2.2 * HOUR),
  event(1, 'command', NOW - 1.5 * HOUR),
  event(1, 'tripStarted', NOW - 3 * HOUR),
];
const UNITS = [
  { unitId: 1, name: 'Truck 1' },
  { unitId: 2, name: 'Truck 2' },
];

describe('lanes', () => {
  const lanes = lanesOf(UNITS, { trips: TRIPS, stops: STOPS, events: EVENTS }, NOW);

  it('hold the trips, stops and gaps of a unit in the order of time, and what these do not cover', () => {
    expect(lanes[0].spans.map(({ kind }) => kind)).toEqual(['trip', 'stop', 'gap', 'trip']);
    expect(lanes[0].spans[3].to).toBe(NOW);
    expect(lanes[0].marks.map(({ kind }) => kind)).toEqual(['alarm', 'event']);
    expect(lanes[1].spans).toEqual([{ kind: 'stop', from: NOW - 2.5 * HOUR, to: NOW }]);
  });

  it('lead from one thing to the next, either way, over all units', () => {
    const walked: number[] = [];
    for (let at: number | null = NOW - 4 * HOUR; (at = nextOf(lanes, at, 1)) !== null;) walked.push((NOW - at) / HOUR);
    expect(walked.map((hours) => Number(hours.toFixed(2)))).toEqual([3, 2.5, 2.2, 2, 1.5, 1, 0.33]);
    expect(nextOf(lanes, NOW - 3 * HOUR, -1)).toBeNull();
    expect(nextOf(lanes, NOW - 2.5 * HOUR, -1)).toBe(NOW - 3 * HOUR);
  });
});

describe('the ruler with units selected', () => {
  const answers = {
    getTrips: () => ({ trips: TRIPS, truncated: false }),
    getStops: () => ({ stops: STOPS, truncated: false }),
    getEvents: () => ({ events: EVENTS, truncated: false }),
  };

  it('draws a lane each, and says in words what lies on it', async () => {
    await show({ playback: paused, laneUnits: UNITS }, NOW - HOUR, 'en', answers);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    const lane = screen.getByRole('img', { name: 'Truck 1: 2 trips, 1 stop, 1 gap, 1 event, 1 alarm' });
    expect(lane.querySelectorAll('[data-kind="trip"]')).toHaveLength(2);
    expect(lane.querySelectorAll('[data-kind="alarm"]')).toHaveLength(1);
    expect(screen.getByRole('img', { name: 'Truck 2: 1 stop' })).toBeTruthy();
  });

  it('goes to the next thing by n and to the one before by p', async () => {
    const { sent, timeline } = await show({ playback: paused, laneUnits: UNITS }, NOW - 1.8 * HOUR, 'en', answers);
    await act(() => vi.advanceTimersByTimeAsync(1_000));
    fireEvent.keyDown(document.body, { key: 'n' });
    expect(sent).toEqual([{ type: 'playback.pause' }, { type: 'playback.seek', instant: NOW - 1.5 * HOUR }]);
    act(() => timeline.set(at(NOW - 1.5 * HOUR)));
    fireEvent.keyDown(document.body, { key: 'p' });
    expect(sent.at(-1)).toEqual({ type: 'playback.seek', instant: NOW - 2 * HOUR });
  });
});
