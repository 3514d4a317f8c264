import type { ReactNode } from 'react';
import { SHAPE } from '../../../domain/base/index.ts';
import {
  asKind,
  emptyShape,
  linesOf,
  SHAPE_TYPES,
  withHole,
  withLine,
  type DraftPoint,
  type DraftShape,
} from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, PlusIcon, RadioGroup } from '../../../ui/index.ts';
import { NumberField } from '../../../ui/forms/index.ts';
import { PointFields } from './PointFields.tsx';
import { PointList } from './PointList.tsx';

interface ShapePointsProps {
  readonly draft: DraftShape | null;
  readonly onChange: (draft: DraftShape) => void;
}

/**
 * The shape in figures: its kind, its points as fields, its radius or width. All that the map does can be done here by
 * keyboard.
 */
export function ShapePoints({ draft, onChange }: ShapePointsProps): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="shape-figures" aria-label={t('shapes.figures')}>
      <RadioGroup<string>
        label={t('shapes.kind')}
        look="segments"
        value={draft?.type ?? ''}
        options={SHAPE_TYPES.map((value) => ({ value, label: t(`geofences.kinds.${value}`) }))}
        onChange={(value) => {
          const type = SHAPE_TYPES.find((each) => each === value);
          if (type) onChange(draft === null ? emptyShape(type) : asKind(draft, type));
        }}
      />
      {draft !== null && <Figures draft={draft} onChange={onChange} />}
    </section>
  );
}

function Figures({ draft, onChange }: { draft: DraftShape; onChange: (draft: DraftShape) => void }): ReactNode {
  const { t } = useTranslation();
  if (draft.type === 'circle')
    return (
      <>
        <PointFields
          title={t('shapes.center')}
          point={draft.center}
          onChange={(center: DraftPoint) => onChange({ ...draft, center })}
        />
        <NumberField
          label={t('fields.radius')}
          value={draft.radius}
          measure={t('shapes.metres')}
          hint={t('shapes.bounds', SHAPE.radius)}
          onChange={(radius) => onChange({ ...draft, radius })}
        />
      </>
    );
  const titleOf = (index: number): string => {
    if (draft.type === 'corridor') return t('shapes.line');
    return index === 0 ? t('shapes.outline') : t('shapes.hole', { number: index });
  };
  return (
    <>
      {draft.type === 'corridor' && (
        <NumberField
          label={t('fields.width')}
          value={draft.width}
          measure={t('shapes.metres')}
          hint={t('shapes.bounds', SHAPE.width)}
          onChange={(width) => onChange({ ...draft, width })}
        />
      )}
      {linesOf(draft).map((line, index) => (
        <PointList
          // Lines have no names; they are identified by their place.
          key={index}
          title={titleOf(index)}
          line={line}
          fewest={draft.type === 'corridor' ? 2 : 3}
          onChange={(next) => onChange(withLine(draft, index, next))}
          {...(index > 0 && {
            onRemove: () => onChange(withLine(draft, index, [])),
            removeLabel: t('shapes.removeHole', { number: index }),
          })}
        />
      ))}
      {draft.type === 'polygon' && (
        <div>
          <Button size="compact" icon={<PlusIcon aria-hidden="true" />} onPress={() => onChange(withHole(draft))}>
            {t('shapes.addHole')}
          </Button>
        </div>
      )}
    </>
  );
}
