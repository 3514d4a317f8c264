import { useState, type ReactNode } from 'react';
import { UNREAD } from '../../../domain/base/index.ts';
import type { DeviceDetails, UnreadDeviceMessage } from '../../../domain/device/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button, ExpandIcon } from '../../../ui/index.ts';
import { Pager } from '../../shared/list/ServerListParts.tsx';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer } from '../../shared/services/calls.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { MessageBytesView } from './MessageBytesView.tsx';
import { UnknownMark } from './UnknownMark.tsx';
import '../../shared/list/serverList.css';
import './unknown.css';
import '../messages/messages.css';

/** The address shows them opened. */
export const UNKNOWN_SHOWN = 'unknown';
const FIRST = { page: 1, limit: 20 };

/** Messages of the device that were acknowledged and not understood; nothing where there are none. */
export function UnknownMessages({ device }: { device: Pick<DeviceDetails, 'device_id'> }): ReactNode {
  const { t } = useTranslation();
  const { query: address, replaceQuery } = useScreenPath();
  const [asked, setAsked] = useState(FIRST);
  const answer = useAnswer('getUnreadMessageList', { device_id: device.device_id, ...asked });
  const { value, problem } = answer;
  const isOpen = address.has(UNKNOWN_SHOWN);
  const toggle = (): void => {
    const next = new URLSearchParams(address);
    if (isOpen) next.delete(UNKNOWN_SHOWN);
    else next.set(UNKNOWN_SHOWN, '1');
    replaceQuery(next);
  };
  if (problem !== null)
    return <ProblemBanner problem={problem} action={<Button onPress={answer.reload}>{t('common.retry')}</Button>} />;
  if (value === null || value.total === 0) return null;
  return (
    <section className="unknown-messages" aria-label={t('screens.unknownMessages')}>
      <Button
        variant="quiet"
        aria-expanded={isOpen}
        icon={<ExpandIcon className="unknown-chevron" aria-hidden="true" />}
        onPress={toggle}>
        {t('unknownMessages.title', { count: value.total })}
      </Button>
      {isOpen && (
        <>
          <p className="dim">{t('unknownMessages.lead', { days: UNREAD.days })}</p>
          <UnknownTable rows={value.rows} />
          <Pager
            total={value.total}
            query={{ ...asked, search: '', sort: '', filters: {}, view: '' }}
            onChange={({ page = 1, limit = asked.limit }) => setAsked({ page, limit })}
          />
        </>
      )}
    </section>
  );
}

function TypeName({ row }: { row: UnreadDeviceMessage }): ReactNode {
  return (
    <span>
      <bdi dir="ltr">{row.type}</bdi>
      <bdi dir="ltr" className="cell-note">
        {row.protocol}
      </bdi>
    </span>
  );
}

function UnknownTable({ rows }: { rows: readonly UnreadDeviceMessage[] }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="server-list-scroll">
      <table className="server-table message-table" aria-label={t('screens.unknownMessages')}>
        <thead>
          <tr>
            {(['received', 'type', 'state', 'bytes'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`unknownMessages.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.message_id}>
              <th scope="row" className="figures message-time">
                {formats.preciseTime(Date.parse(row.received_at))}
              </th>
              <td data-label={t('unknownMessages.type')}>
                <TypeName row={row} />
              </td>
              <td data-label={t('unknownMessages.state')}>
                <UnknownMark part={row.part} reason={row.reason} />
              </td>
              <td data-label={t('unknownMessages.bytes')}>
                <MessageBytesView message={row} name={row.type} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
