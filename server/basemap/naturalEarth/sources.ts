import type { Feature, Geometry } from 'geojson';
import type { PackedFeature, PackedLayer, PackedTags } from './packed.ts';

/** What Natural Earth says of a feature, as far as it matters here. */
interface NaturalTags {
  readonly scalerank?: number;
  readonly name?: string | null;
  readonly featurecla?: string;
  readonly iata_code?: string;
}

interface SourceFile {
  /** Name of the file in the folder, `.geojson.gz`. */
  readonly file: string;
  readonly layer: PackedLayer;
  /** Zoom at which a feature appears, by its rank. */
  readonly from: (rank: number) => number;
}

const clamped = (low: number, high: number, value: number): number => Math.max(low, Math.min(high, value));

/** Files that a folder may hold; those that are missing leave their layer as it is without them. */
export const SOURCES: readonly SourceFile[] = [
  { file: 'rivers', layer: 'rivers', from: (rank) => clamped(2, 8, rank - 1) },
  { file: 'rivers-europe', layer: 'rivers', from: (rank) => clamped(5, 9, rank - 3) },
  { file: 'lakes', layer: 'lakes', from: (rank) => clamped(0, 7, rank - 1) },
  { file: 'lakes-europe', layer: 'lakes', from: (rank) => clamped(6, 9, rank - 3) },
  { file: 'glaciers', layer: 'glaciers', from: (rank) => (rank < 3 ? 0 : clamped(2, 5, rank - 1)) },
  { file: 'railways-north-america', layer: 'railways', from: (rank) => clamped(5, 8, rank - 1) },
  { file: 'railways', layer: 'railways', from: (rank) => clamped(5, 8, rank - 1) },
  { file: 'roads', layer: 'roads', from: (rank) => clamped(4, 9, rank - 1) },
  { file: 'urban-areas', layer: 'builtUp', from: (rank) => clamped(4, 8, rank) },
  { file: 'airports', layer: 'airports', from: (rank) => clamped(6, 9, rank + 2) },
];

/** The feature as it is packed; null for one that is not drawn. */
export function packedFeature(
  { layer, from }: SourceFile,
  { properties, geometry }: Feature<Geometry, NaturalTags>,
): PackedFeature | null {
  const { scalerank: rank = 9, name, iata_code: code } = properties;
  if (layer === 'airports' && !code) return null;
  const tags: PackedTags = {
    rank,
    from: from(rank),
    ...(name && (layer === 'rivers' || layer === 'lakes' || layer === 'airports') && { name }),
    ...(code && { code }),
  };
  return { type: 'Feature', properties: tags, geometry };
}
