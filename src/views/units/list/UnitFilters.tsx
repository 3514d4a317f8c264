import type { ReactNode } from 'react';
import { ATTENTION_KINDS } from '../../../api/contract/index.ts';
import type { Need } from '../../../domain/access/index.ts';
import { UNIT_KINDS, UNIT_STATUSES } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { NativeSelect } from '../../../ui/index.ts';
import { useSession } from '../../shared/services/session.ts';
import type { ListFilterName } from './listState.ts';

export interface UnitFiltersProps {
  filters: Readonly<Record<string, string>>;
  /** Labels in use on the units that are listed. */
  labels: readonly string[];
  /** Accounts of the units that are listed. */
  owners: readonly { readonly value: string; readonly label: string }[];
  /** Whether the server is asked which units need a look, too. */
  attention?: boolean;
  onChange: (filter: ListFilterName, value: string) => void;
}

const SEES_ALARMS: Need = { resource: 'alert', action: 'r' };

/** Narrows the list by what was written down of units. */
export function UnitFilters({ filters, labels, owners, attention = true, onChange }: UnitFiltersProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const choice = (
    filter: Exclude<ListFilterName, 'state'>,
    label: string,
    options: readonly { value: string; label: string }[],
  ): ReactNode => (
    <NativeSelect<string>
      label={label}
      value={filters[filter] ?? ''}
      onChange={(value) => onChange(filter, value)}
      options={[{ value: '', label: t('list.anyOf', { filter: label }) }, ...options]}
    />
  );
  return (
    <>
      {attention &&
        choice(
          'attention',
          t('unitForms.list.attention'),
          ATTENTION_KINDS.filter((value) => value !== 'openAlarm' || can(SEES_ALARMS)).map((value) => ({
            value,
            label: t(`unitForms.list.attentions.${value}`),
          })),
        )}
      {choice(
        'status',
        t('units.list.status'),
        UNIT_STATUSES.map((value) => ({ value, label: t(`unitStatus.${value}`) })),
      )}
      {choice(
        'kind',
        t('units.list.kind'),
        UNIT_KINDS.map((value) => ({ value, label: t(`kind.${value}`) })),
      )}
      {labels.length > 0 &&
        choice(
          'label',
          t('unitForms.list.label'),
          labels.map((value) => ({ value, label: value })),
        )}
      {(owners.length > 1 || filters.owner) && choice('owner', t('units.list.account'), owners)}
      {choice(
        'allocation',
        t('unitForms.list.allocation'),
        (['own', 'allocated'] as const).map((value) => ({ value, label: t(`unitForms.list.allocations.${value}`) })),
      )}
    </>
  );
}
