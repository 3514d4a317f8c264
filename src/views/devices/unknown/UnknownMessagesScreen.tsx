import type { ReactNode } from 'react';
import { UNREAD } from '../../../domain/base/index.ts';
import type { UnreadType } from '../../../domain/device/index.ts';
import { PROTOCOL_CODES } from '../../../domain/telemetry/index.ts';
import { Trans, useFormats, useTranslation } from '../../../i18n/index.ts';
import { EmptyState, Link, UnknownIcon } from '../../../ui/index.ts';
import { ServerList, type ListColumn, type ListFilter } from '../../shared/list/ServerList.tsx';
import { useSession } from '../../shared/services/session.ts';
import { modelName } from '../deviceColumns.tsx';
import { MessageBytesView } from './MessageBytesView.tsx';
import { UnknownMark } from './UnknownMark.tsx';
import { UNKNOWN_SHOWN } from './UnknownMessages.tsx';
import '../devices.css';

/** Types of messages that are not understood, by protocol and device model: what the next version should learn. */
export default function UnknownMessagesScreen(): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const columns = useTypeColumns();
  const filters: readonly ListFilter[] = [
    {
      id: 'protocol',
      label: t('unknownMessages.protocol'),
      options: Object.keys(PROTOCOL_CODES)
        .map((value) => ({ value, label: value }))
        .sort((a, b) => a.label.localeCompare(b.label, 'en')),
    },
  ];
  return (
    <div className="devices-screen unknown-screen">
      <h1 className="visually-hidden">{t('screens.unknownMessages')}</h1>
      <p className="dim unknown-lead">
        {t('unknownMessages.lead', { days: UNREAD.days })}{' '}
        {account?.type === 'OWNER' && (
          <Trans i18nKey="unknownMessages.reread" components={{ command: <code dir="ltr" /> }} />
        )}
      </p>
      <ServerList<'getUnreadTypeList'>
        id="unknown-messages"
        label={t('screens.unknownMessages')}
        method="getUnreadTypeList"
        subjects={['device']}
        columns={columns}
        filters={filters}
        sort="-last_seen"
        rowKey={(row) => `${row.protocol} ${row.device_model} ${row.type}`}
        rowName={(row) => `${row.protocol} ${row.type}`}
        searchLabel={t('unknownMessages.search')}
        empty={
          <EmptyState title={t('unknownMessages.emptyTitle')} icon={<UnknownIcon />}>
            {t('unknownMessages.emptyLead')}
          </EmptyState>
        }
      />
    </div>
  );
}

function useTypeColumns(): readonly ListColumn<UnreadType>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const time = (iso: string): string => formats.dateTime(Date.parse(iso));
  return [
    {
      id: 'type',
      header: t('unknownMessages.type'),
      sortable: true,
      text: (row) => row.type,
      cell: (row) => (
        <span>
          <bdi dir="ltr">{row.type}</bdi>
        </span>
      ),
    },
    {
      id: 'protocol',
      header: t('unknownMessages.protocol'),
      sortable: true,
      text: (row) => row.protocol,
      cell: (row) => <bdi dir="ltr">{row.protocol}</bdi>,
    },
    {
      id: 'device_model',
      header: t('devices.model'),
      sortable: true,
      text: (row) => modelName(row.device_model),
      cell: (row) => <bdi>{modelName(row.device_model)}</bdi>,
    },
    {
      id: 'messages',
      header: t('unknownMessages.messages'),
      sortable: true,
      align: 'end',
      text: (row) => String(row.messages),
      cell: (row) => <span className="figures">{formats.number(row.messages)}</span>,
    },
    {
      id: 'last_seen',
      header: t('unknownMessages.lastSeen'),
      sortable: true,
      text: (row) => time(row.last_seen),
      cell: (row) => <span className="figures">{time(row.last_seen)}</span>,
    },
    {
      id: 'first_seen',
      header: t('unknownMessages.firstSeen'),
      sortable: true,
      shown: false,
      text: (row) => time(row.first_seen),
      cell: (row) => <span className="figures">{time(row.first_seen)}</span>,
    },
    {
      id: 'state',
      header: t('unknownMessages.state'),
      text: (row) => row.reason,
      cell: (row) => <UnknownMark part={row.part} reason={row.reason} />,
    },
    {
      id: 'example',
      header: t('unknownMessages.example'),
      text: (row) => row.hex,
      cell: (row) => <MessageBytesView message={row} name={`${row.protocol} ${row.type}`} />,
    },
    {
      id: 'device_count',
      header: t('menu.devices'),
      sortable: true,
      text: (row) => row.devices.map(({ name }) => name).join(', '),
      cell: (row) => <TypeDevices row={row} />,
    },
  ];
}

/** The devices that sent it last, each as a link to its messages. */
function TypeDevices({ row }: { row: UnreadType }): ReactNode {
  const { t } = useTranslation();
  const more = row.device_count - row.devices.length;
  return (
    <ul className="unknown-devices">
      {row.devices.map((device) => (
        <li key={device.device_id}>
          <Link href={`/device/${device.device_id}?tab=messages&${UNKNOWN_SHOWN}=1`}>
            <bdi>{device.name}</bdi>
          </Link>
          <bdi className="cell-note">{device.account_name}</bdi>
        </li>
      ))}
      {more > 0 && <li className="dim">{t('unknownMessages.more', { count: more })}</li>}
    </ul>
  );
}
