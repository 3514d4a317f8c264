import type { ReactNode } from 'react';
import { lengthOf, type Shape } from '../../../domain/geometry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import type { PlaceAsking } from './usePlaceQuestion.ts';

/** What a shape is and how large. */
export function ShapeText({ shape }: { readonly shape: Shape }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return t(`unitModes.place.shape.${shape.type}`, {
    radius: shape.type === 'circle' ? formats.distance(shape.radius) : '',
    width: shape.type === 'corridor' ? formats.distance(shape.width) : '',
    length: formats.distance(lengthOf(shape)),
  });
}

interface PlaceSummaryProps {
  readonly shape: Shape;
  readonly span: PlaceAsking['span'];
  /** Shows the fields again. */
  readonly onChange: () => void;
}

/** What is searched for in two lines, so that the list below has the room. */
export function PlaceSummary({ shape, span, onChange }: PlaceSummaryProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="place-summary">
      <span className="figures">
        <ShapeText shape={shape} />
        {span !== null && (
          <span className="dim">
            {t('unitModes.place.span', {
              from: formats.dateTime(span.interval.from),
              to: formats.dateTime(span.interval.to),
            })}
          </span>
        )}
      </span>
      <Button size="compact" onPress={onChange}>
        {t('unitModes.place.change')}
      </Button>
    </div>
  );
}
