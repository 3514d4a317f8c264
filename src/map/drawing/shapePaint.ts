import type { ExpressionSpecification, LayerSpecification } from 'maplibre-gl';

/** Width of a corridor in pixels at every zoom: it lies on the ground. */
const WIDTH: ExpressionSpecification = [
  'interpolate',
  ['exponential', 2],
  ['zoom'],
  0,
  ['get', 'width'],
  22,
  ['*', ['get', 'width'], 2 ** 22],
];
const IS_AREA: ExpressionSpecification = ['==', ['geometry-type'], 'Polygon'];
const IS_LINE: ExpressionSpecification = ['==', ['geometry-type'], 'LineString'];
const ROUND = { 'line-cap': 'round', 'line-join': 'round' } as const;

export interface ShapePaint {
  readonly color: ExpressionSpecification | string;
  /** Of what is filled, 0 to 1. */
  readonly fill: number;
  /** CSS pixels. */
  readonly line: number;
}

/** Layers of a source of `shapeFeature`s: areas filled, corridors as wide as they are, both with their edges. */
export function shapeLayers(id: string, source: string, { color, fill, line }: ShapePaint): LayerSpecification[] {
  return [
    {
      id: `${id}-fill`,
      type: 'fill',
      source,
      filter: IS_AREA,
      paint: { 'fill-color': color, 'fill-opacity': fill, 'fill-antialias': false },
    },
    {
      id: `${id}-corridor`,
      type: 'line',
      source,
      filter: IS_LINE,
      layout: ROUND,
      paint: { 'line-color': color, 'line-opacity': fill, 'line-width': WIDTH },
    },
    {
      id: `${id}-edge`,
      type: 'line',
      source,
      filter: IS_AREA,
      layout: { 'line-join': 'round' },
      paint: { 'line-color': color, 'line-width': line },
    },
    {
      id: `${id}-sides`,
      type: 'line',
      source,
      filter: IS_LINE,
      layout: ROUND,
      paint: { 'line-color': color, 'line-width': line, 'line-gap-width': WIDTH },
    },
  ];
}
