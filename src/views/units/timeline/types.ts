import type { Instant, Interval } from '../../../domain/base/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';

/** The playback machine's state as the timeline shows it; the screen maps the snapshot to it. */
export interface PlaybackView {
  readonly state: 'live' | 'paused' | 'playing' | 'scrubbing';
  /** 1 to 1000. */
  readonly speed: number;
  readonly direction: 1 | -1;
  readonly loop: Interval | null;
  /** Name of the file that is shown in place of the recorded history. */
  readonly fileName: string | null;
}

export type Trails = 'off' | 'selected' | 'fleet';
export type UnitsShown = 'all' | 'selected';

/** What the person is looking at, as a word and a tint: the present, one instant or the past flowing. */
export type Mode = 'live' | 'paused' | 'replay';

export function modeOf(state: PlaybackView['state']): Mode {
  if (state === 'live' || state === 'paused') return state;
  return 'replay';
}

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
