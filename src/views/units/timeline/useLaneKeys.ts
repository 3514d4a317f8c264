import { useTranslation } from '../../../i18n/index.ts';
import type { PlaybackEvent } from '../../../machines/playback/index.ts';
import type { TimelineState } from '../../shared/services/fleet.ts';
import type { ReadableStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useShortcuts } from '../../shared/shortcuts.tsx';
import { nextOf, type Lane } from './lanes.ts';

/** `n` and `p` go from one thing on the lanes to the next, and let time stand there. */
export function useLaneKeys(
  lanes: readonly Lane[],
  timeline: ReadableStore<TimelineState>,
  send: (event: PlaybackEvent) => void,
): void {
  const { t } = useTranslation();
  const { info } = useNotify();
  const go = (direction: 1 | -1): void => {
    if (lanes.length === 0) return info(t('timeline.lanes.select'));
    const instant = nextOf(lanes, timeline.getSnapshot().instant, direction);
    if (instant === null) return info(t(direction === 1 ? 'timeline.lanes.noLater' : 'timeline.lanes.noEarlier'));
    // Time that ran on would leave what was gone to.
    send({ type: 'playback.pause' });
    send({ type: 'playback.seek', instant });
  };
  useShortcuts('shortcuts.timeline', [
    { keys: ['n'], labelKey: 'timeline.lanes.next', run: () => go(1) },
    { keys: ['p'], labelKey: 'timeline.lanes.previous', run: () => go(-1) },
  ]);
}
