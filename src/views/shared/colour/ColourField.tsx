import type { ReactNode } from 'react';
import { GEOFENCE_COLOURS } from '../../../domain/geofence/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormRadioGroup } from '../../../ui/forms/index.ts';
import { ColourMark } from './ColourMark.tsx';

/** The colour of a geofence or route in its form. */
export function ColourField({ name, label }: { name: string; label: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <FormRadioGroup
      name={name}
      label={label}
      options={GEOFENCE_COLOURS.map((value) => ({
        value,
        label: t(`geofences.colours.${value}`),
        icon: <ColourMark colour={value} />,
      }))}
    />
  );
}
