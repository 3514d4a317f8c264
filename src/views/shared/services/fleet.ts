import { createContext, useContext } from 'react';
import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { FilterReason } from '../../../domain/detection/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { Position, TrackColumns } from '../../../domain/telemetry/index.ts';
import type { AlarmViewers, HistoryFormat, MapServices, VisitMessage } from '../../../api/contract/index.ts';
import type { FileLeftOut, FileProblem, PlaybackEvent } from '../../../machines/playback/index.ts';
import type { UnclaimedDevice } from '../../../domain/device/index.ts';
import type { UnitDetails, UnitKind, UnitSummary } from '../../../domain/unit/index.ts';
import type {
  FleetColumns,
  FleetFrame,
  FleetSummary,
  TimelineMode,
  TrailSampler,
} from '../../../streams/pipeline/index.ts';
import type { Backtest } from '../../../streams/sources/backtest/index.ts';
import type { Presence } from '../../../streams/types.ts';
import type { ReadableStore } from './store.ts';

/** The clock as panels show it. `instant` is refreshed a few times a second; the map reads the clock itself. */
export interface TimelineState {
  readonly mode: TimelineMode;
  readonly instant: Instant;
  /** Factor of time, negative backwards; 1 when live. */
  readonly rate: number;
}

/** Units of the account; a new list object after every change. */
export interface UnitsState {
  /** By name. */
  readonly units: readonly UnitSummary[];
  readonly byId: ReadonlyMap<number, UnitSummary>;
  readonly loading: boolean;
  /** Why the list could not be read, or null. */
  readonly problem: Problem | null;
}

/** A failure as a view shows it. */
export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly correlationId: string | null;
  readonly fields?: readonly { readonly field: string; readonly message: string; readonly current?: unknown }[];
}

/**
 * One unit's recorded fixes for charts and exact trails. Columns of equal length, oldest first; a refused fix stays
 * where the unit was.
 */
export interface TrackSeries {
  readonly unitId: number;
  readonly times: Float64Array;
  /** Degrees. */
  readonly longitudes: Float64Array;
  readonly latitudes: Float64Array;
  /** km/h, NaN where not sent. */
  readonly speeds: Float64Array;
  /** 1 where the fix is valid, by the device and by its filters. */
  readonly valid: Uint8Array;
  /** Numeric attributes by name; NaN where not sent. */
  readonly attributes: ReadonlyMap<string, Float64Array>;
  /** Fixes that the validity filters refuse, where they would have been. */
  readonly refused: readonly RefusedFix[];
  /** The reports as they were recorded, those without a place among them: sensors read whole reports. */
  readonly reports: TrackColumns;
}

