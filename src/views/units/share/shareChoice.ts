import { HOUR, LENGTH, fromIso, toIso, type Instant } from '../../../domain/base/index.ts';
import type { ShareForm } from '../../../domain/share/index.ts';
import { presetSpan } from '../../shared/time/datePresets.ts';

/** How long a share lasts: from now on for a while, or dated. */
export const SHARE_SPANS = ['hour', 'hours8', 'today', 'dated'] as const;
type ShareSpan = (typeof SHARE_SPANS)[number];

/** What is chosen in the dialog. Times are only asked for where the span is dated; an empty start is now. */
export interface ShareChoice extends Pick<ShareForm, 'name' | 'names' | 'trail' | 'zones' | 'driver'> {
  readonly span: ShareSpan;
  readonly from: string;
  readonly to: string;
}

interface Present {
  readonly now: Instant;
  readonly timeZone: string;
  readonly language: string;
}

/** False while something is missing that the server would ask for. */
export function isWholeShare({ name, span, from, to }: ShareChoice): boolean {
  const isNamed = name.trim().length >= LENGTH.shareName.min;
  const isTime = (text: string): boolean => !Number.isNaN(fromIso(text));
  return isNamed && (span !== 'dated' || (isTime(to) && (from === '' || isTime(from))));
}

/** The request that the choice comes to. Today ends with the day in the account's time zone. */
export function shareRequest(
  { span, from, to, ...rest }: ShareChoice,
  units: readonly { readonly unit_id: number }[],
  { now, timeZone, language }: Present,
): ShareForm {
  const ends: Readonly<Record<Exclude<ShareSpan, 'dated'>, Instant>> = {
    hour: now + HOUR,
    hours8: now + 8 * HOUR,
    today: presetSpan('today', now, timeZone, language).to,
  };
  return {
    ...rest,
    unit_ids: units.map(({ unit_id: id }) => id),
    from: span === 'dated' && from !== '' ? from : null,
    to: span === 'dated' ? to : toIso(ends[span]),
  };
}
