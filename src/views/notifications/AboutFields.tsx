import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { OCCASIONS, type NotificationForm } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RadioGroup } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useSession } from '../shared/services/session.ts';
import { useStore } from '../shared/services/store.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { IdsField, WHOLE_LIST } from './IdsField.tsx';

/** Everything, or what is named. */
function AllOrChosen({
  name,
  label,
  all,
  chosen,
}: Readonly<Record<'name' | 'label' | 'all' | 'chosen', string>>): ReactNode {
  const field = useFormField<boolean>(name, label);
  return (
    <RadioGroup
      label={label}
      value={field.value ? 'all' : 'chosen'}
      onChange={(value) => field.onChange(value === 'all')}
      onBlur={field.onBlur}
      options={[
        { value: 'all', label: all },
        { value: 'chosen', label: chosen },
      ]}
    />
  );
}

/** Of which alerts people hear, and when. */
export function AboutFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  const { can, account } = useSession();
  const { value } = useAnswer('getAlertList', can({ resource: 'alert', action: 'r' }) ? WHOLE_LIST : null, ['alert']);
  const rows = useMemo(
    () =>
      (value?.rows ?? [])
        .filter(({ account_id }) => account_id === account?.account_id)
        .map(({ alert_id: id, name, severity }) => ({ id, name, note: t(`alerts.filters.severity.${severity}`) })),
    [value, account, t],
  );
  return (
    <>
      <AllOrChosen
        name="all_alerts"
        label={t('fields.alert_ids')}
        all={t('notifications.allAlerts')}
        chosen={t('notifications.chosenAlerts')}
      />
      {!values.all_alerts && (
        <IdsField
          name="alert_ids"
          label={t('notifications.chosenAlerts')}
          rows={rows}
          otherwise={t('notifications.otherAlert')}
        />
      )}
      <ChecksField
        name="occasions"
        label={t('fields.occasions')}
        options={OCCASIONS.map((each) => ({ value: each, label: t(`notifications.occasions.${each}`) }))}
      />
    </>
  );
}

/** Of which units: all, or those that are named and those in groups. */
export function UnitFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  const { can } = useSession();
  const { byId } = useStore(useFleet().units);
  const groups = useAnswer(
    'getLabelList',
    can({ resource: 'label', action: 'r' }) ? { ...WHOLE_LIST, filters: { kind: 'units' } } : null,
    ['label'],
  );
  const units = useMemo(
    () =>
      [...byId.values()]
        .map(({ unit_id: id, name }) => ({ id, name }))
        .toSorted((one, other) => one.name.localeCompare(other.name)),
    [byId],
  );
  const labels = useMemo(
    () =>
      (groups.value?.rows ?? []).map(({ label_id: id, name, members }) => ({
        id,
        name,
        note: t('notifications.counts.units', { count: members }),
      })),
    [groups.value, t],
  );
  return (
    <>
      <AllOrChosen
        name="all_units"
        label={t('fields.unit_ids')}
        all={t('notifications.allUnits')}
        chosen={t('notifications.chosenUnits')}
      />
      {!values.all_units && (
        <>
          <IdsField
            name="unit_ids"
            label={t('fields.unit_ids')}
            rows={units}
            otherwise={t('notifications.otherUnit')}
          />
          <IdsField
            name="label_ids"
            label={t('fields.label_ids')}
            rows={labels}
            hint={t('notifications.groupsHint')}
            otherwise={t('notifications.otherGroup')}
          />
        </>
      )}
    </>
  );
}
