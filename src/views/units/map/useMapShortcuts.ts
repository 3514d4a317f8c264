import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';

export interface MapShortcuts {
  readonly mayReplay: boolean;
  readonly send: (event: PlaybackEvent) => void;
  readonly search: () => void;
  readonly follow: () => void;
  readonly fit: () => void;
  readonly labels: () => void;
  readonly clear: () => void;
  readonly spread: () => void;
  readonly nearest: () => void;
}

/** The keys of the map and of the timeline below it; all are listed under `?`. */
export function useMapShortcuts({
  mayReplay,
  send,
  search,
  follow,
  fit,
  labels,
  clear,
  spread,
  nearest,
}: MapShortcuts): void {
  useShortcuts('shortcuts.map', [
    { keys: ['/'], labelKey: 'shortcuts.search', run: search },
    { keys: ['f'], labelKey: 'shortcuts.follow', run: follow },
    { keys: ['a'], labelKey: 'shortcuts.fit', run: fit },
    { keys: ['n'], labelKey: 'shortcuts.labels', run: labels },
    { keys: ['s'], labelKey: 'unitModes.shortcut.spread', run: spread },
    { keys: ['d'], labelKey: 'unitModes.shortcut.nearest', run: nearest },
    { keys: ['Shift'], labelKey: 'unitModes.boxHint' },
    { keys: ['Escape'], labelKey: 'shortcuts.escape', run: clear },
  ]);
  useShortcuts(
    'shortcuts.timeline',
    mayReplay
      ? [
          { keys: ['l'], labelKey: 'shortcuts.live', run: () => send({ type: 'playback.live' }) },
          { keys: [' '], labelKey: 'shortcuts.playPause', run: () => send({ type: 'playback.toggle' }) },
          { keys: ['+', '='], labelKey: 'timeline.faster', run: () => send({ type: 'playback.faster' }) },
          { keys: ['-'], labelKey: 'timeline.slower', run: () => send({ type: 'playback.slower' }) },
        ]
      : [],
  );
}
