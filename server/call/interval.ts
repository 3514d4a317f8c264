import { DAY, TELEMETRY, failure, fromIso, success, type Interval, type Result } from '../../src/domain/base/index.ts';
import type { CallError } from '../../src/api/contract/index.ts';
import type { Problems } from './problems.ts';

const ISO = /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(:\d{2}(\.\d+)?)?(Z|[+-]\d{2}:?\d{2}))?$/;

/** One instant of a request; a time without a zone is refused, since it could mean any. */
export function readInstant(text: string, field: string, lang: string, problems: Problems): Result<number, CallError> {
  const instant = ISO.test(text) ? fromIso(text) : Number.NaN;
  if (!(instant >= EARLIEST)) return problems.refuseField(lang, field, 'validation.date');
  return success(instant);
}

/** The database knows no year 0, and no tracker reported before. */
const EARLIEST = Date.UTC(1900, 0, 1);

/** The interval of a history call: two instants in order, no longer than the limit. */
export function readInterval(
  data: { from: string; to: string },
  lang: string,
  problems: Problems,
): Result<Interval, CallError> {
  const from = readInstant(data.from, 'from', lang, problems);
  if (!from.ok) return failure(from.error);
  const to = readInstant(data.to, 'to', lang, problems);
  if (!to.ok) return failure(to.error);
  if (to.value < from.value) return problems.refuseField(lang, 'to', 'validation.interval');
  if (to.value - from.value > TELEMETRY.historyDays * DAY) {
    return problems.refuseField(lang, 'to', 'validation.intervalTooLong', { max: TELEMETRY.historyDays });
  }
  return success({ from: from.value, to: to.value });
}
