import type { ReactNode } from 'react';
import type { Alarm } from '../../domain/alarm/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button } from '../../ui/index.ts';
import type { AskedAct } from '../shared/alarms/ActDialog.tsx';

interface ActButtonsProps {
  readonly alarms: readonly Alarm[];
  readonly busy: boolean;
  readonly onAcknowledge: () => void;
  readonly onReopen: () => void;
  readonly onAsk: (act: AskedAct) => void;
}

/** What may be done to the alarms, by their states. */
export function ActButtons({ alarms, busy, onAcknowledge, onReopen, onAsk }: ActButtonsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      {alarms.some(({ state }) => state === 'open' || state === 'snoozed') && (
        <Button size="compact" variant="primary" busy={busy} onPress={onAcknowledge}>
          {t('alarms.acknowledge')}
        </Button>
      )}
      {alarms.some(({ state }) => state !== 'resolved') &&
        (['assign', 'snooze', 'resolve'] as const).map((act) => (
          <Button key={act} size="compact" onPress={() => onAsk(act)}>
            {t(`alarms.${act}`)}
          </Button>
        ))}
      {alarms.some(({ state }) => state !== 'open') && (
        <Button size="compact" onPress={onReopen}>
          {t('alarms.reopen')}
        </Button>
      )}
    </>
  );
}
