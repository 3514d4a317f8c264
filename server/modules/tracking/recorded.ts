import { failure, success, toIso, type Interval } from '../../../src/domain/base/index.ts';
import { ERROR } from '../../../src/domain/errors/index.ts';
import { readTrackHeader } from '../../../src/domain/telemetry/index.ts';
import { readInterval } from '../../gateway/interval.ts';
import type { UnitDirectory } from '../../gateway/ports.ts';
import type { Problems } from '../../gateway/problems.ts';
import { unitsInSight } from '../../gateway/reach.ts';
import { readBlocksInSight } from '../../gateway/sight.ts';
import type { Handlers } from '../../gateway/types.ts';
import type { PositionStore } from '../../store/types.ts';
import { accountOf } from '../shared/index.ts';

export type RecordedMethod = 'getRecordedSpans';

interface RecordedServices {
  readonly directory: UnitDirectory;
  readonly problems: Problems;
  readonly positions: Pick<PositionStore, 'readBlocks'>;
}

/** When a unit reported: what the headers of its blocks tell, without a row being read. */
export function createRecordedHandlers({ directory, problems, positions }: RecordedServices): Pick<Handlers, RecordedMethod> {
  return {
    async getRecordedSpans(data, context) {
      const interval = readInterval(data, context.lang, problems);
      if (!interval.ok) return failure(interval.error);
      const { from, to } = interval.value;
      const units = unitsInSight(directory, accountOf(context).scope, [data.unit_id], from, to);
      if (!units) return problems.refuse(context.lang, ERROR.notFound);
      const spans: Interval[] = [];
      for await (const block of readBlocksInSight(positions, units, from, to, 'core')) {
        const header = readTrackHeader(block);
        // The last report's instant belongs to the stretch.
        if (header.count > 0) spans.push({ from: Math.max(header.from, from), to: Math.min(header.to + 1, to) });
      }
      return success({ spans: spans.toSorted((a, b) => a.from - b.from).map((span) => ({ from: toIso(span.from), to: toIso(span.to) })) });
    },
  };
}
