import { useEffect, useRef, type ReactNode } from 'react';
import { chartColumn, type ReportChart, type ReportType } from '../../../domain/report/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useDayText } from '../useReportCells.tsx';
import type { BarPlot } from './bars.ts';
import { useCellText } from './useCellText.ts';

const HEIGHT = 180;

interface DaysChartProps {
  readonly chart: ReportChart;
  readonly type: ReportType;
}

/** The first figure of each day as bars. The table by day has the same figures for whoever cannot see them. */
export function DaysChart({ chart, type }: DaysChartProps): ReactNode {
  const { t, i18n } = useTranslation();
  const host = useRef<HTMLDivElement>(null);
  const day = useDayText();
  const text = useCellText();
  const { look } = chartColumn(type);
  const title = t('reports.chart', { figure: t(`reports.columns.${chart.column}`) });
  useEffect(() => {
    const element = host.current;
    if (element === null) return undefined;
    let plot: BarPlot | null = null;
    let isGone = false;
    const observer = new ResizeObserver(() => plot?.resize(element.clientWidth));
    void import('./bars.ts').then(({ createBars }) => {
      if (isGone) return;
      plot = createBars(element, element.clientWidth, HEIGHT, {
        labels: chart.days.map(day),
        values: chart.values,
        text: (value) => text(value, look),
      });
      observer.observe(element);
    });
    const themes = new MutationObserver(() => plot?.redraw());
    themes.observe(document.documentElement, { attributes: true });
    return () => {
      isGone = true;
      observer.disconnect();
      themes.disconnect();
      plot?.destroy();
    };
  }, [chart, day, text, look, i18n.language]);
  return (
    <figure className="report-chart" aria-label={title}>
      <figcaption>{title}</figcaption>
      <div ref={host} aria-hidden="true" dir="ltr" style={{ blockSize: HEIGHT }} />
    </figure>
  );
}
