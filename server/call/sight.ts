import { coversInstant } from '../../src/domain/allocation/index.ts';
import type { Instant } from '../../src/domain/base/index.ts';
import { readTrackHeader, type Position, type TrackPart } from '../../src/domain/telemetry/index.ts';
import { cutBlock } from '../store/index.ts';
import type { PositionStore } from '../store/types.ts';
import type { UnitsInSight } from './reach.ts';

/**
 * Blocks of the units that touch [from, to). Those of units that are the caller's own go through as
 * they are stored; of one that was allocated to the caller, only a block that straddles a border of
 * its span is taken apart, so that no report from beyond it leaves the server.
 */
export async function* readBlocksInSight(
  positions: Pick<PositionStore, 'readBlocks'>,
  { whole, spans }: UnitsInSight,
  from: Instant,
  to: Instant,
  columns: TrackPart,
): AsyncGenerator<Uint8Array> {
  if (whole.length > 0) yield* positions.readBlocks(whole, from, to, columns);
  for (const [unitId, allowed] of spans) {
    for (const span of allowed) {
      // Whole ones: a block that has lost its details cannot be taken apart.
      for await (const block of positions.readBlocks(
        [unitId],
        Math.max(from, span.from),
        Math.min(to, span.to),
        'all',
      )) {
        const cut = cutBlock(block, span.from, span.to, columns);
        if (cut) yield cut;
      }
    }
  }
}

/** The last fix at or before the instant of each unit that is seen at it; never one from before the span. */
export async function* readBackfillInSight(
  positions: Pick<PositionStore, 'readBackfill'>,
  { whole, spans }: UnitsInSight,
  at: Instant,
  columns: TrackPart,
  silentSince: Instant | null,
): AsyncGenerator<Uint8Array> {
  if (whole.length > 0) yield* positions.readBackfill(whole, at, columns, silentSince);
  const starts = new Map<number, Instant>();
  for (const [unitId, allowed] of spans) {
    const span = allowed.find((each) => coversInstant(each, at));
    if (span) starts.set(unitId, span.from);
  }
  if (starts.size === 0) return;
  for await (const block of positions.readBackfill([...starts.keys()], at, columns)) {
    const { unitId, from } = readTrackHeader(block);
    if (from >= (starts.get(unitId) ?? Number.POSITIVE_INFINITY)) yield block;
  }
}

/** Positions within sight, oldest first. */
export async function* readPositionsInSight(
  positions: Pick<PositionStore, 'readPositions'>,
  { whole, spans }: UnitsInSight,
  from: Instant,
  to: Instant,
): AsyncGenerator<Position> {
  if (spans.size === 0) {
    yield* positions.readPositions(whole, from, to);
    return;
  }
  const [first, last] = whole.length > 0 ? [from, to] : hullOf(spans, from, to);
  for await (const position of positions.readPositions([...whole, ...spans.keys()], first, last)) {
    const allowed = spans.get(position.unit_id);
    if (allowed === undefined || allowed.some((span) => coversInstant(span, Date.parse(position.time)))) yield position;
  }
}

/** The part of [from, to) in which any of the spans lies. */
function hullOf(spans: UnitsInSight['spans'], from: Instant, to: Instant): [from: Instant, to: Instant] {
  const all = [...spans.values()].flat();
  const first = Math.min(...all.map((span) => span.from));
  const last = Math.max(...all.map((span) => span.to));
  return [Math.max(from, first), Math.min(to, last)];
}
