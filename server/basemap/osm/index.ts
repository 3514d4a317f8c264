export type { OsmExtract, OsmRelation, OsmTags, OsmWay } from './entities.ts';
export { pbfReader, type PbfReader } from './pbf.ts';
export { readExtract } from './readExtract.ts';
