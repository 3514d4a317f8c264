import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { Presence } from '../../../streams/types.ts';
import type { PlaybackView as FleetPlayback, TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import type { Lane } from './lanes.ts';

/** The playback machine's state as the timeline shows it; the screen maps the snapshot to it. */
export type PlaybackView = Omit<FleetPlayback, 'fileProblem' | 'fileLeftOut'>;

type Trails = 'off' | 'selected' | 'fleet';
export type UnitsShown = 'all' | 'selected';

/** What is shown of the past. */
export interface ShownPast {
  trails: Trails;
  onTrails: (trails: Trails) => void;
  /** Whether fixes that the filters refuse are drawn. */
  refused: boolean;
  onRefused: (on: boolean) => void;
  units: UnitsShown;
  onUnits: (units: UnitsShown) => void;
  selectedCount: number;
  /** Another instant is shown beside. */
  isBeside: boolean;
  onBeside: (on: boolean) => void;
  onFile: (file: File) => void;
}

/**
 * What the person is looking at, as a word and a tint: the present, one instant, the past flowing, or what was the
 * present.
 */
export type Mode = 'live' | 'connecting' | 'lost' | 'refused' | 'paused' | 'replay';

/** The word of each mode. */
export const MODE_WORD: Readonly<Record<Mode, string>> = {
  live: 'timeline.live',
  connecting: 'presence.connecting',
  lost: 'presence.stale',
  refused: 'presence.failed',
  paused: 'timeline.paused',
  replay: 'timeline.replay',
};

/** Nothing is called live that is not: the connection is asked as well. */
const LIVE_MODE: Readonly<Record<Presence['state'], Mode>> = {
  live: 'live',
  // History was shown a moment ago, and the live picture is on its way.
  replaying: 'live',
  connecting: 'connecting',
  stale: 'lost',
  failed: 'refused',
};

export function modeOf(state: PlaybackView['state'], presence: Presence['state']): Mode {
  if (state === 'live') return LIVE_MODE[presence];
  return state === 'paused' ? 'paused' : 'replay';
}

/** Whether time runs by itself. */
export const isFlowing = (state: PlaybackView['state']): boolean => state === 'live' || state === 'playing';

export interface RulerProps {
  /** What happened to the selected units. */
  lanes: readonly Lane[];
  playback: PlaybackView;
  mode: Mode;
  send: (event: PlaybackEvent) => void;
  goLive: () => void;
  timeline: ReadableStore<TimelineState>;
  span: ReadableStore<Interval>;
  now: () => Instant;
  visible: Interval;
  /** The present, in steps that can be seen. */
  present: Instant;
  onZoom: (factor: number, anchor: Instant) => void;
  onPan: (milliseconds: number) => void;
}
