import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { PAGE } from '../../domain/base/index.ts';
import { OCCASIONS, type NotificationForm } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { RadioGroup } from '../../ui/index.ts';
import { useFormField } from '../../ui/forms/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useFleet } from '../shared/services/fleet.ts';
import { useSession } from '../shared/services/session.ts';
import { useStore } from '../shared/services/store.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { ManyField } from './ManyField.tsx';

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

interface IdsFieldProps {
  readonly name: string;
  readonly label: string;
  readonly otherwise: string;
  readonly hint?: string;
  readonly rows: readonly { readonly id: number; readonly name: string; readonly note?: string }[];
}

/** Things by their numbers, chosen by their names. */
function IdsField({ name, label, rows, ...rest }: IdsFieldProps): ReactNode {
  const { value, error, onChange, onBlur } = useFormField<readonly number[]>(name, label);
  const options = useMemo(
    () => rows.map(({ id, name: words, note }) => ({ value: String(id), label: words, ...(note && { note }) })),
    [rows],
  );
  const keys = useMemo(() => value.map(String), [value]);
  return (
    <ManyField
      {...rest}
      label={label}
      value={keys}
      options={options}
      error={error}
      onChange={(next) => onChange(next.map(Number))}
      onBlur={onBlur}
    />
  );
}

const WHOLE_LIST = { page: 1, limit: PAGE.maximumLimit, sort: 'name' } as const;

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
