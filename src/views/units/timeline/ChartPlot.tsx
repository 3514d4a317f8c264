import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Interval } from '../../../domain/base/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useWidth } from '../../shared/useSize.ts';
import type { Plot } from './plot.ts';
import type { Line } from './series.ts';

interface ChartPlotProps {
  /** The same list until another is meant; one for each colour. */
  lines: readonly (Line | null)[];
  range: readonly [number, number];
  visible: Interval;
  /** Names of CSS custom properties; the same list until others are meant. */
  colours: readonly string[];
  /** CSS px. */
  height: number;
}

/** Lines over the visible interval. The drawing library comes only now, with the first chart. */
export function ChartPlot({ lines, range, visible, colours, height }: ChartPlotProps): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { appearance } = usePreferences();
  const [plot, setPlot] = useState<Plot | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  if (broken !== null) throw broken;

  const first = useRef(height);
  useEffect(() => {
    let gone = false;
    let made: Plot | null = null;
    const make = async (): Promise<void> => {
      try {
        const { createPlot } = await import('./plot.ts');
        if (gone || host.current === null) return;
        made = createPlot(host.current, host.current.getBoundingClientRect().width, first.current, colours);
        setPlot(made);
      } catch (thrown) {
        setBroken(thrown);
      }
    };
    void make();
    return () => {
      gone = true;
      made?.destroy();
      setPlot(null);
    };
  }, [colours]);

  useEffect(() => plot?.show(lines, range, visible), [plot, lines, range, visible]);
  useEffect(() => plot?.resize(width, height), [plot, width, height]);
  useEffect(() => plot?.redraw(), [plot, appearance]);
  return (
    <div ref={host} className="timeline-plot" aria-hidden="true" style={{ blockSize: height }}>
      {plot === null && <Skeleton height={`${height}px`} />}
    </div>
  );
}
