import type { ReactNode } from 'react';
import { areaOf, draftOf, lengthOf, linesOf, type Shape } from '../../../domain/geometry/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';

/** Points that somebody would count: those that close rings are not. */
const vertexCount = (shape: Shape): number => linesOf(draftOf(shape)).reduce((sum, line) => sum + line.length, 0);

/** How large a shape is: area, length or perimeter, points. Nothing is said of none. */
export function ShapeMeasures({ shape }: { shape: Shape | null }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  if (shape === null) return <p className="shape-measures dim">{t('shapes.hint')}</p>;
  return (
    <output className="shape-measures figures">
      <span>{t('shapes.area', { value: formats.area(areaOf(shape)) })}</span>
      <span>
        {t(shape.type === 'corridor' ? 'shapes.length' : 'shapes.perimeter', {
          value: formats.distance(lengthOf(shape)),
        })}
      </span>
      {shape.type === 'circle' ? (
        <span>{t('shapes.radius', { value: formats.distance(shape.radius) })}</span>
      ) : (
        <span>{t('shapes.points', { count: vertexCount(shape) })}</span>
      )}
    </output>
  );
}
