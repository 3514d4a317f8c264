import { useMemo, type ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { UNIT_KINDS, nameCollator, unitsByName, type UnitKind } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ComboBox, Panel } from '../../../ui/index.ts';
import { FormRadioGroup, FormTextField, useFormField } from '../../../ui/forms/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { LabelsField } from '../../shared/form/LabelsField.tsx';
import { useStore } from '../../shared/services/store.ts';
import { KIND_ICONS } from '../../shared/unit/unitLook.tsx';
import { PlaceField } from '../place/index.ts';
import './unitFields.css';

/** The fields of a unit, for a new one and for one that is changed. `unitId`: it is not attached to itself. */
export function UnitFields({ unitId }: { unitId: number | null }): ReactNode {
  const { t } = useTranslation();
  const kinds = UNIT_KINDS.map((kind) => {
    const Icon = KIND_ICONS[kind];
    return { value: kind, label: t(`kind.${kind}`), icon: <Icon aria-hidden="true" /> };
  });
  return (
    <>
      <Panel title={t('unitForms.fields.title')}>
        <div className="unit-fields">
          <FormTextField
            name="name"
            label={t('fields.name')}
            required
            autoComplete="off"
            hint={t('common.bounds', LENGTH.unitName)}
          />
          <FormRadioGroup<UnitKind>
            name="kind"
            label={t('fields.kind')}
            options={kinds}
            look="segments"
            className="unit-kinds"
          />
          <LabelsField name="labels" of="units" label={t('fields.labels')} hint={t('unitForms.fields.labelsHint')} />
          <AttachedField unitId={unitId} />
        </div>
      </Panel>
      <Panel title={t('unitForms.place.heading')}>
        <p className="dim">{t('unitForms.place.lead')}</p>
        <PlaceField />
      </Panel>
    </>
  );
}

const NOTHING = '0';

/** What the unit hangs on, as a trailer on its tractor. */
function AttachedField({ unitId }: { unitId: number | null }): ReactNode {
  const { t, i18n } = useTranslation();
  const field = useFormField<number | null>('attached_to_unit_id', t('fields.attached_to_unit_id'));
  const { units } = useStore(useFleet().units);
  const options = useMemo(() => {
    const others = units.filter((unit) => unit.unit_id !== unitId).toSorted(unitsByName(nameCollator(i18n.language)));
    return [
      { value: NOTHING, label: t('unitForms.fields.notAttached') },
      ...others.map((unit) => ({ value: String(unit.unit_id), label: unit.name, note: unit.identifiers.join(', ') })),
    ];
  }, [units, unitId, i18n.language, t]);
  return (
    <ComboBox
      label={t('fields.attached_to_unit_id')}
      options={options}
      value={String(field.value ?? NOTHING)}
      error={field.error}
      hint={t('unitForms.fields.attachedHint')}
      onChange={(id) => field.onChange(id === NOTHING ? null : Number(id))}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}
