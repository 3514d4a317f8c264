import { fromIso } from '../../../domain/base/index.ts';
import type { UnitSummary } from '../../../domain/unit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useAllocation } from './useAllocation.ts';

/** What is said of a unit that does not report. */
export interface Silence {
  /** In a word or two. */
  readonly state: string;
  /** When it last reported. */
  readonly lastSeen: string;
  /** The same as a sentence. */
  readonly sentence: string;
  /** What more is to be said. */
  readonly rest: string;
}

/**
 * Words for a unit without a report. An account that has it for a span sees what it reports from the beginning of the
 * span: there it need not be silent for long, and what it reported before is its owner's.
 */
export function useSilence(unit: Pick<UnitSummary, 'name' | 'account_id' | 'account_name' | 'allocated_to'>): Silence {
  const { t } = useTranslation();
  const formats = useFormats();
  const allocation = useAllocation(unit);
  if (allocation === null) {
    return {
      state: t('motion.neverReported'),
      lastSeen: t('time.never'),
      sentence: t('units.detail.neverReported'),
      rest: `${t('units.detail.noPosition', { unit: unit.name })}. ${t('units.detail.neverReportedNext')}`,
    };
  }
  const since = t('gone.nothingSince', { time: formats.dateTime(fromIso(allocation.start_date)) });
  return {
    state: t('gone.nothingYet'),
    lastSeen: since,
    sentence: since,
    rest: t('gone.nothingSinceNext', { account: unit.account_name }),
  };
}
