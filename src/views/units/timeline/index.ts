export { Timeline, type TimelineProps } from './Timeline.tsx';
export type { PlaybackView, Trails, UnitsShown } from './types.ts';
