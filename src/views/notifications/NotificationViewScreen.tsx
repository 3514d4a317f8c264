import { useState, type ReactNode } from 'react';
import { notifications, type Notification } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, NotificationIcon } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { useNotificationCells } from './useNotificationCells.tsx';
import './notifications.css';

/** One notification: what it sent and how that went. */
export default function NotificationViewScreen(): ReactNode {
  const [tests, setTests] = useState(0);
  return (
    <EntityPage
      entity={notifications}
      cells={useNotificationCells()}
      tools={(row) => <SendTest notification={row} onSent={() => setTests((count) => count + 1)} />}>
      {(row) => <DeliveryLog key={tests} of={{ notification_id: row.notification_id }} />}
    </EntityPage>
  );
}

function SendTest({ notification, onSent }: { notification: Notification; onSent: () => void }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const act = useAct();
  const notify = useNotify();
  if (!mayIn(notification, notifications.needs.change)) return null;
  const send = async (): Promise<void> => {
    const reply = await act.run('testNotification', { notification_id: notification.notification_id });
    if (reply === null) return;
    notify.done(t(reply.deliveries > 0 ? 'notifications.testSent' : 'notifications.noTest'));
    onSent();
  };
  return (
    <Button variant="quiet" busy={act.busy} icon={<NotificationIcon aria-hidden="true" />} onPress={() => void send()}>
      {t('notifications.test')}
    </Button>
  );
}
