import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { sims } from '../../domain/sim/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FormRadioGroup, FormTextField } from '../../ui/forms/index.ts';
import { EntityForm, useEntityWords } from '../shared/entity/index.ts';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { FormDayField } from '../shared/time/FormTimes.tsx';

/** Adds a SIM card, or changes one. */
export default function SimFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { field, status } = useEntityWords(sims);
  return (
    <EntityForm entity={sims}>
      <FormTextField
        name="sim_number"
        label={field('sim_number')}
        required
        direction="ltr"
        inputMode="tel"
        autoComplete="off"
        hint={t('sims.numberHint', LENGTH.simNumber)}
      />
      <FormTextField
        name="sim_operator"
        label={field('sim_operator')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.simOperator)}
      />
      <FormTextField
        name="iccid"
        label={field('iccid')}
        direction="ltr"
        inputMode="numeric"
        autoComplete="off"
        hint={t('sims.iccidHint')}
      />
      <FormTextField name="apn" label={field('apn')} direction="ltr" autoComplete="off" hint={t('sims.apnHint')} />
      <FormDayField name="expires_on" label={field('expires_on')} />
      <FormRadioGroup
        name="status"
        label={field('status')}
        options={sims.statuses.map((value) => ({ value, label: status(value) }))}
      />
      <LabelsField name="labels" label={field('labels')} hint={t('roles.labelsHint')} of="sims" />
      <FormTextField name="note" label={field('note')} autoComplete="off" hint={t('entity.upTo', LENGTH.note)} />
    </EntityForm>
  );
}
