import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, StatusChip } from '../../ui/index.ts';
import type { Presence } from '../../streams/types.ts';
import { useFleet } from '../shared/fleet.ts';
import { useStore } from '../shared/store.ts';
import './units.css';

const LOOK = {
  connecting: { shape: 'hollow', tone: 'off', key: 'presence.connecting' },
  live: { shape: 'disc', tone: 'normal', key: 'presence.live' },
  stale: { shape: 'crossed', tone: 'serious', key: 'presence.stale' },
  replaying: { shape: 'square', tone: 'info', key: 'presence.replaying' },
  failed: { shape: 'crossed', tone: 'critical', key: 'presence.failed' },
} as const satisfies Record<Presence['state'], unknown>;

/** Says at once how the shown data stand: live, replay, or cut off and since when. */
export function ConnectionStatus(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const fleet = useFleet();
  const presence = useStore(fleet.presence);
  const look = LOOK[presence.state];
  const text = presence.state === 'stale' ? t('presence.staleSince', { time: formats.time(presence.since) }) : t(look.key);
  return (
    <output className="connection" aria-label={t('presence.label')}>
      <StatusChip shape={look.shape} tone={look.tone}>{text}</StatusChip>
      {presence.state === 'stale' && <Button size="compact" variant="quiet" onPress={fleet.reconnect}>{t('presence.reconnect')}</Button>}
    </output>
  );
}
