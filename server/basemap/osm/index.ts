export type { OsmExtract, OsmMember, OsmNode, OsmRelation, OsmTags, OsmWay } from './entities.ts';
export { readExtract, type ExtractProblem } from './readExtract.ts';
