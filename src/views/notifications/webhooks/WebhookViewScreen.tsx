import { useState, type ReactNode } from 'react';
import { webhooks, type Webhook } from '../../../domain/webhook/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, Link, Panel, Skeleton, WebhookIcon } from '../../../ui/index.ts';
import { Answered } from '../../shared/AnswerView.tsx';
import { CopyButton } from '../../shared/CopyButton.tsx';
import { ConfirmDialog } from '../../shared/form/ConfirmDialog.tsx';
import { EntityPage } from '../../shared/entity/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { DeliveryLog } from '../DeliveryLog.tsx';
import { WHOLE_LIST } from '../../shared/form/IdsField.tsx';
import '../notifications.css';

/** One webhook: its key, the notifications that send to it, and what it was sent. */
export default function WebhookViewScreen(): ReactNode {
  const [tests, setTests] = useState(0);
  return (
    <EntityPage
      entity={webhooks}
      tools={(row) => <SendTest webhook={row} onSent={() => setTests((count) => count + 1)} />}>
      {(row) => (
        <>
          <WebhookKey webhook={row} />
          <Senders webhookId={row.webhook_id} />
          <DeliveryLog key={tests} of={{ webhook_id: row.webhook_id }} />
        </>
      )}
    </EntityPage>
  );
}

function SendTest({ webhook, onSent }: { webhook: Webhook; onSent: () => void }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const act = useAct();
  const notify = useNotify();
  if (!mayIn(webhook, webhooks.needs.change)) return null;
  const send = async (): Promise<void> => {
    if ((await act.run('testWebhook', { webhook_id: webhook.webhook_id })) === null) return;
    notify.done(t('notifications.testSent'));
    onSent();
  };
  return (
    <Button
      variant="quiet"
      busy={act.busy}
      isDisabled={webhook.status !== 'active'}
      icon={<WebhookIcon aria-hidden="true" />}
      onPress={() => void send()}>
      {t('notifications.test')}
    </Button>
  );
}

/** Notifications that send to it. */
function Senders({ webhookId }: { webhookId: number }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getNotificationList', { ...WHOLE_LIST, filters: { webhook_id: webhookId } }, [
    'notification',
  ]);
  return (
    <Panel title={t('webhooks.senders')}>
      <Answered answer={answer} waiting={<Skeleton height="2rem" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <p className="dim">{t('webhooks.noSenders')}</p>
          ) : (
            <ul className="notification-senders">
              {rows.map(({ notification_id: id, name }) => (
                <li key={id}>
                  <Link href={`/notification/${id}`}>
                    <bdi>{name}</bdi>
                  </Link>
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}

/** The key that a receiver checks messages by; shown when it is asked for. */
function WebhookKey({ webhook }: { webhook: Webhook }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  const act = useAct();
  const [secret, setSecret] = useState<string | null>(null);
  const [asking, setAsking] = useState(false);
  if (!mayIn(webhook, webhooks.needs.change)) return null;
  const ask = async (method: 'getWebhookSecret' | 'renewWebhookSecret'): Promise<void> => {
    const reply = await act.run(method, { webhook_id: webhook.webhook_id });
    if (reply === null) return;
    setSecret(reply.secret);
    setAsking(false);
  };
  return (
    <Panel title={t('webhooks.key')}>
      <p className="dim">{t('webhooks.keyLead')}</p>
      {act.problem !== null && !asking && <ProblemBanner problem={act.problem} />}
      <div className="notification-tags">
        {secret === null ? (
          <Button size="compact" busy={act.busy} onPress={() => void ask('getWebhookSecret')}>
            {t('webhooks.showKey')}
          </Button>
        ) : (
          <>
            <code dir="ltr">{secret}</code>
            <CopyButton text={secret} />
            <Button size="compact" variant="danger" isDisabled={act.busy} onPress={() => setAsking(true)}>
              {t('webhooks.renewKey')}
            </Button>
          </>
        )}
      </div>
      {asking && (
        <ConfirmDialog
          title={t('webhooks.renewKey')}
          confirmLabel={t('webhooks.renewKey')}
          danger
          busy={act.busy}
          problem={act.problem}
          onConfirm={() => void ask('renewWebhookSecret')}
          onClose={() => {
            act.reset();
            setAsking(false);
          }}>
          {t('webhooks.renewKeyLead')}
        </ConfirmDialog>
      )}
    </Panel>
  );
}
