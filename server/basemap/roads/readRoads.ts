import { ROAD_CLASSES, ROAD_EXTENT, type RoadClass, type RoadLine } from '../../../src/domain/road/index.ts';
import { pbfReader, type PbfReader } from '../osm/index.ts';

/** Fields of vector tiles (the MVT specification, version 2.1). */
const TILE = { layer: 3 } as const;
const LAYER = { name: 1, feature: 2, key: 3, value: 4, extent: 5 } as const;
const FEATURE = { tags: 2, type: 3, geometry: 4 } as const;
const VALUE = { text: 1 } as const;
const LINES = 2;
const COMMAND = { moveTo: 1, lineTo: 2 } as const;

interface Layer {
  name: string;
  extent: number;
  readonly keys: string[];
  /** Those that are no text are not looked at. */
  readonly values: (string | null)[];
  /** Places in the tile at which its features begin. */
  readonly features: number[];
}
interface Feature {
  tags: number[];
  type: number;
  geometry: number[];
}

/** Roads for vehicles in a street tile of the Protomaps schema; none where it has no such layer. */
export function readRoads(tile: Uint8Array): RoadLine[] {
  const reader = pbfReader(tile);
  const layers = reader.readFields<Layer[]>((field, found, at) => {
    if (field === TILE.layer) found.push(readLayer(at));
  }, []);
  return layers.filter(({ name }) => name === 'roads').flatMap((layer) => roadsOf(layer, reader));
}

function readLayer(reader: PbfReader): Layer {
  const layer: Layer = { name: '', extent: ROAD_EXTENT, keys: [], values: [], features: [] };
  return reader.readMessage<Layer>((field, own, at) => {
    if (field === LAYER.name) own.name = at.readString();
    else if (field === LAYER.extent) own.extent = at.readVarint();
    else if (field === LAYER.key) own.keys.push(at.readString());
    else if (field === LAYER.value) own.values.push(readText(at));
    else if (field === LAYER.feature) own.features.push(at.pos);
  }, layer);
}

const readText = (reader: PbfReader): string | null =>
  reader.readMessage<{ text: string | null }>(
    (field, own, at) => {
      if (field === VALUE.text) own.text = at.readString();
    },
    { text: null },
  ).text;

function roadsOf(layer: Layer, reader: PbfReader): RoadLine[] {
  return layer.features.flatMap((place) => {
    reader.pos = place;
    const feature = reader.readMessage<Feature>(
      (field, own, at) => {
        if (field === FEATURE.tags) own.tags = at.readPackedVarint();
        else if (field === FEATURE.type) own.type = at.readVarint();
        else if (field === FEATURE.geometry) own.geometry = at.readPackedVarint();
      },
      { tags: [], type: 0, geometry: [] },
    );
    const roadClass = feature.type === LINES ? classOf(feature.tags, layer) : null;
    return roadClass === null
      ? []
      : linesOf(feature.geometry, ROAD_EXTENT / layer.extent).map((points) => ({ roadClass, points }));
  });
}

function classOf(tags: readonly number[], { keys, values }: Layer): RoadClass | null {
  for (let place = 0; place + 1 < tags.length; place += 2) {
    if (keys[tags[place]] !== 'kind_detail') continue;
    const detail = values[tags[place + 1]]?.replace(/_link$/, '');
    return ROAD_CLASSES.find((each) => each === detail) ?? null;
  }
  return null;
}

/** Commands and their signed steps as lines of points. */
function linesOf(geometry: readonly number[], scale: number): [number, number][][] {
  const lines: [number, number][][] = [];
  let [x, y] = [0, 0];
  for (let place = 0; place < geometry.length;) {
    const [command, count] = [geometry[place] & 7, geometry[place] >> 3];
    place++;
    if (command !== COMMAND.moveTo && command !== COMMAND.lineTo) break;
    for (let step = 0; step < count && place + 1 < geometry.length; step++, place += 2) {
      x += signed(geometry[place]);
      y += signed(geometry[place + 1]);
      if (command === COMMAND.moveTo) lines.push([]);
      lines.at(-1)?.push([x * scale, y * scale]);
    }
  }
  return lines;
}

const signed = (value: number): number => (value >> 1) ^ -(value & 1);
