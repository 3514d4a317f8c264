import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import type { AlertForm } from '../../domain/alert/index.ts';
import { ALERT, PERSONAL_CHANNELS } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, CloseIcon, ComboBox, IconButton, PlusIcon } from '../../ui/index.ts';
import { FormNumberField, useFormField } from '../../ui/forms/index.ts';
import { targetKey, targetOf, useRecipients } from '../shared/alerts/useRecipients.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';

/** Minutes of the first step, and from one step to the next, as they are offered. */
const BETWEEN = 15;

type Step = AlertForm['escalation'][number];

/** Means those who were notified already: they hear of it by another channel. */
const SAME = 'same';

/** The step for somebody else; for the same people it needs a channel, a text message if nothing else is chosen. */
const directed = (step: Step, key: string): Step => ({
  ...step,
  ...targetOf(key),
  channels: key === SAME && step.channels.length === 0 ? ['sms'] : step.channels,
});

/** Who gets an alarm that nobody acknowledged: a step a line. */
export function StepsField(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<AlertForm>();
  const { escalation } = values;
  const put = (next: readonly Step[]): void => void setFieldValue('escalation', next);
  const add = (): void =>
    put([
      ...escalation,
      { minutes: Number(escalation.at(-1)?.minutes ?? 0) + BETWEEN, user_id: null, role_id: null, channels: [] },
    ]);
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
          onTarget={(key) => put(escalation.with(index, directed(step, key)))}
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
  const { options, nameOf, loading } = useRecipients();
  const path = `escalation[${index}]`;
  const label = t('alerts.target');
  const field = useFormField<number | null>(`${path}.user_id`, label);
  const key = targetKey(step) || (step.channels.length > 0 ? SAME : '');
  const offered = [{ value: SAME, label: t('alerts.samePeople') }, ...options];
  const known = key === '' || offered.some(({ value }) => value === key);
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
        options={known ? offered : [{ value: key, label: nameOf(step) }, ...offered]}
        value={key === '' ? null : key}
        disabled={loading}
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
      <ChecksField
        name={`${path}.channels`}
        label={t('alerts.channels')}
        options={PERSONAL_CHANNELS.map((value) => ({ value, label: t(`notifications.channels.${value}`) }))}
        hint={t('alerts.channelsHint')}
      />
    </div>
  );
}
