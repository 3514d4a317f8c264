import type { Position } from '../../../src/domain/telemetry/index.ts';
import { Budget, type ExportFormat, type ExportSource } from './types.ts';

/** `{"positions":[…],"truncated":false}`, as getHistory answers it, of any length: all that is stored. */
export const json: ExportFormat = {
  contentType: 'application/json; charset=utf-8',
  extension: 'json',
  async *write(source: ExportSource) {
    const budget = new Budget(source.limit);
    let comma = '';
    yield '{"positions":[\n';
    for await (const { position } of source.read(source.unitIds)) {
      if (!budget.take()) break;
      yield `${comma}${JSON.stringify(position)}`;
      comma = ',\n';
    }
    yield `\n],"truncated":${budget.exhausted}}\n`;
  },
};

/** A FeatureCollection with a point for each valid position, so that speed and attributes stay with it. */
export const geojson: ExportFormat = {
  contentType: 'application/geo+json; charset=utf-8',
  extension: 'geojson',
  async *write(source: ExportSource) {
    const budget = new Budget(source.limit);
    let comma = '';
    yield '{"type":"FeatureCollection","features":[\n';
    for await (const { position, verdict } of source.read(source.unitIds)) {
      if (verdict !== 'valid') continue;
      if (!budget.take()) break;
      yield `${comma}${JSON.stringify(feature(position, source.nameOf(position.unit_id)))}`;
      comma = ',\n';
    }
    yield `\n],"truncated":${budget.exhausted}}\n`;
  },
};

function feature(position: Position, unit: string) {
  const { latitude, longitude, altitude, attributes, ...properties } = position;
  const coordinates = Number.isFinite(altitude) ? [longitude, latitude, altitude] : [longitude, latitude];
  return {
    type: 'Feature',
    geometry: { type: 'Point', coordinates },
    properties: { unit, ...properties, ...attributes },
  };
}
