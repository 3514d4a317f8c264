import type { AlarmViewers, LiveEvent, LiveReady, LiveRefusal } from '../../../api/contract/index.ts';
import type { Instant } from '../../../domain/base/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';
import type { RowBatch } from '../../pipeline/fleetRows.ts';
import type { Presence } from '../../types.ts';

/** Who asks: the access token and the account whose units are shown. */
export interface LiveIdentity {
  readonly token: string;
  readonly account: number;
  /** Name of this user's picture in the browser's store; null keeps none. */
  readonly snapshotKey: string | null;
}

/** Page to worker. */
export type LiveCommand =
  /** `at`: when the page begins; what it reads from then on may change before the feed is joined. */
  | { readonly type: 'start'; readonly url: string; readonly identity: LiveIdentity | null; readonly at: Instant }
  | { readonly type: 'identify'; readonly identity: LiveIdentity | null }
  /** Rows are wanted: first every one as the answer to `request`, then the changes. */
  | { readonly type: 'attach'; readonly request: number }
  | { readonly type: 'detach' }
  /** The last rows were taken: more may come. */
  | { readonly type: 'taken' }
  | { readonly type: 'watch'; readonly unitIds: readonly number[] }
  | { readonly type: 'viewAlarm'; readonly alarmId: number | null }
  | { readonly type: 'retry' }
  /** The browser has no network any more. */
  | { readonly type: 'networkLost' }
  /** The page may go away: keep the picture now. */
  | { readonly type: 'keep' }
  /** The user signs out: nothing of the picture stays in the browser. */
  | { readonly type: 'erase' }
  | { readonly type: 'close' };

/** Worker to page. */
export type LiveReport =
  | {
      readonly type: 'rows';
      readonly batch: RowBatch | null;
      readonly request: number | null;
      readonly latest: Instant;
      readonly epoch: Instant;
    }
  | { readonly type: 'presence'; readonly presence: Presence }
  | { readonly type: 'ready'; readonly ready: LiveReady }
  /** Milliseconds that the server's clock is ahead of this computer's. */
  | { readonly type: 'offset'; readonly offset: number }
  | { readonly type: 'events'; readonly events: LiveEvent[] }
  /** Events were missed: what they change is read again. */
  | { readonly type: 'readAgain' }
  | { readonly type: 'details'; readonly positions: Position[] }
  | { readonly type: 'alarmViewers'; readonly alarms: AlarmViewers[] }
  | { readonly type: 'refused'; readonly refusal: LiveRefusal };

/** The two ends of the line between page and worker. */
export interface LivePort {
  send(command: LiveCommand): void;
  onReport(listener: (report: LiveReport) => void): void;
  close(): void;
}
