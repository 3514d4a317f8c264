import { useMemo, type ReactNode } from 'react';
import {
  compare,
  fuelEvents,
  fuelLevels,
  fuelSettingsSchema,
  filterTrack,
  type Comparison,
  type FuelEvent,
  type FuelLevels,
  type FuelSettings,
} from '../../../../domain/detection/index.ts';
import { firstRowAt } from '../../../../domain/telemetry/index.ts';
import type { Interval } from '../../../../domain/base/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import type { DetectionSettings } from '../settings.ts';
import { useDetectionTexts } from '../useDetectionTexts.ts';
import { DayResult } from './DayResult.tsx';
import { curvesOf } from './curves.ts';
import { fuelFindingsOf, fuelLaneOf, fuelSpotsOf, fuelTotalsOf } from './fuelFindings.ts';
import { TuningFrame } from './TuningFrame.tsx';
import { useEdited } from './useEdited.ts';
import type { DayReports, TuningDay } from './useTuningDay.ts';
import { tracksOn } from './trackLines.ts';

interface FuelTuningProps {
  day: TuningDay;
  saved: DetectionSettings;
}

/** Thefts and refills of a day by the saved and by the edited settings. */
export function FuelTuning({ day, saved }: FuelTuningProps): ReactNode {
  const { t } = useTranslation();
  const edited = useEdited<FuelSettings>(fuelSettingsSchema, saved.fuel);
  return (
    <TuningFrame day={day} lead={t('detection.tuning.fuelLead')}>
      {(reports) =>
        reports.hasFuel ? (
          <FuelDayView reports={reports} saved={saved} edited={edited} />
        ) : (
          <p className="tuning-nothing">{t('detection.tuning.noFuel')}</p>
        )
      }
    </TuningFrame>
  );
}

function FuelDayView({
  reports,
  saved,
  edited,
}: {
  reports: DayReports;
  saved: DetectionSettings;
  edited: FuelSettings;
}): ReactNode {
  const { t } = useTranslation();
  const texts = useDetectionTexts();
  const { shown, track } = reports;
  const { levels, before, after, events } = useComparedFuel(reports, saved, edited);
  const curves = useLevels(levels, shown);
  const lines = useMemo(() => ({ after: tracksOn(track, [shown]) }), [track, shown]);
  const spots = useMemo(
    () => ({ before: fuelSpotsOf('before', events, track), after: fuelSpotsOf('after', events, track) }),
    [events, track],
  );
  const looks = [
    { colour: '--color-off-fill', label: t('detection.tuning.rawLevel'), figure: texts.litres },
    { colour: '--color-info-fill', label: t('detection.tuning.filteredLevel'), figure: texts.litres },
  ] as const;
  return (
    <DayResult
      reports={reports}
      totals={fuelTotalsOf(before, after, texts)}
      chart={curves && { label: t('detection.tuning.fuelChart'), curves, looks }}
      lanes={[fuelLaneOf('before', events, texts), fuelLaneOf('after', events, texts)]}
      list={{
        label: t('detection.tuning.findings'),
        empty: t('detection.tuning.noFuelEvents'),
        findings: fuelFindingsOf(events, texts),
      }}
      lines={lines}
      spots={spots}
    />
  );
}

interface ComparedFuel {
  /** Read by the edited thresholds. */
  readonly levels: FuelLevels;
  readonly before: readonly FuelEvent[];
  readonly after: readonly FuelEvent[];
  readonly events: Comparison<FuelEvent>;
}

/** The day by both settings. Levels are read again only when the thresholds are others, which takes longest. */
function useComparedFuel(
  { track, inputs, shown }: DayReports,
  { filters, trips, fuel }: DetectionSettings,
  edited: FuelSettings,
): ComparedFuel {
  const filtered = useMemo(() => filterTrack(track, inputs, filters), [track, inputs, filters]);
  const before = useMemo(
    () => fuelEvents(fuelLevels(filtered, fuel.threshold, trips), fuel, shown),
    [filtered, fuel, trips, shown],
  );
  const threshold = JSON.stringify(edited.threshold);
  const levels = useMemo(() => fuelLevels(filtered, JSON.parse(threshold), trips), [filtered, threshold, trips]);
  return useMemo(() => {
    const after = fuelEvents(levels, edited, shown);
    return { levels, before, after, events: compare(before, after, ({ start, end }) => ({ from: start, to: end })) };
  }, [levels, before, edited, shown]);
}

/** Levels as they were reported and as changes are looked for in them. */
function useLevels({ series, filtered }: FuelLevels, shown: Interval) {
  return useMemo(
    () =>
      curvesOf(
        series.times,
        [series.levels, filtered],
        firstRowAt(series.times, shown.from),
        firstRowAt(series.times, shown.to),
      ),
    [series, filtered, shown],
  );
}
