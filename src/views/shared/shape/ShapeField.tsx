import { Suspense, useState, type ReactNode } from 'react';
import { faultValues, type DraftShape, type Shape } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Banner } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { lazyPart } from '../code/lazyPart.ts';
import { DrawTools } from './DrawTools.tsx';
import { ShapeMeasures } from './ShapeMeasures.tsx';
import { ShapePoints } from './ShapePoints.tsx';
import { useDrawing } from './useDrawing.ts';
import './shape.css';

const DrawMap = lazyPart(() => import('./DrawMap.tsx'));

interface ShapeFieldProps {
  name: string;
  label: string;
  /** Colour of the geofence. */
  colour: string;
  /** The geofence that is changed: it is not drawn under its own shape. */
  ownId: number | null;
  /** Shown above the points, beside the map. */
  children?: ReactNode;
}

/** A shape of a form: drawn and changed on the map, or by the list of its points beside it. */
export function ShapeField({ name, label, colour, ownId, children }: ShapeFieldProps): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<Shape | DraftShape | null>(name, label);
  const [drawing, send] = useDrawing(field.value, field.onChange);
  const [live, setLive] = useState<Shape | null>(null);
  const { draft, shape, fault } = drawing.context;
  const problem = fault === null ? field.error : t(`validation.shape.${fault.code}`, faultValues(fault));
  return (
    <fieldset className="shape-field">
      <legend className="visually-hidden">{label}</legend>
      <div className="shape-board">
        <DrawTools drawing={drawing} send={send} />
        <Suspense fallback={<div className="shape-map" aria-busy="true" />}>
          <DrawMap drawing={drawing} send={send} colour={colour} ownId={ownId} onLive={setLive} />
        </Suspense>
        <ShapeMeasures shape={live ?? shape} />
        {problem !== undefined && <Banner tone="critical">{problem}</Banner>}
      </div>
      <div className="shape-side">
        {children}
        <ShapePoints draft={draft} onChange={(next) => send({ type: 'drawing.change', draft: next })} />
      </div>
    </fieldset>
  );
}
