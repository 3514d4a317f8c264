import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, RetryIcon, StatusChip } from '../../ui/index.ts';
import type { Presence } from '../../streams/types.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStore } from '../shared/services/store.ts';
import './units.css';

const LOOK = {
  connecting: { shape: 'hollow', tone: 'off', key: 'presence.connecting' },
  live: { shape: 'disc', tone: 'normal', key: 'presence.live' },
  stale: { shape: 'crossed', tone: 'serious', key: 'presence.stale' },
  replaying: { shape: 'square', tone: 'info', key: 'presence.replaying' },
  failed: { shape: 'crossed', tone: 'critical', key: 'presence.failed' },
} as const satisfies Record<Presence['state'], unknown>;

/** Needs nobody to act: in a narrow window the mark alone says it, the word stays for screen readers. */
const CALM: readonly Presence['state'][] = ['connecting', 'live', 'replaying'];

/** Says at once how the shown data stand: live, replay, or cut off and since when. */
export function ConnectionStatus(): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const fleet = useFleet();
  const presence = useStore(fleet.presence);
  const look = LOOK[presence.state];
  const isCalm = CALM.includes(presence.state);
  const text =
    presence.state === 'stale' ? t('presence.staleSince', { time: formats.time(presence.since) }) : t(look.key);
  return (
    <output className="connection" data-calm={isCalm} aria-label={t('presence.label')} title={text}>
      <StatusChip shape={look.shape} tone={look.tone}>
        {text}
      </StatusChip>
      {presence.state === 'stale' && (
        <Button
          className="connection-retry"
          size="compact"
          variant="quiet"
          icon={<RetryIcon aria-hidden="true" />}
          onPress={fleet.reconnect}>
          {t('presence.reconnect')}
        </Button>
      )}
    </output>
  );
}
