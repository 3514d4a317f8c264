import { useState, type ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, LinkButton, Panel, WarningIcon } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { AnswerScreen } from '../../shared/AnswerView.tsx';
import { useFreshAnswer } from '../../shared/services/calls.ts';
import { DraftForm } from '../../shared/form/DraftForm.tsx';
import { FormButtons } from '../../shared/form/FormButtons.tsx';
import { useOwnChanges } from '../../shared/form/ownChanges.ts';
import { GoneNotice } from '../../shared/gone/GoneNotice.tsx';
import { useScreenParameters } from '../../shared/address/screen.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { BeyondReach } from '../../shared/BeyondReach.tsx';
import { useNotify } from '../../shared/services/toasts.ts';
import { useAct } from '../../shared/services/useAct.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { DevicePicker, type DevicePickerProps } from '../devices/index.ts';
import { editSchema, editValuesOf, onWire, type EditValues } from './editForm.ts';
import { UnitFields } from './UnitFields.tsx';
import { useIsAllocated } from '../useIsAllocated.ts';
import '../../shared/shared.css';
import './unitFields.css';

/** Changes a unit and its devices. */
export default function UnitEditScreen(): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useFreshAnswer('getUnit', { unit_id: Number(id) }, ['unit']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(unit) => String(unit.unit_id) === id}
      gone={(unit) => <GoneNotice name={unit.name} thing={unit} list="units" />}
      named={({ name }) => ({ name, page: `/unit/${id}/view` })}
      className="unit-screen"
      blocks={[280]}>
      {(unit) => <UnitEdit unit={unit} />}
    </AnswerScreen>
  );
}

function UnitEdit({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const notify = useNotify();
  const { goOn } = useScreenPath();
  const act = useAct();
  const isAllocated = useIsAllocated(unit);
  const mayIn = useMayIn();
  const view = `/unit/${unit.unit_id}/view`;
  const own = useOwnChanges();
  const [initial] = useState(() => editValuesOf(unit));
  if (!mayIn(unit, { resource: 'units', action: 'u' }) && !isAllocated)
    return <BeyondReach href={view} name={unit.name} account={unit.account_name} />;
  if (isAllocated) {
    return (
      <Banner tone="caution" icon={<WarningIcon />} action={<LinkButton href={view}>{t('common.open')}</LinkButton>}>
        {t('unitForms.edit.allocated', { name: unit.name, account: unit.account_name })}
      </Banner>
    );
  }
  const save = async (values: EditValues): Promise<boolean> => {
    const changes = own.of(onWire(initial), onWire(values), act.problem);
    if (
      Object.keys(changes.expected).length > 0 &&
      (await act.run('updateUnit', { ...changes, unit_id: unit.unit_id })) === null
    )
      return false;
    notify.done(t('success.unitUpdated'));
    goOn(view);
    return true;
  };
  return (
    <div className="unit-screen">
      <h1 className="page-title">
        <bdi>{unit.name}</bdi>
      </h1>
      <DraftForm<EditValues>
        label={t('screens.unitEdit')}
        draftKey={`unit.${unit.unit_id}`}
        initial={initial}
        schema={editSchema}
        problem={act.problem}
        onSubmit={save}
        className="unit-form">
        <UnitFields unitId={unit.unit_id} />
        <Panel title={t('unitForms.devices.title')}>
          <DevicesField known={unit.devices} />
        </Panel>
        <FormButtons busy={act.busy} onCancel={() => goOn(view)} isBar />
      </DraftForm>
    </div>
  );
}

function DevicesField({ known }: Pick<DevicePickerProps, 'known'>): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<readonly number[]>('device_ids', t('fields.device_ids'));
  return (
    <>
      {field.error !== undefined && (
        <Banner tone="critical" icon={<WarningIcon />}>
          {field.error}
        </Banner>
      )}
      <DevicePicker chosen={field.value} known={known} onChange={field.onChange} />
    </>
  );
}
