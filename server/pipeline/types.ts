import type { AccountId, Instant, TimeSource } from '../../src/domain/base/index.ts';
import type { Trip } from '../../src/domain/detection/index.ts';
import type { Database, Foreground, PositionStore } from '../store/index.ts';
import type { DetectionLedger } from './facts.ts';
import type { RuleBookOptions } from './ruleBook.ts';
import type { ZoneBookOptions } from './zoneBook.ts';

export interface DetectionOptions {
  readonly database: Database;
  readonly positions: Pick<
    PositionStore,
    'compactedTo' | 'earliest' | 'latest' | 'onCommitted' | 'readCommitted' | 'readTracks' | 'sequence'
  >;
  readonly directory: DetectionLedger & ZoneBookOptions['directory'];
  readonly time: TimeSource;
  /**
   * Milliseconds of what it costs to go through a past, by which it is not gone through too often; left out: those that
   * the thread was at work.
   */
  readonly stopwatch?: () => number;
  readonly logger: DetectionLogger;
  readonly roads?: RuleBookOptions['roads'];
  /** Work that goes before what is done in the background; left out = nobody. */
  readonly foreground?: Foreground;
}

interface DetectionLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Detection behind the acknowledgement: it hears of what was committed, and looks at it when it is asked to. */
export interface Detection {
  /** Looks at every unit that reported, and at those whose instant has come. */
  run(): Promise<void>;
  /** Goes through what was stored before the start and not looked at; units that reported last come first. */
  sweep(): Promise<void>;
  /**
   * Looks at units that were not looked at since the start, before all others; more than a few are left to their turn.
   */
  catchUp(unitIds: readonly number[]): Promise<void>;
  /** Applies the settings as they are now to the unit's past from the instant on; answers how much changed. */
  recompute(unitId: number, from: Instant): Promise<{ trips: number; fuelEvents: number }>;
  /** Follows the search for visits in the past of an account's new and changed geofences, until it is over. */
  followPast(accountId: AccountId, follower: PastFollower): Promise<PastFollowed>;
  /** The trip that the unit is on, as it is; null when it is on none, or nothing is known of it yet. */
  tripOf(unitId: number): Trip | null;
  /** Hears of nothing more and ends what is begun; the next start goes on from what is stored. */
  close(): Promise<void>;
}

/** Who waits for the visits of the past: notified of every step, and rejected where `report` rejects. */
export interface PastFollower {
  readonly signal: AbortSignal;
  report(past: { readonly geofences: number; readonly units: number; readonly done: number }): Promise<void>;
}

export interface PastFollowed {
  /** Of how many geofences visits were looked for; 0: of none, as nothing about their visits had changed. */
  readonly geofences: number;
  readonly units: number;
}

/** Detection as calls see it. */
export type AskedDetection = Pick<Detection, 'catchUp' | 'recompute' | 'tripOf'>;
