import { useState, type ReactNode } from 'react';
import { notifications, type Notification } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, NotificationIcon, Panel } from '../../ui/index.ts';
import { CopyButton } from '../shared/CopyButton.tsx';
import { ConfirmDialog } from '../shared/form/ConfirmDialog.tsx';
import { EntityPage } from '../shared/entity/index.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { DeliveryLog } from './DeliveryLog.tsx';
import { useNotificationCells } from './useNotificationCells.tsx';
import './notifications.css';

/** One notification: what it sent and how that went, and the key of its webhook. */
export default function NotificationViewScreen(): ReactNode {
  const [tests, setTests] = useState(0);
  return (
    <EntityPage
      entity={notifications}
      cells={useNotificationCells()}
      tools={(row) => <SendTest notification={row} onSent={() => setTests((count) => count + 1)} />}>
      {(row) => (
        <>
          {row.channels.includes('webhook') && <WebhookKey notification={row} />}
          <DeliveryLog key={tests} notificationId={row.notification_id} />
        </>
      )}
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

function WebhookKey({ notification }: { notification: Notification }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const act = useAct();
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  if (!mayIn(notification, notifications.needs.change)) return null;
  const ask = async (method: 'getWebhookSecret' | 'renewWebhookSecret'): Promise<void> => {
    const reply = await act.run(method, { notification_id: notification.notification_id });
    if (reply === null) return;
    setSecret(reply.secret);
    setAsking(false);
  };
  return (
    <Panel title={t('notifications.key')}>
      <p className="dim">{t('notifications.keyLead')}</p>
      {act.problem !== null && !asking && <ProblemBanner problem={act.problem} />}
      <div className="notification-tags">
        {secret === null ? (
          <Button size="compact" busy={act.busy} onPress={() => void ask('getWebhookSecret')}>
            {t('notifications.showKey')}
          </Button>
        ) : (
          <>
            <code dir="ltr">{secret}</code>
            <CopyButton text={secret} />
            <Button size="compact" variant="danger" isDisabled={act.busy} onPress={() => setAsking(true)}>
              {t('notifications.renewKey')}
            </Button>
          </>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('notifications.renewKey')}
          confirmLabel={t('notifications.renewKey')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void ask('renewWebhookSecret')}
          onClose={() => {
            act.reset();
            setAsking(false);
          }}>
          {t('notifications.renewKeyLead')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
