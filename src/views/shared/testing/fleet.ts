import { ERROR } from '../../../domain/errors/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { createFleet, EMPTY_SUMMARY } from '../../../streams/pipeline/index.ts';
import type { FleetServices, UnitsState } from '../services/fleet.ts';
import type { ReadableStore } from '../services/store.ts';
import { refusal, WORLD_NOW } from './services.ts';

/** A store whose value stays. */
export const still = <Value>(value: Value): ReadableStore<Value> => ({
  subscribe: () => () => undefined,
  getSnapshot: () => value,
});

/** A store whose value a test changes. */
export function changing<Value>(first: Value): ReadableStore<Value> & { set(value: Value): void } {
  const listeners = new Set<() => void>();
  let current = first;
  return {
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    getSnapshot: () => current,
    set(value) {
      current = value;
      for (const listener of listeners) listener();
    },
  };
}

/** The units of an account that were read. */
export const unitsState = (units: readonly UnitSummary[]): UnitsState => ({
  units,
  byId: new Map(units.map((unit) => [unit.unit_id, unit])),
  loading: false,
  problem: null,
});

/** A fleet's `watch` that keeps what is watched, newest last. */
export function keepWatched(watched: (readonly number[])[]): FleetServices['watch'] {
  return (unitIds) => {
    watched.push(unitIds);
    return () => undefined;
  };
}

/**
 * The services of the unit views over an account without units, at {@link WORLD_NOW}; what needs the server finds it
 * away.
 */
export function fakeFleet(parts: Partial<FleetServices> = {}): FleetServices {
  const away = async () => ({ ok: false as const, ...refusal(ERROR.network, 'The server cannot be reached.') });
  const nothing = (): void => undefined;
  return {
    fleet: createFleet({ epoch: WORLD_NOW }),
    onFrame: () => nothing,
    units: still(unitsState([])),
    summary: still(EMPTY_SUMMARY),
    presence: still({ state: 'live' }),
    timeline: still({ mode: 'live', instant: WORLD_NOW, rate: 1 }),
    pictured: () => parts.timeline?.getSnapshot().instant ?? WORLD_NOW,
    span: still({ from: WORLD_NOW, to: WORLD_NOW }),
    details: still(new Map()),
    watch: () => nothing,
    viewAlarm: () => nothing,
    alarmViewers: still(new Map()),
    samplePast: () => false,
    track: away,
    reports: away,
    exportHistory: away,
    openVisits: away,
    otherTime: () => {
      throw new Error('no other time was expected');
    },
    openBacktest: () => ({ run: async () => ({ ok: true, value: [] }), close: nothing }),
    showOnly: nothing,
    dimOthers: nothing,
    openFile: nothing,
    playback: still({
      state: 'live',
      speed: 1,
      direction: 1,
      loop: null,
      fileName: null,
      fileProblem: null,
      fileLeftOut: [],
    }),
    shownFile: still(null),
    sendPlayback: nothing,
    mapServices: still(null),
    reconnect: nothing,
    unclaimedDevices: away,
    claim: away,
    renameUnit: away,
    now: () => WORLD_NOW,
    ...parts,
  };
}
