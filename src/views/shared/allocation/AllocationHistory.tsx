import type { ReactNode } from 'react';
import { allocationState, type Allocation, type AllocationState } from '../../../domain/allocation/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, Button, type StatusTone } from '../../../ui/index.ts';
import { SECOND } from '../../../domain/base/index.ts';
import { useNow } from '../time/useNow.ts';
import '../list/serverList.css';
import './allocation.css';

const TONE: Readonly<Record<AllocationState, StatusTone>> = { upcoming: 'info', current: 'normal', ended: 'off' };

export interface AllocationHistoryProps {
  label: string;
  rows: readonly Allocation[];
  /** Ends one now, or takes back one that has not begun; left out where one may not. */
  onEnd?: (allocation: Allocation) => void;
  /** False: those that have not begun stay. */
  mayTakeBack?: boolean;
}

/** Who held something when, as the server orders it. */
export function AllocationHistory({ label, rows, onEnd, mayTakeBack = true }: AllocationHistoryProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow(SECOND);
  const instant = (iso: string): string => formats.dateTime(Date.parse(iso));
  return (
    <div className="server-list-scroll">
      <table className="server-table" aria-label={label}>
        <thead>
          <tr>
            {(['account', 'start', 'end', 'state', 'by'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`allocation.${column}`)}
              </th>
            ))}
            {onEnd && (
              <th scope="col">
                <span className="visually-hidden">{t('list.actions')}</span>
              </th>
            )}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const state = allocationState(
              {
                from: Date.parse(row.start_date),
                to: row.end_date === null ? Number.POSITIVE_INFINITY : Date.parse(row.end_date),
              },
              now,
            );
            return (
              <tr key={row.allocation_id}>
                <th scope="row" className="server-table-name">
                  <bdi>{row.account_name}</bdi>
                </th>
                <td data-label={t('allocation.start')} className="figures">
                  {instant(row.start_date)}
                </td>
                <td data-label={t('allocation.end')} className="figures">
                  {row.end_date === null ? t('allocation.open') : instant(row.end_date)}
                </td>
                <td data-label={t('allocation.state')}>
                  <Badge tone={TONE[state]}>{t(`allocation.states.${state}`)}</Badge>
                </td>
                <td data-label={t('allocation.by')}>
                  <bdi dir="ltr">{row.username || '—'}</bdi>
                </td>
                {onEnd && (
                  <td className="server-table-actions">
                    {(state === 'current' || (state === 'upcoming' && mayTakeBack)) && (
                      <Button
                        size="compact"
                        aria-label={t(state === 'current' ? 'allocation.endOf' : 'allocation.takeBackOf', {
                          account: row.account_name,
                        })}
                        onPress={() => onEnd(row)}>
                        {t(state === 'current' ? 'allocation.endNow' : 'allocation.takeBack')}
                      </Button>
                    )}
                  </td>
                )}
              </tr>
            );
          })}
        </tbody>
      </table>
    </div>
  );
}
