import { useMemo, type ReactNode } from 'react';
import {
  compare,
  countVerdicts,
  filterTrack,
  tripDay,
  tripDetectorSchema,
  type TripDetectorSettings,
} from '../../../../domain/detection/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import type { DetectionSettings } from '../settings.ts';
import { useDetectionTexts } from '../useDetectionTexts.ts';
import { DayResult } from './DayResult.tsx';
import { TuningFrame } from './TuningFrame.tsx';
import { findingsOf, laneOf, totalsOf, drivenOf, type ComparedDay } from './tripFindings.ts';
import { useEdited } from './useEdited.ts';
import type { DayReports, TuningDay } from './useTuningDay.ts';
import { useSpeed } from './useSpeed.ts';
import { tracksOn } from './trackLines.ts';

interface TripTuningProps {
  day: TuningDay;
  saved: DetectionSettings;
}

/** What the trip detector makes of a day, by the saved and by the edited settings. */
export function TripTuning({ day, saved }: TripTuningProps): ReactNode {
  const { t } = useTranslation();
  const edited = useEdited<TripDetectorSettings>(tripDetectorSchema, saved.trips);
  return (
    <TuningFrame day={day} lead={t('detection.tuning.tripLead')}>
      {(reports) => <TripDayView reports={reports} saved={saved} edited={edited} />}
    </TuningFrame>
  );
}

function TripDayView({
  reports,
  saved,
  edited,
}: {
  reports: DayReports;
  saved: DetectionSettings;
  edited: TripDetectorSettings;
}): ReactNode {
  const { t } = useTranslation();
  const texts = useDetectionTexts();
  const { shown, track } = reports;
  const compared = useComparedTrips(reports, saved, edited);
  const lines = useMemo(
    () => ({ before: tracksOn(track, drivenOf(compared.before)), after: tracksOn(track, drivenOf(compared.after)) }),
    [track, compared],
  );
  return (
    <DayResult
      reports={reports}
      totals={totalsOf(compared, texts)}
      chart={useSpeed(track, shown)}
      lanes={[laneOf('before', compared, texts), laneOf('after', compared, texts)]}
      legend={<LaneKey />}
      lines={lines}
      list={{
        label: t('detection.tuning.findings'),
        empty: t('detection.tuning.noTrips'),
        findings: findingsOf(compared, texts),
      }}
    />
  );
}

const BAR_KINDS = ['trip', 'parking', 'noData', 'discarded'] as const;

function LaneKey(): ReactNode {
  const { t } = useTranslation();
  return (
    <ul className="tuning-key" aria-label={t('detection.tuning.key')}>
      {BAR_KINDS.map((kind) => (
        <li key={kind}>
          <span className="tuning-bar" data-kind={kind} aria-hidden="true" />
          {t(`detection.kinds.${kind}`)}
        </li>
      ))}
    </ul>
  );
}

/** The day by both settings. The saved ones are worked out once a day; the edited ones with every change. */
function useComparedTrips(
  { track, inputs, shown }: DayReports,
  { filters, trips }: DetectionSettings,
  edited: TripDetectorSettings,
): ComparedDay {
  const filtered = useMemo(() => filterTrack(track, inputs, filters), [track, inputs, filters]);
  const before = useMemo(() => tripDay(filtered, trips, shown), [filtered, trips, shown]);
  const until = Math.min(shown.to, track.times[track.count - 1]);
  return useMemo((): ComparedDay => {
    const after = tripDay(filtered, edited, shown);
    return {
      before,
      after,
      trips: compare(before.trips, after.trips, ({ start, end }) => ({ from: start, to: end })),
      parkings: compare(before.parkings, after.parkings, ({ from, to }) => ({ from, to: to ?? until })),
      noData: compare(before.noData, after.noData, ({ from, to }) => ({ from, to })),
      counts: countVerdicts(track, filtered, shown),
      until,
    };
  }, [filtered, before, edited, shown, track, until]);
}
