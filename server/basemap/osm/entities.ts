/** What an OpenStreetMap extract is made of. Ids are unique within their kind. */
export type OsmTags = Readonly<Record<string, string>>;

export interface OsmNode {
  readonly id: number;
  readonly tags: OsmTags;
  readonly longitude: number;
  readonly latitude: number;
}

export interface OsmWay {
  readonly id: number;
  readonly tags: OsmTags;
  /** Ids of the nodes along the way; a closed way repeats the first at its end. */
  readonly nodes: readonly number[];
}

export interface OsmMember {
  readonly kind: 'node' | 'way' | 'relation';
  readonly id: number;
  readonly role: string;
}

export interface OsmRelation {
  readonly id: number;
  readonly tags: OsmTags;
  readonly members: readonly OsmMember[];
}

/** A whole extract in memory. */
export interface OsmExtract {
  /** Nodes with tags only: places, peaks, stations. */
  readonly nodes: readonly OsmNode[];
  readonly ways: readonly OsmWay[];
  readonly relations: readonly OsmRelation[];
  /** Longitude and latitude of a node, or null where the extract leaves it out. */
  position(nodeId: number): readonly [longitude: number, latitude: number] | null;
}
