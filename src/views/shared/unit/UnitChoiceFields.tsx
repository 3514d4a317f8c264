import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { AllOrChosen } from '../form/AllOrChosen.tsx';
import { IdsField, WHOLE_LIST } from '../form/IdsField.tsx';
import { useAnswer } from '../services/calls.ts';
import { useFleet } from '../services/fleet.ts';
import { useSession } from '../services/session.ts';
import { useStore } from '../services/store.ts';

/** Of which units: all, or those that are named and those in groups. */
export function UnitChoiceFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<{ readonly all_units: boolean }>();
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
        note: t('unitChoice.units', { count: members }),
      })),
    [groups.value, t],
  );
  return (
    <>
      <AllOrChosen
        name="all_units"
        label={t('fields.unit_ids')}
        all={t('unitChoice.all')}
        chosen={t('unitChoice.chosen')}
      />
      {!values.all_units && (
        <>
          <IdsField name="unit_ids" label={t('fields.unit_ids')} rows={units} otherwise={t('unitChoice.other')} />
          <IdsField
            name="label_ids"
            label={t('fields.label_ids')}
            rows={labels}
            hint={t('unitChoice.groupsHint')}
            otherwise={t('unitChoice.otherGroup')}
          />
        </>
      )}
    </>
  );
}
