import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { AlertForm } from '../../domain/alert/index.ts';
import { ALERT } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, CloseIcon, ComboBox, IconButton, PlusIcon } from '../../ui/index.ts';
import { FormNumberField, useFormField } from '../../ui/forms/index.ts';
import { targetKey, targetOf, useRecipients } from '../shared/alerts/useRecipients.ts';

/** Minutes of the first step, and from one step to the next, as they are offered. */
const BETWEEN = 15;

type Step = AlertForm['escalation'][number];

/** Who gets an alarm that nobody acknowledged: a step a line. */
export function StepsField(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<AlertForm>();
  const { escalation } = values;
  const put = (next: readonly Step[]): void => void setFieldValue('escalation', next);
  const add = (): void =>
    put([...escalation, { minutes: Number(escalation.at(-1)?.minutes ?? 0) + BETWEEN, user_id: null, role_id: null }]);
  return (
    <>
      <p className="dim">{t('alerts.escalationLead')}</p>
      {escalation.map((step, index) => (
        <StepFields
          // Steps differ by their place alone.
          // oxlint-disable-next-line react/no-array-index-key
          key={index}
          step={step}
          index={index}
          onTarget={(key) => put(escalation.with(index, { ...step, ...targetOf(key) }))}
          onRemove={() => put(escalation.toSpliced(index, 1))}
        />
      ))}
      <Button
        size="compact"
        icon={<PlusIcon aria-hidden="true" />}
        isDisabled={escalation.length >= ALERT.steps}
        onPress={add}>
        {t('alerts.addStep')}
      </Button>
    </>
  );
}

interface StepFieldsProps {
  readonly step: Step;
  readonly index: number;
  readonly onTarget: (key: string) => void;
  readonly onRemove: () => void;
}

function StepFields({ step, index, onTarget, onRemove }: StepFieldsProps): ReactNode {
  const { t } = useTranslation();
  const { options, nameOf } = useRecipients();
  const path = `escalation[${index}]`;
  const label = t('alerts.target');
  const field = useFormField<number | null>(`${path}.user_id`, label);
  const key = targetKey(step);
  const known = key === '' || options.some(({ value }) => value === key);
  return (
    <div className="alert-step">
      <FormNumberField
        name={`${path}.minutes`}
        label={t('alerts.after')}
        whole
        measure={t('routes.schedule.minutes')}
      />
      <ComboBox<string>
        label={label}
        required
        options={known ? options : [{ value: key, label: nameOf(step) }, ...options]}
        value={key === '' ? null : key}
        error={field.error}
        placeholder={t('common.choose')}
        emptyText={t('common.noMatches')}
        openLabel={t('common.open')}
        onChange={onTarget}
      />
      <IconButton
        size="compact"
        label={t('alerts.removeStep', { number: index + 1 })}
        icon={<CloseIcon aria-hidden="true" />}
        onPress={onRemove}
      />
    </div>
  );
}
