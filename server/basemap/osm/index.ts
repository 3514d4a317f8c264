export type { OsmExtract, OsmRelation, OsmTags, OsmWay } from './entities.ts';
export { readExtract } from './readExtract.ts';
