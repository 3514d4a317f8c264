import type { Instant } from '../../../../src/domain/base/index.ts';
import { VISITS } from '../../../../src/domain/base/index.ts';
import { isEmptyBox, joinedBox, type TrackBox } from '../../../../src/domain/telemetry/index.ts';
import { isNear, type SearchArea } from '../../../../src/domain/visit/index.ts';

/** A stored block, or what is in the tail: where it lies in time, and in space where that is known. */
export interface Placed {
  readonly from: Instant;
  readonly to: Instant;
  readonly box: TrackBox | null;
}

/** What a unit did in some time: rows that have to be read, or somewhere that is not near. */
export type Stretch<Block extends Placed> = readonly Block[] | null;

/** Blocks that overlap in time, which only together are in order. */
interface Cluster<Block extends Placed> {
  readonly blocks: Block[];
  readonly from: Instant;
  to: Instant;
  box: TrackBox | null;
  isWanted: boolean;
}

/**
 * Which of a unit's blocks have to be read for what happened in an area, the others being `null`: those that touch it;
 * those between which a straight segment may touch it, as they are no further apart in time than one may be; and what
 * follows on any of these, which says when the unit left. Blocks by their start; without a known box one may be
 * anywhere, null for the area reads everything.
 */
export function stretchesNear<Block extends Placed>(
  blocks: readonly Block[],
  area: SearchArea | null,
): Stretch<Block>[] {
  if (area === null) return clustersOf(blocks).map((cluster) => cluster.blocks);
  // Blocks without a fix are left out: what comes before goes on after them.
  const clusters = clustersOf(blocks.filter(({ box }) => box === null || !isEmptyBox(box)));
  let before: Cluster<Block> | null = null;
  let isNearBefore = false;
  for (const cluster of clusters) {
    const isTouching = cluster.box === null || isNear(cluster.box, area);
    const isBridged =
      before !== null && cluster.from - before.to <= VISITS.gap && isNear(joined(before.box, cluster.box), area);
    if (isBridged && before) before.isWanted = true;
    cluster.isWanted = isTouching || isBridged || isNearBefore;
    isNearBefore = isTouching || isBridged;
    before = cluster;
  }
  const stretches: Stretch<Block>[] = [];
  for (const cluster of clusters) {
    if (cluster.isWanted) stretches.push(cluster.blocks);
    else if (stretches.length === 0 || stretches.at(-1) !== null) stretches.push(null);
  }
  return stretches;
}

/** Of a cluster that may be anywhere, so may be the segment to it: that one is read in any case. */
const joined = (a: TrackBox | null, b: TrackBox | null): TrackBox => (a && b ? joinedBox(a, b) : EVERYWHERE);
const EVERYWHERE: TrackBox = { west: -0x80000000, south: -0x80000000, east: 0x7fffffff, north: 0x7fffffff };

function clustersOf<Block extends Placed>(blocks: readonly Block[]): Cluster<Block>[] {
  const clusters: Cluster<Block>[] = [];
  for (const block of blocks) {
    const last = clusters.at(-1);
    if (last === undefined || block.from > last.to) {
      clusters.push({ blocks: [block], from: block.from, to: block.to, box: block.box, isWanted: false });
      continue;
    }
    last.blocks.push(block);
    last.to = Math.max(last.to, block.to);
    last.box = last.box && block.box && joinedBox(last.box, block.box);
  }
  return clusters;
}
