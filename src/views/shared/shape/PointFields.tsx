import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { NumberField } from '../../../ui/forms/index.ts';
import type { DraftPoint } from '../../../domain/geometry/index.ts';

export interface PointFieldsProps {
  /** What the point is; heard before "Latitude" and "Longitude". */
  readonly title: string;
  readonly point: DraftPoint;
  readonly onChange: (point: DraftPoint) => void;
  /** Titles of the fields are only heard: a list has them in its head. */
  readonly compact?: boolean;
}

/** The position of one point as two fields. */
export function PointFields({ title, point, onChange, compact = false }: PointFieldsProps): ReactNode {
  const { t } = useTranslation();
  const [longitude, latitude] = point;
  const name = (field: string): string => (compact ? `${title}: ${t(`fields.${field}`)}` : t(`fields.${field}`));
  return (
    <fieldset className="shape-point">
      <legend className="visually-hidden">{title}</legend>
      <NumberField
        label={name('latitude')}
        labelHidden={compact}
        value={latitude}
        measure="°"
        onChange={(value) => onChange([longitude, value])}
      />
      <NumberField
        label={name('longitude')}
        labelHidden={compact}
        value={longitude}
        measure="°"
        onChange={(value) => onChange([value, latitude])}
      />
    </fieldset>
  );
}
