import { BehaviorSubject, NEVER, Subject } from 'rxjs';
import type { Instant } from '../../../domain/base/index.ts';
import { MOTION } from '../../../domain/telemetry/index.ts';
import { createClock } from '../../clock/clock.ts';
import { ManualTime } from '../../testing/manualTime.ts';
import type { Presence, TelemetrySource } from '../../types.ts';
import type { UnitFix, WritableFleet } from '../fleetColumns.ts';
import { createFleet } from '../fleetStore.ts';
import { createPipeline } from '../pipeline.ts';

export const NOW = Date.UTC(2026, 0, 1);

export const fix = (changes: Partial<UnitFix> = {}): UnitFix => ({
  longitude: 10,
  latitude: 50,
  time: NOW,
  speed: 30,
  course: 0,
  motion: MOTION.moving,
  ignition: 2,
  late: false,
  idleSince: 0,
  ...changes,
});

/** A source that does what it is asked and remembers what it was asked. */
export class ScriptedSource implements TelemetrySource {
  readonly capabilities = { seek: true, follow: false, events: false };
  readonly presence$: BehaviorSubject<Presence>;
  readonly span$ = NEVER;
  readonly news$ = new Subject<void>();
  readonly calls: string[] = [];
  onAdvance: (fleet: WritableFleet, instant: Instant) => void = () => {};
  /** False: it has not got what it needs. */
  isThere = true;
  finishBackfill: (error?: Error) => void = () => {};
  readonly #name: string;

  constructor(name: string, presence: Presence) {
    this.#name = name;
    this.presence$ = new BehaviorSubject(presence);
  }

  backfill(instant: Instant, _fleet: WritableFleet, signal?: AbortSignal): Promise<void> {
    this.calls.push(`backfill ${instant - NOW}`);
    return new Promise((resolve, reject) => {
      this.finishBackfill = (error) => (error === undefined ? resolve() : reject(error));
      signal?.addEventListener('abort', () => {
        this.calls.push('aborted');
        reject(signal.reason as Error);
      });
    });
  }

  advance(instant: Instant, rate: number, fleet: WritableFleet): boolean {
    this.calls.push(`${this.#name} ${instant - NOW} ${rate}`);
    this.onAdvance(fleet, instant);
    return this.isThere;
  }

  close(): void {}
}

/** A pipeline whose frames, time and sources a test drives. */
export function rig() {
  const time = new ManualTime(NOW);
  const clock = createClock({ timeSource: time });
  let pending: (() => void) | null = null;
  let cancelled = 0;
  const pipeline = createPipeline({
    clock,
    timers: time,
    requestFrame: (run) => {
      pending = run;
      return 1;
    },
    cancelFrame: () => {
      pending = null;
      cancelled++;
    },
    fleet: createFleet({ epoch: NOW }),
  });
  /** Lets the browser draw; false when no frame was asked for. */
  const draw = (milliseconds = 16): boolean => {
    time.pass(milliseconds);
    const run = pending;
    pending = null;
    run?.();
    return run !== null;
  };
  const drawUntilRest = (): number => {
    let frames = 0;
    while (frames < 1_000 && draw()) frames++;
    return frames;
  };
  const settle = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));
  return { time, clock, pipeline, draw, drawUntilRest, settle, cancelled: () => cancelled };
}

export const live = (): ScriptedSource => new ScriptedSource('live', { state: 'live' });
export const history = (): ScriptedSource => new ScriptedSource('history', { state: 'replaying', loading: false });

/** The same with a live source whose backfill is done. */
export async function liveRig() {
  const r = rig();
  const source = live();
  r.pipeline.setSources({ live: source });
  source.finishBackfill();
  await r.settle();
  return { ...r, source };
}
