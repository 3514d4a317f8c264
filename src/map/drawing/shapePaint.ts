import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';

export interface ShapePaint {
  readonly color: ExpressionSpecification | string;
  /** Of what is filled, 0 to 1. */
  readonly fill: number;
  /** CSS pixels. */
  readonly line: number;
}

/** Layers of a source of `shapeFeature`s: filled, and with their edges. */
export function shapeLayers(id: string, source: string, { color, fill, line }: ShapePaint): LayerSpecification[] {
  return [
    {
      id: `${id}-fill`,
      type: 'fill',
      source,
      paint: { 'fill-color': color, 'fill-opacity': fill, 'fill-antialias': false },
    },
    {
      id: `${id}-edge`,
      type: 'line',
      source,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': line },
    },
  ];
}
