import type { ReactNode } from 'react';
import { ALARM_STATES } from '../../domain/alarm/index.ts';
import { SEVERITIES } from '../../domain/alert/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { NativeSelect, Switch } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useStorePart } from '../shared/services/store.ts';
import type { useAlarmFilters } from './useAlarmFilters.ts';

/** Narrows the queue; what is chosen is kept in the address. */
export function AlarmFilters({ filters, set }: Pick<ReturnType<typeof useAlarmFilters>, 'filters' | 'set'>): ReactNode {
  const { t } = useTranslation();
  const rules = useAnswer('getRuleList', { limit: PAGE.maximumLimit, sort: 'name' }, ['rule']).value?.rows ?? [];
  const labels = useAnswer('getLabels', { of: 'alerts' }, ['alert', 'label']).value?.labels ?? [];
  const unitId = filters.unit_id;
  const unitName = useStorePart(useFleet().units, ({ byId }) =>
    unitId ? (byId.get(unitId)?.name ?? String(unitId)) : '',
  );
  return (
    <div className="alarm-filters">
      <NativeSelect
        showLabel
        label={t('alarms.filters.state')}
        value={filters.state ?? ''}
        options={[
          { value: '', label: t('alarms.filters.unresolved') },
          ...ALARM_STATES.map((value) => ({ value, label: t(`alarms.states.${value}`) })),
          { value: 'all', label: t('alarms.filters.all') },
        ]}
        onChange={(value) => set('state', value)}
      />
      <NativeSelect
        showLabel
        label={t('alarms.filters.severity')}
        value={filters.severity ?? ''}
        options={[
          { value: '', label: t('alarms.filters.anySeverity') },
          ...SEVERITIES.map((value) => ({ value, label: t(`alerts.filters.severity.${value}`) })),
        ]}
        onChange={(value) => set('severity', value)}
      />
      <NativeSelect
        showLabel
        label={t('alarms.filters.rule')}
        value={String(filters.rule_id ?? '')}
        options={[
          { value: '', label: t('alarms.filters.anyRule') },
          ...rules.map(({ rule_id, name }) => ({ value: String(rule_id), label: name })),
        ]}
        onChange={(value) => set('rule_id', value)}
      />
      {labels.length > 0 && (
        <NativeSelect
          showLabel
          label={t('alarms.filters.group')}
          value={filters.label ?? ''}
          options={[
            { value: '', label: t('alarms.filters.anyGroup') },
            ...labels.map((value) => ({ value, label: value })),
          ]}
          onChange={(value) => set('label', value)}
        />
      )}
      {unitId !== undefined && (
        <NativeSelect
          showLabel
          label={t('fields.unit_id')}
          value={String(unitId)}
          options={[
            { value: '', label: t('alarms.filters.all') },
            { value: String(unitId), label: unitName },
          ]}
          onChange={(value) => set('unit_id', value)}
        />
      )}
      <Switch selected={filters.mine === true} onChange={(mine) => set('mine', mine ? '1' : '')}>
        {t('alarms.filters.mine')}
      </Switch>
    </div>
  );
}
