import { number, object, string, type InferType } from 'yup';
import { fromIso, type AccountId, type AllocationId, type Instant } from '../base/index.ts';

/** A dated span during which an account holds a unit or a device that belongs to an account above it. */
export interface Allocation {
  readonly allocation_id: AllocationId;
  readonly account_id: AccountId;
  readonly account_name: string;
  /** ISO 8601 UTC; the span includes its start and excludes its end. */
  readonly start_date: string;
  /** Null: until it is ended. */
  readonly end_date: string | null;
  /** Devices of the unit that the account sees with it; of a device's own allocation: the device. */
  readonly device_ids: readonly number[];
  /** Who allocated it. */
  readonly username: string;
  readonly created_at: string;
}

/** A span in instants; `to` is infinite while no end is given. */
export interface AllocationSpan {
  readonly from: Instant;
  readonly to: Instant;
}

export type AllocationState = 'upcoming' | 'current' | 'ended';

/** An instant as forms and the wire give it. */
const spanField = string()
  .required('validation.required')
  .max(40)
  .test({ name: 'date', message: 'validation.date', test: (value) => !value || !Number.isNaN(fromIso(value)) });

/** An account and a date range are required (specification, chapter 5). */
export const allocationSchema = object({
  account_id: number().integer().positive().required('validation.required'),
  start_date: spanField,
  end_date: spanField.test({
    name: 'interval',
    message: 'validation.interval',
    test(value, { parent }) {
      const start = fromIso(String((parent as { start_date?: string }).start_date ?? ''));
      return Number.isNaN(start) || !value || fromIso(value) > start;
    },
  }),
});
export type AllocationForm = InferType<typeof allocationSchema>;

/** True while the account holds it. */
export function coversInstant(span: AllocationSpan, instant: Instant): boolean {
  return span.from <= instant && instant < span.to;
}

/** True when both hold at some instant; spans that only touch do not overlap. */
export function overlaps(a: AllocationSpan, b: AllocationSpan): boolean {
  return a.from < b.to && b.from < a.to;
}

/** The state of a span at the instant. */
export function allocationState(span: AllocationSpan, now: Instant): AllocationState {
  if (now < span.from) return 'upcoming';
  return now < span.to ? 'current' : 'ended';
}
