import { HOUR, type Instant } from '../../../../src/domain/base/index.ts';
import type { Database } from '../../database.types.ts';
import type { SetAside } from '../../setAside/index.ts';
import { readBlocksTouching } from './blockTable.ts';
import type { Latest } from '../latest/latest.ts';
import type { RecentBlocks } from './recentBlocks.ts';

/** How far back people go with a whole fleet. */
const WARM_SPAN = 2 * HOUR;
const UNITS_A_STEP = 250;

export interface WarmUpOptions {
  readonly database: Database;
  readonly setAside: SetAside;
  readonly latest: Latest;
  readonly recent: RecentBlocks;
  readonly now: Instant;
  /** True when the rest is of no use any more. */
  stop(): boolean;
}

/**
 * Brings what was written in the last hours into memory again, as it was before a restart, as far as there is
 * room. Nobody may write blocks meanwhile.
 */
export async function warmUpBlocks(options: WarmUpOptions): Promise<void> {
  const { latest, recent, now, stop } = options;
  const from = now - WARM_SPAN;
  // Of units that end before that, all is known already: there is nothing.
  const units = [...latest.unitIds.subarray(0, latest.count)].filter(
    (unitId) => recent.knownFrom(latest.indexOf(unitId)) >= from,
  );
  for (let start = 0; start < units.length && recent.hasRoom && !stop(); start += UNITS_A_STEP) {
    const some = units.slice(start, start + UNITS_A_STEP);
    const until = Math.max(...some.map((unitId) => recent.knownFrom(latest.indexOf(unitId))));
    const blocks = await readBlocksTouching(options, some, from, until + 1, 'core');
    recent.recall(
      blocks,
      some.map((unitId) => latest.indexOf(unitId)),
      (unitId) => latest.indexOf(unitId),
      from,
      now,
    );
  }
}
