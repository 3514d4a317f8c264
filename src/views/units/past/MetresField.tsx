import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { NumberField } from '../../../ui/forms/index.ts';

interface MetresFieldProps {
  readonly label: string;
  readonly bounds: { readonly min: number; readonly max: number };
  readonly value: number;
  readonly onChange: (metres: number) => void;
}

/** A length that is taken over as soon as it lies within its bounds. */
export function MetresField({ label, bounds, value, onChange }: MetresFieldProps): ReactNode {
  const { t } = useTranslation();
  return (
    <NumberField
      label={label}
      value={value}
      measure={t('shapes.metres')}
      onChange={(metres) => {
        if (typeof metres === 'number' && metres >= bounds.min && metres <= bounds.max) onChange(metres);
      }}
    />
  );
}