/** A fix that is not shown, and why. */
export interface RefusedFix {
  readonly time: Instant;
  /** Degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly reason: FilterReason;
}

/** Formats for people's tools. */
export type ExportFormat = Exclude<HistoryFormat, 'blocks'>;

/** Which part of the recorded history goes into a file. */
interface HistoryExport {
  /** Null: every unit in reach. */
  readonly unitIds: readonly number[] | null;
  readonly interval: Interval;
  readonly format: ExportFormat;
}

/** Who was in a shape: of these units, or of all in reach. */
export interface VisitQuestion {
  readonly unitIds: readonly number[] | null;
  readonly interval: Interval;
  readonly shape: Shape;
}

/** The line of one unit, in degrees. */
export type TrackLine = Pick<TrackSeries, 'unitId' | 'times' | 'longitudes' | 'latitudes'>;

/** What a file shows on the map. */
export interface ShownFile {
  readonly tracks: readonly TrackLine[];
  /** Its points have no times: the lines are drawn, and nothing moves. */
  readonly isStill: boolean;
}

/** The playback workflow as views see it. */
export interface PlaybackView {
  readonly state: 'live' | 'paused' | 'playing' | 'scrubbing';
  /** 1 to 1000. */
  readonly speed: number;
  readonly direction: 1 | -1;
  readonly loop: Interval | null;
  /** Name of the file that is shown in place of the recorded history. */
  readonly fileName: string | null;
  readonly fileProblem: FileProblem | null;
  /** What of that file was left out, and why. */
  readonly fileLeftOut: readonly FileLeftOut[];
}

export type Outcome<Value> = { ok: true; value: Value } | { ok: false; problem: Problem };

/** The fleet at an instant of its own, beside what the timeline shows. */
export interface OtherTime {
  readonly fleet: FleetColumns;
  readonly presence: ReadableStore<Presence>;
  onFrame(listener: (frame: FleetFrame) => void): () => void;
  seek(instant: Instant): void;
  /** Takes over which units are hidden or dimmed. */
  refilter(): void;
  close(): void;
}

/** Everything the unit views need of the rest of the product; `app` provides it. */
export interface FleetServices {
  readonly fleet: FleetColumns;
  /** Called once per animation frame in which something changed. */
  onFrame(listener: (frame: FleetFrame) => void): () => void;
  readonly units: ReadableStore<UnitsState>;
  readonly summary: ReadableStore<FleetSummary>;
  readonly presence: ReadableStore<Presence>;
  readonly timeline: ReadableStore<TimelineState>;
  /** The instant of the picture, for states and ages: the shown one, or an earlier one while that cannot be had. */
  pictured(): Instant;
  /** Interval in which there is data. */
  readonly span: ReadableStore<Interval>;
  /** Latest full details of watched units, by unit id. */
  readonly details: ReadableStore<ReadonlyMap<number, Position>>;
  /** Wants the details of these units, beside those that other parts of the screen watch. Returns an undo. */
  watch(unitIds: readonly number[]): () => void;
  /** Says that this alarm is looked at. Returns an undo. */
  viewAlarm(alarmId: number): () => void;
  /** Who looks at an alarm now, oneself included; an alarm that nobody looks at may be missing. */
  readonly alarmViewers: ReadableStore<ReadonlyMap<number, AlarmViewers['people']>>;
  /** Where all units were at a past instant, for the fleet's trails; false where that is not loaded. */
  readonly samplePast: TrailSampler;
  /** Recorded fixes of one unit; rejects only when `signal` aborts. */
  track(unitId: number, interval: Interval, signal: AbortSignal): Promise<Outcome<TrackSeries>>;
  /** All reports of one unit as they were recorded, with every attribute; rejects only when `signal` aborts. */
  reports(unitId: number, interval: Interval, signal: AbortSignal): Promise<Outcome<TrackColumns>>;
  /** The recorded history as a file; rejects only when `signal` aborts. */
  exportHistory(chosen: HistoryExport, signal: AbortSignal): Promise<Outcome<Blob>>;
  /**
   * Begins a search through the past by place, whose answer comes as it is found; rejects only when `signal` aborts.
   */
  openVisits(question: VisitQuestion, signal: AbortSignal): Promise<Outcome<AsyncIterable<VisitMessage>>>;
  /** Tries rules on the recorded history; whoever opens it closes it. */
  openBacktest(): Backtest;
  /** Shows these units only; null shows all. */
  showOnly(unitIds: readonly number[] | null): void;
  /** Draws all but these units faintly; null draws all as they are. The same function always. */
  dimOthers(unitIds: readonly number[] | null): void;
  /** Opens a second picture of the fleet, at an instant; whoever opens it closes it. */
  otherTime(instant: Instant): OtherTime;
  /** Opens a GPX or CSV file in place of the recorded history. */
  openFile(file: File): void;
  readonly playback: ReadableStore<PlaybackView>;
  /** The opened file's lines; null while none is open. */
  readonly shownFile: ReadableStore<ShownFile | null>;
  sendPlayback(event: PlaybackEvent): void;
  /** Base maps that the deployment offers; null until it answered. */
  readonly mapServices: ReadableStore<MapServices | null>;
  /** Connects now instead of at the next attempt. */
  reconnect(): void;
  unclaimedDevices(signal: AbortSignal, search?: string): Promise<Outcome<{ rows: UnclaimedDevice[]; total: number }>>;
  /** Registers a tracker and makes a unit of it. */
  claim(request: {
    identifier: string;
    name: string;
    kind: UnitKind;
    device_model: string;
    manufacturer: string;
  }): Promise<Outcome<UnitDetails>>;
  renameUnit(unitId: number, name: string): Promise<Outcome<UnitSummary>>;
  now(): Instant;
}

export const FleetContext = createContext<FleetServices | null>(null);

/** The services of the unit views. */
export function useFleet(): FleetServices {
  const services = useContext(FleetContext);
  if (services === null) throw new Error('useFleet outside of FleetContext');
  return services;
}
