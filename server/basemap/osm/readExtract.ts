import { inflateSync } from 'node:zlib';
import { failure, success, type Result } from '../../../src/domain/base/index.ts';
import type { OsmExtract, OsmMember, OsmNode, OsmRelation, OsmTags, OsmWay } from './entities.ts';
import { pbfReader, type PbfReader } from './pbf.ts';
import { NodePositions } from './positions.ts';

/** Why a file is no extract that can be read. */
export interface ExtractProblem {
  readonly code: 'notAnExtract' | 'unsupported';
  readonly detail: string;
}

/** A blob's header and content may be this long at most, by the format's description. */
const LONGEST_HEADER = 64 * 1024;
const LONGEST_BLOB = 32 * 1024 * 1024;
/** What a reader must know; an extract that asks for more (such as histories) is refused. */
const KNOWN_FEATURES: ReadonlySet<string> = new Set(['OsmSchema-V0.6', 'DenseNodes']);

class Unreadable extends Error {
  readonly problem: ExtractProblem;
  constructor(code: ExtractProblem['code'], detail: string) {
    super(detail);
    this.problem = { code, detail };
  }
}

interface Collected {
  readonly positions: NodePositions;
  readonly nodes: OsmNode[];
  readonly ways: OsmWay[];
  readonly relations: OsmRelation[];
}

/** Reads an OpenStreetMap extract (`.osm.pbf`) as a whole. */
export function readExtract(file: Uint8Array): Result<OsmExtract, ExtractProblem> {
  const collected: Collected = { positions: new NodePositions(), nodes: [], ways: [], relations: [] };
  try {
    let isFirst = true;
    for (const { type, data } of blobs(file)) {
      if (isFirst && type !== 'OSMHeader')
        throw new Unreadable('notAnExtract', 'It does not begin as an extract does.');
      isFirst = false;
      if (type === 'OSMHeader') checkFeatures(data);
      else if (type === 'OSMData') readBlock(data, collected);
    }
    if (isFirst) throw new Unreadable('notAnExtract', 'It is empty.');
  } catch (error) {
    if (error instanceof Unreadable) return failure(error.problem);
    // Whatever the decoders stumble over: the bytes are not what they claim to be.
    return failure({ code: 'notAnExtract', detail: error instanceof Error ? error.message : String(error) });
  }
  const { positions, nodes, ways, relations } = collected;
  return success({ nodes, ways, relations, position: (id) => positions.get(id) });
}

/** The file's blobs, inflated: each has its length, a header and its content. */
function* blobs(file: Uint8Array): Generator<{ type: string; data: Uint8Array }> {
  const view = new DataView(file.buffer, file.byteOffset, file.byteLength);
  for (let at = 0; at < file.length;) {
    if (at + 4 > file.length) throw new Unreadable('notAnExtract', 'It ends in the middle.');
    const headerLength = view.getUint32(at);
    if (headerLength > LONGEST_HEADER) throw new Unreadable('notAnExtract', 'It does not begin as an extract does.');
    const headerEnd = at + 4 + headerLength;
    const header = pbfReader(file.subarray(at + 4, headerEnd)).readFields(
      (tag, result, pbf) => {
        if (tag === 1) result.type = pbf.readString();
        else if (tag === 3) result.size = pbf.readVarint();
      },
      { type: '', size: 0 },
    );
    at = headerEnd + header.size;
    if (header.size > LONGEST_BLOB || at > file.length) throw new Unreadable('notAnExtract', 'It ends in the middle.');
    yield { type: header.type, data: inflated(file.subarray(headerEnd, at)) };
  }
}

function inflated(blob: Uint8Array): Uint8Array {
  let data: Uint8Array | null = null;
  pbfReader(blob).readFields((tag, _, pbf) => {
    if (tag === 1) data = pbf.readBytes();
    else if (tag === 3) data = inflateSync(pbf.readBytes(), { maxOutputLength: LONGEST_BLOB });
  }, null);
  if (data === null) throw new Unreadable('unsupported', 'It is compressed in another way than zlib.');
  return data;
}

function checkFeatures(header: Uint8Array): void {
  const needed: string[] = [];
  pbfReader(header).readFields((tag, list, pbf) => void (tag === 4 && list.push(pbf.readString())), needed);
  const unknown = needed.filter((feature) => !KNOWN_FEATURES.has(feature));
  if (unknown.length > 0) throw new Unreadable('unsupported', `It needs ${unknown.join(', ')}.`);
}

/** Strings and the grid of coordinates of one block. */
interface Block {
  strings: string[];
  /** Degrees from a whole number of the block. */
  readonly longitude: (value: number) => number;
  readonly latitude: (value: number) => number;
}

