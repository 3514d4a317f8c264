import { useMemo, type ReactNode } from 'react';
import { compare, countVerdicts, filterSettingsSchema, judgeTrack, tripDay, type FilterSettings } from '../../../../domain/detection/index.ts';
import { useTranslation } from '../../../../i18n/index.ts';
import type { DetectionSettings } from '../settings.ts';
import { useTold } from '../useTold.ts';
import { Chart } from './Chart.tsx';
import { DayMap } from './DayMap.tsx';
import { FindingList } from './FindingList.tsx';
import { filterTotalsOf, refusalFindingsOf, refusalLaneOf, refusalsOf, type JudgedDay } from './filterFindings.ts';
import { Lanes } from './Lanes.tsx';
import { Totals } from './Totals.tsx';
import { TuningFrame } from './TuningFrame.tsx';
import { useEdited } from './useEdited.ts';
import { useSpeed } from './useSpeed.ts';
import type { DayReports, TuningDay } from './useTuningDay.ts';
import { useView } from './useView.ts';
import { ViewTools } from './ViewTools.tsx';
import { waysOn } from './ways.ts';

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

function FilterDayView({ reports, saved, edited }: { reports: DayReports; saved: DetectionSettings; edited: FilterSettings }): ReactNode {
  const { t } = useTranslation();
  const told = useTold();
  const { shown, track } = reports;
  const view = useView(shown);
  const before = useJudgedDay(reports, saved, saved.filters);
  const after = useJudgedDay(reports, saved, edited);
  const curves = useSpeed(track, shown);
  const refusals = useMemo(() => compare(before.refusals, after.refusals, (span) => span), [before, after]);
  const choose = ({ key, from, to }: { key: string; from: number; to: number }): void => view.select(key, { from, to });
  return (
    <>
      <Totals totals={filterTotalsOf(before, after, told)} />
      <div className="tuning-stage">
        <ViewTools view={view} shown={shown} />
        {curves && (
          <Chart
            label={t('detection.tuning.speedChart')} curves={curves} visible={view.visible} floor={0} onZoom={view.zoom}
            looks={[{ colour: '--color-info-fill', filled: true, label: t('detection.tuning.speed'), figure: told.formats.speed }]}
          />
        )}
        <Lanes lanes={[refusalLaneOf('before', refusals, told), refusalLaneOf('after', refusals, told)]} visible={view.visible} shown={shown} selected={view.selected} onSelect={choose} />
      </div>
      <div className="tuning-pair">
        <FindingList label={t('detection.tuning.refusals')} findings={refusalFindingsOf(refusals, told)} selected={view.selected} empty={t('detection.tuning.noRefusals')} onSelect={choose} />
        <DayMap track={track} before={before.ways} after={after.ways} selected={view.isWhole ? null : view.visible} />
      </div>
    </>
  );
}

function useJudgedDay({ track, inputs, shown }: DayReports, { trips }: DetectionSettings, filters: FilterSettings): JudgedDay {
  return useMemo(() => {
    const judged = judgeTrack(track, inputs, filters);
    return {
      counts: countVerdicts(track, judged, shown), trips: tripDay(judged, trips, shown).trips, refusals: refusalsOf(track.times, judged.verdicts, shown),
      ways: waysOn(track, [shown], (row) => judged.verdicts[row] === 0),
    };
  }, [track, inputs, shown, trips, filters]);
}
