/**
 * Makes `bundled/natural-earth.json.gz` of a folder with Natural Earth's files (public domain):
 *
 *     node server/basemap/naturalEarth/main.ts <folder>
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Feature, FeatureCollection, Geometry } from 'geojson';
import { PACKED_LAYERS, packWorld, type PackedFeature, type PackedLayer, type PackedWorld } from './packed.ts';
import { packedFeature, SOURCES } from './sources.ts';

const [folder] = process.argv.slice(2);
if (folder === undefined) {
  process.stderr.write('Name the folder with the files: node server/basemap/naturalEarth/main.ts <folder>\n');
  process.exitCode = 2;
} else {
  const out = path.join(import.meta.dirname, '..', 'bundled', 'natural-earth.json.gz');
  const packed = packWorld(readFolder(folder));
  writeFileSync(out, packed);
  process.stdout.write(`${out}: ${(packed.length / 1e6).toFixed(1)} MB\n`);
}

function readFolder(from: string): PackedWorld {
  const found: Record<PackedLayer, PackedFeature[]> = Object.fromEntries(
    PACKED_LAYERS.map((layer) => [layer, [] as PackedFeature[]]),
  ) as Record<PackedLayer, PackedFeature[]>;
  for (const source of SOURCES) {
    const file = path.join(from, `${source.file}.geojson.gz`);
    if (!existsSync(file)) {
      process.stdout.write(`${source.file}: not there\n`);
      continue;
    }
    const { features } = JSON.parse(gunzipSync(readFileSync(file)).toString()) as FeatureCollection<Geometry>;
    for (const feature of features) {
      const packed = packedFeature(source, feature as Feature<Geometry, object>);
      if (packed) found[source.layer].push(packed);
    }
    process.stdout.write(`${source.file}: ${features.length} features\n`);
  }
  return found;
}
