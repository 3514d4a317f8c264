import type { ReactNode } from 'react';
import { Chart, type ChartProps } from './Chart.tsx';
import { DayMap, type DaySpots } from './DayMap.tsx';
import { FindingList, type Finding } from './FindingList.tsx';
import { Lanes, type Lane } from './Lanes.tsx';
import { Totals, type Total } from './Totals.tsx';
import type { DayReports } from './useTuningDay.ts';
import { useView } from './useView.ts';
import { ViewTools } from './ViewTools.tsx';
import type { TrackLine } from './trackLines.ts';

/** A chart over the day; which stretch of it is in sight is the day's matter. */
export type DayChart = Pick<ChartProps, 'label' | 'curves' | 'looks' | 'floor'>;

interface DayResultProps {
  reports: DayReports;
  totals: readonly Total[];
  /** What the lanes are explained by; null where the day has no such values. */
  chart: DayChart | null;
  lanes: readonly Lane[];
  /** What the colours of the lanes mean. */
  legend?: ReactNode;
  list: { readonly label: string; readonly empty: string; readonly findings: readonly Finding[] };
  lines: { readonly before?: readonly TrackLine[]; readonly after: readonly TrackLine[] };
  /** Places of what is found, each under the key of its bar. */
  spots?: DaySpots;
}

/**
 * A day by the saved and by the edited settings: figures, chart with lanes, findings and map; what is chosen in one is
 * shown in all.
 */
export function DayResult({
  reports: { shown, track },
  totals,
  chart,
  lanes,
  legend,
  list,
  lines,
  spots,
}: DayResultProps): ReactNode {
  const view = useView(shown);
  const choose = ({ key, from, to }: { key: string; from: number; to: number }): void => view.select(key, { from, to });
  const chooseBar = (key: string): void => {
    const bar = lanes.flatMap(({ bars }) => bars).find((each) => each.key === key);
    if (bar !== undefined) choose(bar);
  };
  return (
    <>
      <Totals totals={totals} />
      <div className="tuning-stage">
        <ViewTools view={view} shown={shown} />
        {chart && <Chart {...chart} visible={view.visible} onZoom={view.zoom} />}
        <Lanes lanes={lanes} visible={view.visible} shown={shown} selected={view.selected} onSelect={choose} />
        {legend}
      </div>
      <div className="tuning-pair">
        <FindingList {...list} selected={view.selected} onSelect={choose} />
        <DayMap
          track={track}
          {...lines}
          spots={spots}
          chosen={view.selected}
          onSpot={chooseBar}
          selected={view.isWhole ? null : view.visible}
        />
      </div>
    </>
  );
}
