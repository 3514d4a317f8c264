import type { TimeSource } from '../../src/domain/base/index.ts';
import type { DetectionDesk } from '../modules/tracking/index.ts';
import type { Database, PositionStore } from '../store/index.ts';
import type { DetectionLedger } from './facts.ts';

export interface DetectionOptions {
  readonly database: Database;
  readonly positions: Pick<
    PositionStore,
    'earliest' | 'latest' | 'onCommitted' | 'readCommitted' | 'readTracks' | 'sequence'
  >;
  readonly directory: DetectionLedger;
  readonly time: TimeSource;
  readonly logger: DetectionLogger;
}

export interface DetectionLogger {
  info(details: object, message: string): void;
  warn(details: object, message: string): void;
}

/** Detection behind the acknowledgement: it hears of what was committed, and looks at it when it is told to. */
export interface Detection extends DetectionDesk {
  /** Looks at every unit that reported, and at those whose instant has come. */
  run(): Promise<void>;
  /** Goes through what was stored before the start and not looked at; units that reported last come first. */
  sweep(): Promise<void>;
  /** Hears of nothing more and ends what is begun; the next start goes on from what is stored. */
  close(): Promise<void>;
}
