import type { AlarmViewers, LiveAuth, LiveEvent, LiveReady, LiveRefusal } from '../../../api/contract/index.ts';
import type { Position } from '../../../domain/telemetry/index.ts';

/** What comes from one connection. After `refused` or `closed` nothing more comes. */
export interface LiveSocketHandlers {
  ready(ready: LiveReady): void;
  frame(bytes: ArrayBuffer): void;
  /** `place`: where the feed of events is after them. */
  events(events: LiveEvent[], place: string): void;
  /** Nothing happened up to the place. */
  place(place: string): void;
  /** Events were left out: all is read again, and goes on from the place. */
  readAgain(place: string): void;
  details(positions: Position[]): void;
  /** Who looks at these alarms now. */
  alarmViewers(alarms: AlarmViewers[]): void;
  /** The server said no, and why. */
  refused(refusal: LiveRefusal): void;
  /** The connection ended or could not be made. */
  closed(reason: string): void;
  /** Any sign of life of the server, its heartbeat included. */
  alive(): void;
}

/** One connection; it does not reconnect by itself. */
export interface LiveSocket {
  watch(unitIds: readonly number[]): void;
  viewAlarm(alarmId: number | null): void;
  close(): void;
}

export type OpenLiveSocket = (url: string, auth: LiveAuth, handlers: LiveSocketHandlers) => LiveSocket;