function readBlock(data: Uint8Array, into: Collected): void {
  const strings: string[] = [];
  const groups: [from: number, to: number][] = [];
  const grid = { granularity: 100, latitude: 0, longitude: 0 };
  const pbf = pbfReader(data);
  pbf.readFields((tag, _, reader) => {
    if (tag === 1)
      reader.readMessage((inner, list, table) => void (inner === 1 && list.push(table.readString())), strings);
    else if (tag === 2) {
      const end = reader.readVarint() + reader.pos;
      groups.push([reader.pos, end]);
      reader.pos = end;
    } else if (tag === 17) grid.granularity = reader.readVarint();
    else if (tag === 19) grid.latitude = reader.readVarint(true);
    else if (tag === 20) grid.longitude = reader.readVarint(true);
  }, null);
  const block: Block = {
    strings,
    longitude: (value) => (grid.longitude + grid.granularity * value) / 1e9,
    latitude: (value) => (grid.latitude + grid.granularity * value) / 1e9,
  };
  for (const [from, to] of groups) {
    pbf.pos = from;
    pbf.readFields((tag, _, reader) => readEntity(tag, reader, block, into), null, to);
  }
}

function readEntity(tag: number, pbf: PbfReader, block: Block, into: Collected): void {
  if (tag === 1) addNode(readNode(pbf, block), into);
  else if (tag === 2) readDenseNodes(pbf, block, into);
  else if (tag === 3) into.ways.push(readWay(pbf, block));
  else if (tag === 4) into.relations.push(readRelation(pbf, block));
}

function addNode(node: OsmNode, { positions, nodes }: Collected): void {
  positions.add(node.id, node.longitude, node.latitude);
  if (Object.keys(node.tags).length > 0) nodes.push(node);
}

function tagsOf(keys: readonly number[], values: readonly number[], { strings }: Block): OsmTags {
  return Object.fromEntries(keys.map((key, index) => [strings[key], strings[values[index]]]));
}

function readNode(pbf: PbfReader, block: Block): OsmNode {
  const raw = { id: 0, keys: [] as number[], values: [] as number[], latitude: 0, longitude: 0 };
  pbf.readMessage((tag, node, reader) => {
    if (tag === 1) node.id = reader.readSVarint();
    else if (tag === 2) reader.readPackedVarint(node.keys);
    else if (tag === 3) reader.readPackedVarint(node.values);
    else if (tag === 8) node.latitude = reader.readSVarint();
    else if (tag === 9) node.longitude = reader.readSVarint();
  }, raw);
  const { id, keys, values } = raw;
  return {
    id,
    tags: tagsOf(keys, values, block),
    longitude: block.longitude(raw.longitude),
    latitude: block.latitude(raw.latitude),
  };
}

/** Columns of differences; the tags of all nodes in one row, each node's ended by a nought. */
function readDenseNodes(pbf: PbfReader, block: Block, into: Collected): void {
  const columns = { ids: [] as number[], latitudes: [] as number[], longitudes: [] as number[], tags: [] as number[] };
  pbf.readMessage((tag, found, reader) => {
    if (tag === 1) reader.readPackedSVarint(found.ids);
    else if (tag === 8) reader.readPackedSVarint(found.latitudes);
    else if (tag === 9) reader.readPackedSVarint(found.longitudes);
    else if (tag === 10) reader.readPackedVarint(found.tags);
  }, columns);
  let [id, latitude, longitude, at] = [0, 0, 0, 0];
  for (const [index, step] of columns.ids.entries()) {
    id += step;
    latitude += columns.latitudes[index];
    longitude += columns.longitudes[index];
    const tags: Record<string, string> = {};
    for (; columns.tags[at] > 0; at += 2) tags[block.strings[columns.tags[at]]] = block.strings[columns.tags[at + 1]];
    at++;
    addNode({ id, tags, latitude: block.latitude(latitude), longitude: block.longitude(longitude) }, into);
  }
}

/** Running sums. */
function sums(steps: readonly number[]): number[] {
  let sum = 0;
  return steps.map((step) => (sum += step));
}

function readWay(pbf: PbfReader, block: Block): OsmWay {
  const raw = { id: 0, keys: [] as number[], values: [] as number[], steps: [] as number[] };
  pbf.readMessage((tag, way, reader) => {
    if (tag === 1) way.id = reader.readVarint(true);
    else if (tag === 2) reader.readPackedVarint(way.keys);
    else if (tag === 3) reader.readPackedVarint(way.values);
    else if (tag === 8) reader.readPackedSVarint(way.steps);
  }, raw);
  return { id: raw.id, tags: tagsOf(raw.keys, raw.values, block), nodes: sums(raw.steps) };
}

const MEMBER_KINDS = ['node', 'way', 'relation'] as const;

function readRelation(pbf: PbfReader, block: Block): OsmRelation {
  const raw = {
    id: 0,
    keys: [] as number[],
    values: [] as number[],
    roles: [] as number[],
    steps: [] as number[],
    kinds: [] as number[],
  };
  pbf.readMessage((tag, relation, reader) => {
    if (tag === 1) relation.id = reader.readVarint(true);
    else if (tag === 2) reader.readPackedVarint(relation.keys);
    else if (tag === 3) reader.readPackedVarint(relation.values);
    else if (tag === 8) reader.readPackedVarint(relation.roles);
    else if (tag === 9) reader.readPackedSVarint(relation.steps);
    else if (tag === 10) reader.readPackedVarint(relation.kinds);
  }, raw);
  const members = sums(raw.steps).map((id, index): OsmMember => ({
    id,
    kind: MEMBER_KINDS[raw.kinds[index]] ?? 'node',
    role: block.strings[raw.roles[index]],
  }));
  return { id: raw.id, tags: tagsOf(raw.keys, raw.values, block), members };
}
