import { useMemo, type ReactNode } from 'react';
import {
  compare,
  countVerdicts,
  filterSettingsSchema,
  filterTrack,
  tripDay,
  type FilterSettings,
} from '../../../../domain/detection/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import type { DetectionSettings } from '../settings.ts';
import { useDetectionTexts } from '../useDetectionTexts.ts';
import { DayResult } from './DayResult.tsx';
import { filterTotalsOf, refusalFindingsOf, refusalLaneOf, refusalsOf, type FilteredDay } from './filterFindings.ts';
import { TuningFrame } from './TuningFrame.tsx';
import { useEdited } from './useEdited.ts';
import { useSpeed } from './useSpeed.ts';
import type { DayReports, TuningDay } from './useTuningDay.ts';
import { tracksOn } from './trackLines.ts';

interface FilterTuningProps {
  day: TuningDay;
  saved: DetectionSettings;
}

/** Which fixes of a day count by the saved and by the edited filters, and what trips become of them. */
export function FilterTuning({ day, saved }: FilterTuningProps): ReactNode {
  const { t } = useTranslation();
  const edited = useEdited<FilterSettings>(filterSettingsSchema, saved.filters);
  return (
    <TuningFrame day={day} lead={t('detection.tuning.filterLead')}>
      {(reports) => <FilterDayView reports={reports} saved={saved} edited={edited} />}
    </TuningFrame>
  );
}

function FilterDayView({
  reports,
  saved,
  edited,
}: {
  reports: DayReports;
  saved: DetectionSettings;
  edited: FilterSettings;
}): ReactNode {
  const { t } = useTranslation();
  const texts = useDetectionTexts();
  const { shown, track } = reports;
  const before = useFilteredDay(reports, saved, saved.filters);
  const after = useFilteredDay(reports, saved, edited);
  const refusals = useMemo(() => compare(before.refusals, after.refusals, (span) => span), [before, after]);
  return (
    <DayResult
      reports={reports}
      totals={filterTotalsOf(before, after, texts)}
      chart={useSpeed(track, shown)}
      lanes={[refusalLaneOf('before', refusals, texts), refusalLaneOf('after', refusals, texts)]}
      list={{
        label: t('detection.tuning.refusals'),
        empty: t('detection.tuning.noRefusals'),
        findings: refusalFindingsOf(refusals, texts),
      }}
      lines={{ before: before.lines, after: after.lines }}
    />
  );
}

function useFilteredDay(
  { track, inputs, shown }: DayReports,
  { trips }: DetectionSettings,
  filters: FilterSettings,
): FilteredDay {
  return useMemo(() => {
    const filtered = filterTrack(track, inputs, filters);
    return {
      counts: countVerdicts(track, filtered, shown),
      trips: tripDay(filtered, trips, shown).trips,
      refusals: refusalsOf(track.times, filtered.verdicts, shown),
      lines: tracksOn(track, [shown], (row) => filtered.verdicts[row] === 0),
    };
  }, [track, inputs, shown, trips, filters]);
}
