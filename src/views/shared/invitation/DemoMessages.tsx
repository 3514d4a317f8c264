import { useState, type ReactNode } from 'react';
import type { OutboxMessage } from '../../../api/contract/index.ts';
import { fromIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, Dialog, EmptyState, MailIcon, RetryIcon, Skeleton } from '../../../ui/index.ts';
import { useAnswer } from '../services/calls.ts';
import { ProblemState } from '../ProblemView.tsx';
import './demoMessages.css';

const NOTHING = {};
const SHOWN = 10;

/**
 * In the demo, which sends nothing anywhere: the messages that would have gone to an address, on the page that waits
 * for them.
 */
export function DemoMessages({ recipient }: { recipient: string }): ReactNode {
  const { t } = useTranslation();
  const state = useAnswer('getDemoState', NOTHING);
  const [open, setOpen] = useState(false);
  if (state.value?.demo !== true) return null;
  return (
    <aside className="demo-messages" aria-label={t('demoMail.title')}>
      <p>{t('demoMail.lead')}</p>
      <Button icon={<MailIcon aria-hidden="true" />} onPress={() => setOpen(true)}>
        {t('demoMail.show')}
      </Button>
      {open && <Outbox recipient={recipient} onClose={() => setOpen(false)} />}
    </aside>
  );
}

function Outbox({ recipient, onClose }: { recipient: string; onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer('getOutbox', { recipient, limit: SHOWN, sort: '-created_at' });
  const rows = answer.value?.rows;
  return (
    <Dialog
      open
      wide
      onClose={onClose}
      title={t('demoMail.title')}
      closeLabel={t('common.close')}
      actions={
        <Button icon={<RetryIcon aria-hidden="true" />} busy={answer.loading} onPress={answer.reload}>
          {t('demoMail.refresh')}
        </Button>
      }>
      {answer.problem !== null && <ProblemState problem={answer.problem} onRetry={answer.reload} />}
      {rows === undefined && answer.problem === null && <Skeleton height="120px" />}
      {rows?.length === 0 && <EmptyState title={t('demoMail.empty')} />}
      <ul className="demo-messages-list">
        {rows?.map((message) => (
          <Message key={message.outbox_id} message={message} />
        ))}
      </ul>
    </Dialog>
  );
}

const LINK = /(https?:\/\/\S+)/;

function Message({ message }: { message: OutboxMessage }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <li className="demo-message">
      <p className="demo-message-head">
        <strong dir="auto">{message.subject || t(`demoMail.${message.channel}`)}</strong>
        <span>{t('demoMail.to', { address: message.recipient })}</span>
        <time dateTime={message.created_at}>{formats.dateTime(fromIso(message.created_at))}</time>
      </p>
      <p className="demo-message-body" dir="auto">
        {message.body.split(LINK).map((part, index) =>
          LINK.test(part) ? (
            // oxlint-disable-next-line react/no-array-index-key -- the text never changes its order
            <a key={index} href={part}>
              {part}
            </a>
          ) : (
            part
          ),
        )}
      </p>
    </li>
  );
}
