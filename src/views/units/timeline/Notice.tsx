import type { ReactNode } from 'react';
import { behaviourOf } from '../../../domain/errors/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { Presence } from '../../../streams/types.ts';
import { useStore, type ReadableStore } from '../../shared/services/store.ts';
import type { Mode } from './types.ts';

/**
 * Why the picture is not of the shown instant. It lies over the map's edge: a bar that grew by a row would have the map
 * resize.
 */
export function Notice({ presence, mode }: { presence: ReadableStore<Presence>; mode: Mode }): ReactNode {
  const text = useNotice(useStore(presence), mode);
  return <output className="timeline-notice">{text !== null && <span>{text}</span>}</output>;
}

function useNotice(presence: Presence, mode: Mode): string | null {
  const { t } = useTranslation();
  if (mode !== 'paused' && mode !== 'replay') return null;
  if (presence.state === 'stale') return t('presence.stale');
  if (presence.state !== 'failed') return null;
  return behaviourOf(presence.code, true) === 'unavailable'
    ? t('timeline.historyAway')
    : t('timeline.historyRefused', { reason: presence.message });
}
