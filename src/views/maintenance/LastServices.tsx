import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { ServiceReminder } from '../../domain/maintenance/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EmptyState, Link, LinkButton, Panel, ServiceIcon, Skeleton } from '../../ui/index.ts';
import { Answered } from '../shared/AnswerView.tsx';
import { useServiceWords } from '../shared/maintenance/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import './maintenance.css';

const SHOWN = 5;

/** The last services of a reminder, each as a link to its bill. */
export function LastServices({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useServiceWords();
  const id = reminder.service_reminder_id;
  const answer = useAnswer('getServiceHistory', { service_reminder_id: id, limit: SHOWN, sort: '-done_at' }, [
    'service_reminder',
  ]);
  return (
    <Panel
      title={t('service_reminders.history')}
      actions={
        (answer.value?.total ?? 0) > SHOWN && (
          <LinkButton variant="quiet" href={`/maintenance-reminder/${id}/history`}>
            {t('service_reminders.allHistory', { count: answer.value?.total ?? 0 })}
          </LinkButton>
        )
      }>
      <Answered answer={answer} waiting={<Skeleton height="6rem" />}>
        {({ rows }) =>
          rows.length === 0 ? (
            <EmptyState title={t('service_reminders.noHistory')} icon={<ServiceIcon />}>
              {t('service_reminders.noHistoryLead')}
            </EmptyState>
          ) : (
            <ul className="service-records" aria-label={t('service_reminders.history')}>
              {rows.map((record) => (
                <li key={record.service_record_id}>
                  <Link href={`/maintenance-history/${record.service_record_id}`}>
                    {formats.dateTime(fromIso(record.done_at))}
                  </Link>
                  {record.odometer !== null && <span className="figures">{words.figure('km', record.odometer)}</span>}
                  {record.cost !== null && <span className="figures">{words.cost(record.cost, record.currency)}</span>}
                  {record.place !== '' && <bdi>{record.place}</bdi>}
                  {record.work.length > 0 && <bdi className="dim">{record.work.join(', ')}</bdi>}
                </li>
              ))}
            </ul>
          )
        }
      </Answered>
    </Panel>
  );
}
