import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { REPORT_FORMATS, REPORT_PERIODS, REPORT_TYPES, type ReportForm } from '../../domain/report/index.ts';
import { UNIT_EVENT_KINDS } from '../../domain/unitEvent/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel, Switch } from '../../ui/index.ts';
import { FormNumberField, FormSelect, useFormField } from '../../ui/forms/index.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { IdsField, WHOLE_LIST } from '../shared/form/IdsField.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { FormClockField, FormDayField } from '../shared/time/FormTimes.tsx';

/** What it says. */
export function TypeField(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<ReportForm>();
  return (
    <FormSelect
      name="type"
      label={t('reports.fields.type')}
      hint={t(`reports.leads.${values.type}`)}
      options={REPORT_TYPES.map((value) => ({ value, label: t(`reports.types.${value}`) }))}
    />
  );
}

/** Which days, and which hours of them. */
export function PeriodFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<ReportForm>();
  return (
    <>
      <FormSelect
        name="period"
        label={t('reports.fields.period')}
        hint={t('reports.daysHint')}
        options={REPORT_PERIODS.map((value) => ({ value, label: t(`datePresets.${value}`) }))}
      />
      {values.period === 'own' && (
        <div className="report-pair">
          <FormDayField name="from_day" label={t('reports.fields.from_day')} required />
          <FormDayField name="to_day" label={t('reports.fields.to_day')} required />
        </div>
      )}
      <ShiftSwitch />
      {values.by_shift && (
        <>
          <div className="report-pair">
            <FormClockField name="shift_from" label={t('fields.shift_from')} required />
            <FormClockField name="shift_to" label={t('fields.shift_to')} required />
          </div>
          <p className="field-hint">
            {t('reports.shiftHint')} {t('reports.midnight')}
          </p>
        </>
      )}
    </>
  );
}

function ShiftSwitch(): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<boolean>('by_shift', t('reports.fields.by_shift'));
  return (
    <Switch selected={field.value} onChange={field.onChange}>
      {t('reports.shiftOnly')}
    </Switch>
  );
}

/** What the type leaves open; nothing for those that leave nothing open. */
export function ContentFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<ReportForm>();
  const { type } = values;
  if (type !== 'stops' && type !== 'visits' && type !== 'events') return null;
  return (
    <Panel title={t('reports.what')}>
      <div className="entity-fields">
        {type === 'visits' && <GeofencesField />}
        {type === 'events' && (
          <ChecksField
            name="kinds"
            label={t('reports.fields.kinds')}
            hint={t('reports.allKinds')}
            options={UNIT_EVENT_KINDS.map((value) => ({ value, label: t(`unitModes.events.kind.${value}`) }))}
          />
        )}
        {type !== 'events' && (
          <FormNumberField
            name="min_minutes"
            label={t('reports.fields.min_minutes')}
            hint={t('reports.minHint')}
            whole
            required={false}
          />
        )}
      </div>
    </Panel>
  );
}

function GeofencesField(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { value } = useAnswer('getGeofenceList', can({ resource: 'geofences', action: 'r' }) ? WHOLE_LIST : null, [
    'geofence',
  ]);
  const rows = useMemo(() => (value?.rows ?? []).map(({ geofence_id: id, name }) => ({ id, name })), [value]);
  return (
    <IdsField
      name="geofence_ids"
      label={t('reports.fields.geofence_ids')}
      rows={rows}
      hint={t('reports.allGeofences')}
      otherwise={t('reports.otherGeofence')}
    />
  );
}

/** What comes beside the tables. */
export function FormatsField(): ReactNode {
  const { t } = useTranslation();
  return (
    <ChecksField
      name="formats"
      label={t('reports.fields.formats')}
      options={REPORT_FORMATS.map((value) => ({ value, label: t(`reports.formats.${value}`) }))}
    />
  );
}
