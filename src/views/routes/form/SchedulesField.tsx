import { useFormikContext } from 'formik';
import { useState, type ReactNode } from 'react';
import { ROUTE } from '../../../domain/base/index.ts';
import { REPEATS, TIMINGS, newSchedule, type RouteForm, type Schedule } from '../../../domain/route/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, CloseIcon, IconButton, Panel, PlusIcon } from '../../../ui/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { LabelsField } from '../../shared/form/LabelsField.tsx';
import { FormClockField, FormDayField, FormWeekdays } from '../../shared/time/FormTimes.tsx';
import { nextKey } from './routeDraft.ts';
import { ScheduleTimes } from './ScheduleTimes.tsx';
import { ScheduleUnits } from './ScheduleUnits.tsx';
import { ScheduleDays } from '../ScheduleLines.tsx';

/**
 * When units drive the route: a schedule a block. Of many, those that were saved are folded until they are to be
 * changed.
 */
export function SchedulesField(): ReactNode {
  const { t } = useTranslation();
  const { values, initialValues, setFieldValue } = useFormikContext<RouteForm>();
  const { schedules } = values;
  const saved = initialValues.schedules.length > 1 ? initialValues.schedules.map(({ key }) => key) : [];
  const put = (next: readonly Schedule[]): void => void setFieldValue('schedules', next);
  return (
    <Panel title={t('routes.fields.schedules')}>
      {schedules.length === 0 && <p className="dim">{t('routes.noSchedules')}</p>}
      {schedules.map((schedule, index) => (
        <ScheduleFields
          key={schedule.key}
          schedule={schedule}
          index={index}
          isFolded={saved.includes(schedule.key)}
          onRemove={() => put(schedules.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        isDisabled={schedules.length >= ROUTE.schedules}
        onPress={() => put([...schedules, newSchedule(nextKey(schedules))])}>
        {t('routes.addSchedule')}
      </Button>
    </Panel>
  );
}

interface ScheduleFieldsProps {
  readonly schedule: Schedule;
  readonly index: number;
  /** At first; what is wrong in it opens it. */
  readonly isFolded: boolean;
  readonly onRemove: () => void;
}

function ScheduleFields({ schedule, index, isFolded, onRemove }: ScheduleFieldsProps): ReactNode {
  const { t } = useTranslation();
  const path = `schedules[${index}]`;
  const title = schedule.name || t('routes.schedule.title', { number: index + 1 });
  const [isOpen, setOpen] = useState(!isFolded);
  const { error } = useFormField(path, title);
  // It stays open while what was wrong is put right.
  if (error !== undefined && !isOpen) setOpen(true);
  return (
    <fieldset className="route-schedule">
      <legend className="route-schedule-head">
        <bdi>{title}</bdi>
        <IconButton
          size="compact"
          label={t('routes.schedule.remove', { name: title })}
          icon={<CloseIcon aria-hidden="true" />}
          onPress={onRemove}
        />
      </legend>
      {isOpen ? (
        <div className="entity-fields">
          <FormTextField name={`${path}.name`} label={t('routes.schedule.name')} autoComplete="off" />
          <FormCheckbox name={`${path}.enabled`} label={t('routes.schedule.enabled')} />
          <ScheduleUnits path={`${path}.unit_ids`} />
          <FormRadioGroup
            name={`${path}.repeat`}
            label={t('routes.schedule.repeat')}
            options={REPEATS.map((value) => ({ value, label: t(`routes.schedule.repeats.${value}`) }))}
          />
          {schedule.repeat === 'once' ? (
            <FormDayField name={`${path}.date`} label={t('routes.schedule.date')} required />
          ) : (
            <FormWeekdays name={`${path}.days`} label={t('routes.schedule.days')} />
          )}
          <FormClockField name={`${path}.start`} label={t('routes.schedule.start')} required />
          <FormNumberField
            name={`${path}.tolerance`}
            label={t('routes.schedule.tolerance')}
            whole
            measure={t('routes.schedule.minutes')}
            hint={t('routes.schedule.toleranceHint')}
          />
          {schedule.repeat === 'weekly' && (
            <div className="route-pair">
              <FormDayField name={`${path}.from`} label={t('routes.schedule.from')} />
              <FormDayField name={`${path}.until`} label={t('routes.schedule.until')} />
            </div>
          )}
          <FormRadioGroup
            name={`${path}.timing`}
            label={t('routes.schedule.timing')}
            options={TIMINGS.map((value) => ({ value, label: t(`routes.schedule.timings.${value}`) }))}
          />
          <LabelsField name={`${path}.labels`} label={t('fields.labels')} hint={t('roles.labelsHint')} of="schedules" />
          <ScheduleTimes schedule={schedule} path={`${path}.times`} />
        </div>
      ) : (
        <div className="route-schedule-line">
          <span>
            <ScheduleDays schedule={schedule} />
          </span>
          <Button
            size="compact"
            aria-label={t('routes.schedule.changeNamed', { name: title })}
            onPress={() => setOpen(true)}>
            {t('routes.schedule.change')}
          </Button>
        </div>
      )}
    </fieldset>
  );
}
