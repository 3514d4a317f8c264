import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';
import type { MapView } from './useMapView.ts';

export interface MapShortcuts {
  readonly mayReplay: boolean;
  readonly map: FleetMap | null;
  readonly view: MapView;
  /** The first selected unit that is there. */
  readonly firstSelected: number | null;
  readonly search: () => void;
  readonly fit: () => void;
  readonly labels: () => void;
}

/** The keys of the map and of the timeline below it; all are listed under `?`. */
export function useMapShortcuts({ mayReplay, map, view, firstSelected, search, fit, labels }: MapShortcuts): void {
  const { t } = useTranslation();
  const { info } = useNotify();
  const { sendPlayback: send, units } = useFleet();
  const follow = (): void =>
    view.follow(
      view.followed.length === 0 ? view.selected.filter((unitId) => units.getSnapshot().byId.has(unitId)) : [],
    );
  const spread = (): void => {
    const stack = firstSelected === null ? null : (map?.stackOf(firstSelected) ?? null);
    if (stack === null) info(t('unitModes.stack.none'));
    else view.spread(stack);
  };
  const nearest = (): void => {
    const middle = map?.camera();
    if (middle) view.rank({ latitude: middle.latitude, longitude: middle.longitude, name: '' });
  };
  const clear = (): void => (view.near === null ? view.select([]) : view.rank(null));
  useShortcuts('shortcuts.map', [
    { keys: ['/'], labelKey: 'shortcuts.search', run: search },
    { keys: ['f'], labelKey: 'shortcuts.follow', run: follow },
    { keys: ['a'], labelKey: 'shortcuts.fit', run: fit },
    { keys: ['t'], labelKey: 'shortcuts.labels', run: labels },
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
