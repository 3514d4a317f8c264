import { type ReactNode } from 'react';
import { SHAPE } from '../../../domain/base/index.ts';
import { SHAPE_TYPES } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, PlusIcon, RadioGroup } from '../../../ui/index.ts';
import { NumberField, useFormField } from '../../../ui/forms/index.ts';
import { asKind, draftOf, linesOf, withHole, withLine, type DraftPoint, type DraftShape } from './draftShape.ts';
import { PointFields } from './PointFields.tsx';
import { PointList } from './PointList.tsx';
import './shape.css';

/** A shape of a form (`DraftShape` until it is whole): its kind, its points as fields, its radius or width. */
export function ShapeField({ name, label }: { name: string; label: string }): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<DraftShape>(name, label);
  const draft = draftOf(field.value);
  return (
    <fieldset className="shape-field">
      <legend className="visually-hidden">{label}</legend>
      <RadioGroup
        label={t('shapes.kind')}
        look="segments"
        value={draft.type}
        options={SHAPE_TYPES.map((value) => ({ value, label: t(`geofences.kinds.${value}`) }))}
        onChange={(type) => field.onChange(asKind(draft, type))}
      />
      {field.error !== undefined && <Banner tone="critical">{field.error}</Banner>}
      <ShapeFigures draft={draft} onChange={field.onChange} />
    </fieldset>
  );
}

function ShapeFigures({ draft, onChange }: { draft: DraftShape; onChange: (draft: DraftShape) => void }): ReactNode {
  const { t } = useTranslation();
  const lineTitle = (index: number): string => {
    if (draft.type === 'corridor') return t('shapes.line');
    return index === 0 ? t('shapes.outline') : t('shapes.hole', { number: index });
  };
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
          // Lines have no names; their place is what distinguishes them.
          key={index}
          title={lineTitle(index)}
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
