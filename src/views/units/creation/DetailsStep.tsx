import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { AccountOfNew } from '../../shared/form/AccountOfNew.tsx';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import { NEW_UNIT, toUnitForm, unitFormSchema, type UnitValues } from '../edit/unitForm.ts';
import { UnitFields } from '../edit/UnitFields.tsx';
import { isCreated, type EarlyStepProps } from './creationTypes.ts';
import { isInCreation } from './creationAddress.ts';

/** Name, kind and place of the unit; saving creates it. */
export function DetailsStep({ actor, snapshot, send, leave }: EarlyStepProps): ReactNode {
  const { t } = useTranslation();
  const { deviceIds, problem } = snapshot.context;
  const busy = snapshot.hasTag('busy');
  return (
    <DraftForm<UnitValues>
      label={t('screens.unitCreation')}
      draftKey="unit.new"
      keepsAt={isInCreation}
      initial={NEW_UNIT}
      schema={unitFormSchema}
      problem={problem}
      className="unit-form"
      onSubmit={(values) => {
        send({ type: 'unit.save', form: toUnitForm(values) });
        return isCreated(actor);
      }}>
      <AccountOfNew need={{ resource: 'units', action: 'a' }} />
      <UnitFields unitId={null} />
      <div className="save-bar">
        {leave}
        <Button onPress={() => send({ type: 'step.back' })} isDisabled={busy} className="save-bar-back">
          {t('common.back')}
        </Button>
        <span className="dim">{t('unitForms.creation.withDevices', { count: deviceIds.length })}</span>
        <Button type="submit" variant="primary" busy={busy}>
          {t('unitForms.creation.create')}
        </Button>
      </div>
    </DraftForm>
  );
}
