import type { ReactNode } from 'react';
import { RULE, SHAPE } from '../../../domain/base/index.ts';
import { PLACE_CHOICES } from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup } from '../../../ui/forms/index.ts';
import { ReferencesField } from './ReferencesField.tsx';

/** Which places count, and whether units that are there already do. */
export function PlaceParameters({ path, place }: { path: string; place: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormRadioGroup
        name={`${path}.place`}
        label={t('rules.place')}
        options={PLACE_CHOICES.map((value) => ({ value, label: t(`rules.places.${value}`) }))}
      />
      {place === 'point' ? (
        <>
          <FormNumberField name={`${path}.latitude`} label={t('fields.latitude')} required measure="°" />
          <FormNumberField name={`${path}.longitude`} label={t('fields.longitude')} required measure="°" />
          <FormNumberField
            name={`${path}.radius`}
            label={t('fields.radius')}
            required
            measure={t('shapes.metres')}
            hint={t('common.bounds', SHAPE.radius)}
          />
        </>
      ) : (
        <ZoneFields path={path} hint={t('rules.findZonesHint')} />
      )}
      <FormCheckbox name={`${path}.crossing`} label={t('rules.crossing')} />
    </>
  );
}

/** Geofences by choice and by group. `hint` says what choosing none or several means. */
export function ZoneFields({ path, hint }: { path: string; hint: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <ReferencesField
        name={`${path}.zone_ids`}
        kind="zone"
        label={t('rules.findZones')}
        hint={hint}
        most={RULE.zones}
      />
      <ReferencesField
        name={`${path}.zone_group_ids`}
        kind="zoneGroup"
        label={t('rules.findZoneGroups')}
        hint={t('rules.findZoneGroupsHint')}
        most={RULE.zoneGroups}
      />
    </>
  );
}
