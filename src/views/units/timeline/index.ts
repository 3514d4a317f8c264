export { Timeline, type TimelineProps } from './Timeline.tsx';
export type { HistoryExporter } from './ExportMenu.tsx';
export type { UnitsShown } from './types.ts';
export type { WantedInterval } from './useVisibleInterval.ts';
export { GoTo } from './ClockField.tsx';
export { useShownInstant } from './hooks.ts';
export { seriesColour, type ChartChoice, type Ghost } from './chartTypes.ts';
export { askedInterval } from './askedInterval.ts';
export { MOST_LANES } from './lanes.ts';
