import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { PlaybackView as FleetPlayback, TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

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
  onFile: (file: File) => void;
}

/** What the person is looking at, as a word and a tint: the present, one instant or the past flowing. */
export type Mode = 'live' | 'paused' | 'replay';

export function modeOf(state: PlaybackView['state']): Mode {
  if (state === 'live' || state === 'paused') return state;
  return 'replay';
}

/** Whether time runs by itself. */
export const isFlowing = (state: PlaybackView['state']): boolean => state === 'live' || state === 'playing';

export interface RulerProps {
  playback: PlaybackView;
  send: (event: PlaybackEvent) => void;
  goLive: () => void;
  timeline: ReadableStore<TimelineState>;
  span: ReadableStore<Interval>;
  now: () => Instant;
  visible: Interval;
  /** The present, in steps that can be seen. */
  present: Instant;
  onZoom: (factor: number, held: Instant) => void;
  onPan: (milliseconds: number) => void;
}
