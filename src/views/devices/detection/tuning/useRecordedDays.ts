import { useMemo, useState } from 'react';
import { DAY, fromIso, toIso, type UnitId } from '../../../../domain/base/index.ts';
import { useFormats } from '../../../../i18n/index.ts';
import { useAnswer } from '../../../shared/services/calls.ts';
import { dayAt, dayOf, type Day } from '../days.ts';

/** Days before the first that a month of another calendar may reach back. */
const BEFORE = 2;
/** A month of any calendar and what lies beside it. */
const REACH = 36 * DAY;

interface Recorded {
  readonly marked: ReadonlySet<string>;
  /** The month that begins with this day is looked at. */
  lookAt(first: string): void;
}

/** The days around the month in sight from which the unit's reports are kept; a unit of null has none. */
export function useRecordedDays(unitId: UnitId | null, { key }: Day, latest: Day): Recorded {
  const { timeZone } = useFormats().settings;
  const [looked, setLooked] = useState<string | null>(null);
  const first = looked ?? `${key.slice(0, 8)}01`;
  const { from } = dayAt(first, timeZone, -BEFORE).span;
  const to = Math.min(from + REACH, latest.span.to);
  const answer = useAnswer(
    'getRecordedSpans',
    unitId === null || to <= from ? null : { unit_id: unitId, from: toIso(from), to: toIso(to) },
  );
  const spans = answer.value?.spans;
  const marked = useMemo(
    () =>
      new Set(
        (spans ?? []).flatMap((span) =>
          [fromIso(span.from), fromIso(span.to) - 1].map((instant) => dayOf(instant, timeZone).key),
        ),
      ),
    [spans, timeZone],
  );
  return useMemo(() => ({ marked, lookAt: setLooked }), [marked]);
}
