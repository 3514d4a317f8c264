import type { ReactNode } from 'react';
import { useReadings } from '../../shared/unit/useReadings.ts';
import { plotOf, type PlotPoint } from './plot.ts';

export interface SmallChartProps {
  /** Read out in place of the drawing. */
  label: string;
  /** In the order of x. */
  points: readonly PlotPoint[];
  /** Points of a table are marked; those of a series are too many. */
  marked?: boolean;
  /** One that stands out. */
  current?: PlotPoint | null;
  /** Of the values, for the scale. */
  measure: string;
  /** What is below the ends. */
  ends: readonly [string, string];
}

/** A line with its scale. Time and x run from left to right in every language. */
export function SmallChart({ label, points, marked, current = null, measure, ends }: SmallChartProps): ReactNode {
  const readings = useReadings();
  const plot = plotOf(points);
  if (plot === null) return null;
  const dot = current !== null && Number.isFinite(current.y) ? plot.place(current) : null;
  return (
    <figure className="small-chart" dir="ltr">
      <span className="visually-hidden">{label}</span>
      <div className="small-chart-scale figures" aria-hidden="true">
        <span>{readings.value(plot.high, measure)}</span>
        <span>{readings.value(plot.low, measure)}</span>
      </div>
      <svg viewBox="-1 -3 102 106" preserveAspectRatio="none" aria-hidden="true">
        <path d={plot.path} className="small-chart-line" />
        {marked &&
          points.map((point, index) => {
            const { x, y } = plot.place(point);
            return <path key={`${x} ${y} ${index}`} d={`M${x} ${y}h0`} className="small-chart-mark" />;
          })}
        {dot !== null && <path d={`M${dot.x} ${dot.y}h0`} className="small-chart-current" />}
      </svg>
      <figcaption className="figures" aria-hidden="true">
        <span>{ends[0]}</span>
        <span>{ends[1]}</span>
      </figcaption>
    </figure>
  );
}
