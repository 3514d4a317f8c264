import { useEffect, type ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import { DELIVERY_CODES, type Delivery, type DeliveryState } from '../../domain/notification/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { Button, Panel, Skeleton, StatusChip, type StatusShape, type StatusTone } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';

const LOOKS: Readonly<Record<DeliveryState, { tone: StatusTone; shape: StatusShape }>> = {
  waiting: { tone: 'info', shape: 'hollow' },
  handed: { tone: 'info', shape: 'hollow' },
  sent: { tone: 'normal', shape: 'disc' },
  failed: { tone: 'critical', shape: 'square' },
  skipped: { tone: 'off', shape: 'crossed' },
};
/** Milliseconds after which the log is read again while something is on its way. */
const AGAIN = 4_000;
const SHOWN = 50;

interface DeliveryLogProps {
  /** Of a notification, or to a webhook. */
  readonly of: { readonly notification_id: number } | { readonly webhook_id: number };
  /** Where it is edited: only what did not arrive, or not yet, and nothing where all did. */
  readonly problemsOnly?: boolean;
}

/** What a notification sent, or a webhook was sent, newest first, with every attempt and what the other side said. */
export function DeliveryLog({ of, problemsOnly = false }: DeliveryLogProps): ReactNode {
  const { t } = useTranslation();
  const answer = useAnswer(
    'getDeliveryList',
    { limit: problemsOnly ? 3 : SHOWN, filters: { ...of, ...(problemsOnly && { problems: true }) } },
    ['alarm', 'notification'],
  );
  const { reload } = answer;
  const isMoving = answer.value?.rows.some(({ state, deferred }) => state === 'waiting' && !deferred) === true;
  useEffect(() => {
    if (!isMoving) return undefined;
    const timer = setInterval(reload, AGAIN);
    return () => clearInterval(timer);
  }, [isMoving, reload]);
  if (problemsOnly && (answer.value === null || answer.value.total === 0)) return null;
  return (
    <Panel
      title={t(problemsOnly ? 'notifications.notArrived' : 'notifications.log')}
      actions={
        <Button size="compact" variant="quiet" onPress={reload}>
          {t('notifications.refresh')}
        </Button>
      }>
      <Answered answer={answer} waiting={<Skeleton height="6rem" />}>
        {({ rows, total }) =>
          rows.length === 0 ? (
            <p className="dim">{t('notifications.noDeliveries')}</p>
          ) : (
            <>
              <ul className="notification-log" aria-label={t('notifications.log')}>
                {rows.map((delivery) => (
                  <LogLine key={delivery.delivery_id} delivery={delivery} lastOnly={problemsOnly} />
                ))}
              </ul>
              {total > rows.length && (
                <p className="dim">{t('notifications.moreDeliveries', { count: total - rows.length })}</p>
              )}
            </>
          )
        }
      </Answered>
    </Panel>
  );
}

/** `lastOnly`: of several attempts the last, and how many there were. */
function LogLine({ delivery, lastOnly }: { delivery: Delivery; lastOnly: boolean }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const reason = useReason();
  const { state, channel, occasion, recipient, alert_name, unit_name, attempts, deferred, due_at, created_at } =
    delivery;
  return (
    <li>
      <div className="notification-log-head">
        <StatusChip {...LOOKS[state]}>
          {t(`notifications.states.${deferred && state === 'waiting' ? 'deferred' : state}`)}
        </StatusChip>
        <span>{t(`notifications.channels.${channel}`)}</span>
        {recipient !== '' && <bdi>{recipient}</bdi>}
        <span className="dim">{t(`notifications.happened.${occasion}`)}</span>
        {alert_name !== '' && (
          <bdi>
            {alert_name}, {unit_name}
          </bdi>
        )}
        <time className="dim figures" dateTime={created_at}>
          {formats.dateTime(fromIso(created_at))}
        </time>
      </div>
      {state === 'waiting' && (deferred || attempts.length > 0) && (
        <p className="dim">{t('notifications.nextAt', { time: formats.dateTime(fromIso(due_at)) })}</p>
      )}
      {attempts.length === 0 && delivery.reason !== '' && <p className="dim">{reason(delivery.reason)}</p>}
      {attempts.length > 0 && (
        <ol className="notification-attempts">
          {lastOnly && attempts.length > 1 && (
            <li className="dim">{t('notifications.attempts', { count: attempts.length })}</li>
          )}
          {(lastOnly ? attempts.slice(-1) : attempts).map(({ at, ok, answer }) => (
            <li key={at}>
              <time className="figures" dateTime={at}>
                {formats.dateTime(fromIso(at))}
              </time>{' '}
              {t(ok ? 'notifications.attemptOk' : 'notifications.attemptFailed')} <bdi dir="auto">{reason(answer)}</bdi>
            </li>
          ))}
        </ol>
      )}
    </li>
  );
}

/** Codes in words; what another system said as it said it. */
function useReason(): (text: string) => string {
  const { t } = useTranslation();
  return (text) => (DELIVERY_CODES.some((code) => code === text) ? t(`notifications.reasons.${text}`) : text);
}
