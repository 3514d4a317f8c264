import type { ReactNode } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import { serviceReminders, type ServiceRecord, type ServiceReminder } from '../../domain/maintenance/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { EmptyState, Link, ServiceIcon } from '../../ui/index.ts';
import { EntityScreen } from '../shared/entity/index.ts';
import { ServerList, type ListColumn } from '../shared/list/ServerList.tsx';
import { useServiceWords } from '../shared/maintenance/index.ts';

/** Everything that was done of one reminder. */
export default function HistoryScreen(): ReactNode {
  return (
    <EntityScreen entity={serviceReminders}>
      {(reminder) => <History key={reminder.service_reminder_id} reminder={reminder} />}
    </EntityScreen>
  );
}

function History({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  const label = t('service_reminders.historyOf', { name: reminder.name });
  return (
    <>
      <h1 className="visually-hidden">{label}</h1>
      <ServerList
        id="service_history"
        label={label}
        method="getServiceHistory"
        data={{ service_reminder_id: reminder.service_reminder_id }}
        subjects={['service_reminder']}
        columns={useColumns()}
        rowKey={({ service_record_id: id }) => id}
        rowName={({ done_at: at, name }) => `${name} ${at}`}
        sort="-done_at"
        searchLabel={t('service_reminders.searchHistory')}
        empty={
          <EmptyState title={t('service_reminders.noHistory')} icon={<ServiceIcon />}>
            {t('service_reminders.noHistoryLead')}
          </EmptyState>
        }
      />
    </>
  );
}

function useColumns(): readonly ListColumn<ServiceRecord>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useServiceWords();
  const column = (
    id: string,
    text: (record: ServiceRecord) => string,
    { sortable = false, cell }: { sortable?: boolean; cell?: (record: ServiceRecord) => ReactNode } = {},
  ): ListColumn<ServiceRecord> => ({
    id,
    header: t(`service_reminders.bill.${id}`),
    sortable,
    shown: true,
    text,
    cell: cell ?? ((record) => <bdi>{text(record)}</bdi>),
  });
  const time = ({ done_at: at }: ServiceRecord): string => formats.dateTime(fromIso(at));
  return [
    column('done_at', time, {
      sortable: true,
      cell: (record) => <Link href={`/maintenance-history/${record.service_record_id}`}>{time(record)}</Link>,
    }),
    column('work', ({ work }) => work.join(', ')),
    column('odometer', ({ odometer }) => (odometer === null ? '' : words.figure('km', odometer)), { sortable: true }),
    column('engine_hours', ({ engine_hours: hours }) => (hours === null ? '' : words.figure('hours', hours))),
    column('cost', ({ cost, currency }) => (cost === null ? '' : words.cost(cost, currency)), { sortable: true }),
    column('place', ({ place }) => place),
    column('invoice', ({ invoice }) => invoice),
    column('note', ({ note }) => note),
    column('recorded_by', ({ recorded_by: by }) => by),
  ];
}
