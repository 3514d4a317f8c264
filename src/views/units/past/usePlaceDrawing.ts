import { useEffect, useEffectEvent } from 'react';
import { faultValues, findShapeFault, tidyShape, type DrawTool, type Shape } from '../../../domain/geometry/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { useNotify } from '../../shared/services/toasts.ts';

/** How a place is named on the map: by one press, or by a shape that is drawn. */
export type PlaceTool = 'point' | DrawTool;

interface PlaceDrawing {
  /** Null while nothing is drawn. */
  readonly tool: PlaceTool | null;
  /** Of a new corridor, metres. */
  readonly width: number;
  readonly onPoint: (longitude: number, latitude: number) => void;
  readonly onShape: (shape: Shape) => void;
  readonly onCancelled: () => void;
}

/**
 * Lets a place be named on the map while there is a tool; a shape that cannot be searched is refused and drawn again.
 */
export function usePlaceDrawing(
  map: FleetMap | null,
  { tool, width, onPoint, onShape, onCancelled }: PlaceDrawing,
): void {
  const { t } = useTranslation();
  const notify = useNotify();
  const point = useEffectEvent(onPoint);
  const cancel = useEffectEvent(onCancelled);
  const begun = useEffectEvent(() => ({ width, texts: { center: t('shapes.center'), radius: t('fields.radius') } }));
  const take = useEffectEvent((drawn: Shape): boolean => {
    // The width may have been changed while the line was drawn.
    const shape = tidyShape(drawn.type === 'corridor' ? { ...drawn, width } : drawn);
    const fault = findShapeFault(shape);
    if (fault === null) onShape(shape);
    else notify.info(t(`validation.shape.${fault.code}`, faultValues(fault)));
    return fault === null;
  });
  useEffect(() => {
    if (map === null || tool === null) return undefined;
    if (tool === 'point') {
      map.askPoint((longitude, latitude) => point(longitude, latitude));
      return () => map.askPoint(null);
    }
    // Presses are corners of the shape, and select no units.
    map.askPoint(() => undefined);
    const drawer = map.draw({
      ...begun(),
      onDrawn: (shape) => {
        if (!take(shape)) drawer.start(tool);
      },
      onCancelled: () => cancel(),
    });
    drawer.start(tool);
    return () => {
      drawer.close();
      map.askPoint(null);
    };
  }, [map, tool]);
}
