import { createRequire } from 'node:module';
import { deflateSync } from 'node:zlib';

type Tags = Readonly<Record<string, string>>;

/** What a test's extract holds. */
export interface ExtractContent {
  readonly nodes: readonly { id: number; longitude: number; latitude: number; tags?: Tags }[];
  readonly ways?: readonly { id: number; nodes: readonly number[]; tags?: Tags }[];
  readonly relations?: readonly { id: number; tags?: Tags; members: readonly { way: number; role: string }[] }[];
  /** What a reader must know. */
  readonly features?: readonly string[];
}

interface PbfWriter {
  writeStringField(tag: number, text: string): void;
  writeBytesField(tag: number, bytes: Uint8Array): void;
  writeVarintField(tag: number, value: number): void;
  writeSVarintField(tag: number, value: number): void;
  writePackedVarint(tag: number, values: readonly number[]): void;
  writePackedSVarint(tag: number, values: readonly number[]): void;
  writeMessage<T>(tag: number, write: (value: T, pbf: PbfWriter) => void, value: T): void;
  finish(): Uint8Array;
}

const Pbf = createRequire(import.meta.url)('pbf') as new () => PbfWriter;

/** Encodes an extract as tools do: a header, and a block with dense nodes, ways and relations. */
export function osmExtract(content: ExtractContent): Uint8Array {
  const header = new Pbf();
  for (const feature of content.features ?? ['OsmSchema-V0.6', 'DenseNodes']) header.writeStringField(4, feature);
  return Buffer.concat([blob('OSMHeader', header.finish()), blob('OSMData', block(content))]);
}

function blob(type: string, data: Uint8Array): Uint8Array {
  const body = new Pbf();
  body.writeVarintField(2, data.length);
  body.writeBytesField(3, deflateSync(data));
  const content = body.finish();
  const head = new Pbf();
  head.writeStringField(1, type);
  head.writeVarintField(3, content.length);
  const header = head.finish();
  const length = Buffer.alloc(4);
  length.writeUInt32BE(header.length);
  return Buffer.concat([length, header, content]);
}

function block({ nodes, ways = [], relations = [] }: ExtractContent): Uint8Array {
  const strings = [''];
  const place = (text: string): number => {
    if (!strings.includes(text)) strings.push(text);
    return strings.indexOf(text);
  };
  const pbf = new Pbf();
  const groups = new Pbf();
  groups.writeMessage(2, (found, dense) => writeNodes(found, dense, place), nodes);
  for (const way of ways) {
    groups.writeMessage(
      3,
      (given, into) => {
        into.writeVarintField(1, given.id);
        writeTags(given.tags ?? {}, into, place);
        into.writePackedSVarint(8, differences(given.nodes));
      },
      way,
    );
  }
  for (const relation of relations) {
    groups.writeMessage(
      4,
      (given, into) => {
        into.writeVarintField(1, given.id);
        writeTags(given.tags ?? {}, into, place);
        into.writePackedVarint(
          8,
          given.members.map(({ role }) => place(role)),
        );
        into.writePackedSVarint(9, differences(given.members.map(({ way }) => way)));
        into.writePackedVarint(
          10,
          given.members.map(() => 1),
        );
      },
      relation,
    );
  }
  const group = groups.finish();
  pbf.writeMessage(1, (texts, table) => texts.forEach((text) => table.writeBytesField(1, Buffer.from(text))), strings);
  pbf.writeBytesField(2, group);
  return pbf.finish();
}

const differences = (values: readonly number[]): number[] =>
  values.map((value, index) => value - (values[index - 1] ?? 0));

function writeTags(tags: Tags, into: PbfWriter, place: (text: string) => number): void {
  into.writePackedVarint(2, Object.keys(tags).map(place));
  into.writePackedVarint(3, Object.values(tags).map(place));
}

function writeNodes(nodes: ExtractContent['nodes'], into: PbfWriter, place: (text: string) => number): void {
  const grid = (degrees: number): number => Math.round(degrees * 1e7);
  into.writePackedSVarint(1, differences(nodes.map(({ id }) => id)));
  into.writePackedSVarint(8, differences(nodes.map(({ latitude }) => grid(latitude))));
  into.writePackedSVarint(9, differences(nodes.map(({ longitude }) => grid(longitude))));
  into.writePackedVarint(
    10,
    nodes.flatMap(({ tags = {} }) => [
      ...Object.entries(tags).flatMap(([key, value]) => [place(key), place(value)]),
      0,
    ]),
  );
}
