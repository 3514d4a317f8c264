import { DAY, failure, success, toIso, type Interval } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { decodeTrackTimes, readTrackHeader } from '../../../src/domain/telemetry/index.ts';
import { readInterval } from '../../call/interval.ts';
import type { UnitDirectory } from '../../call/ports.ts';
import type { Problems } from '../../call/problems.ts';
import { unitsInSight } from '../../call/reach.ts';
import { readBlocksInSight } from '../../call/sight.ts';
import type { Handlers } from '../../call/types.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf } from '../shared/index.ts';

export type RecordedMethod = 'getRecordedSpans';

interface RecordedServices {
  readonly directory: UnitDirectory;
  readonly problems: Problems;
  readonly positions: Pick<PositionStore, 'readBlocks'>;
}

/**
 * When a unit reported: what the headers of its blocks say. Rows are read of those alone that are longer than a day.
 */
export function createRecordedHandlers({
  directory,
  problems,
  positions,
}: RecordedServices): Pick<Handlers, RecordedMethod> {
  return {
    async getRecordedSpans(data, context) {
      const interval = readInterval(data, context.lang, problems);
      if (!interval.ok) return failure(interval.error);
      const { from, to } = interval.value;
      const units = unitsInSight(directory, accountOf(context).scope, [data.unit_id], from, to);
      if (!units) return problems.refuse(context.lang, ERROR.notFound);
      const spans: Interval[] = [];
      for await (const block of readBlocksInSight(positions, units, from, to, 'core')) {
        for (const stretch of stretchesOf(block))
          if (stretch.from < to && stretch.to > from)
            spans.push({ from: Math.max(stretch.from, from), to: Math.min(stretch.to, to) });
      }
      return success({
        spans: spans
          .toSorted((a, b) => a.from - b.from)
          .map((span) => ({ from: toIso(span.from), to: toIso(span.to) })),
      });
    },
  };
}

/** When the block's reports were: a day at most each. The last report's instant belongs to the stretch. */
export function stretchesOf(block: Uint8Array): Interval[] {
  const { count, from, to } = readTrackHeader(block);
  if (count === 0) return [];
  return to - from < DAY ? [{ from, to: to + 1 }] : daysOf(decodeTrackTimes(block));
}

/** Of times in growing order: what comes a day after the first of a stretch begins another. */
function daysOf(times: Float64Array): Interval[] {
  const days: Interval[] = [];
  let first = 0;
  for (let row = 1; row <= times.length; row++) {
    if (row < times.length && times[row] - times[first] < DAY) continue;
    days.push({ from: times[first], to: times[row - 1] + 1 });
    first = row;
  }
  return days;
}
