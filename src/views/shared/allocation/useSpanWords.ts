import type { Allocation } from '../../../domain/allocation/index.ts';
import { useFormats } from '../../../i18n/index.ts';

/** Who gets something, and from when to when, as texts put it. */
export interface SpanWords {
  readonly account: string;
  readonly start: string;
  readonly end: string;
}

/** Words for a span that the account called so gets; every allocation that is made has an end. */
export function useSpanWords(): (
  account: string,
  span: Pick<Allocation, 'start_date' | 'end_date'>,
) => SpanWords & Record<string, string> {
  const formats = useFormats();
  return (account, { start_date, end_date }) => ({
    account,
    start: formats.dateTime(Date.parse(start_date)),
    end: end_date === null ? '' : formats.dateTime(Date.parse(end_date)),
  });
}
