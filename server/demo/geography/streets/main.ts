/** Makes `liechtenstein.json.gz` of an extract: node server/demo/geography/streets/main.ts <extract.osm.pbf> */
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readExtract } from '../../../basemap/osm/index.ts';
import { roadsOf } from './fromExtract.ts';
import { packRoads } from './packed.ts';

const [source] = process.argv.slice(2);
const extract = source === undefined ? null : readExtract(readFileSync(source));
if (!extract?.ok) {
  process.stderr.write('Name an extract: node server/demo/geography/streets/main.ts <extract.osm.pbf>\n');
  process.exitCode = 2;
} else {
  const roads = roadsOf(extract.value);
  const file = path.join(import.meta.dirname, 'liechtenstein.json.gz');
  const packed = packRoads(roads);
  writeFileSync(file, packed);
  process.stdout.write(`${file}: ${roads.crossings} crossings, ${roads.roads.length} roads, ${packed.length} bytes\n`);
}
