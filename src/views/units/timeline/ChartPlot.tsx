import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { Interval } from '../../../domain/base/index.ts';
import { Skeleton } from '../../../ui/index.ts';
import { usePreferences } from '../../shared/services/preferences.ts';
import { useWidth } from './hooks.ts';
import type { Plot } from './plot.ts';
import type { Line } from './series.ts';

export const CHART_HEIGHT = 56;

/** A line over the visible interval. The drawing library comes only now, with the first chart. */
export function ChartPlot({ line, visible, colour }: { line: Line; visible: Interval; colour: string }): ReactNode {
  const host = useRef<HTMLDivElement>(null);
  const width = useWidth(host);
  const { appearance } = usePreferences();
  const [plot, setPlot] = useState<Plot | null>(null);
  const [broken, setBroken] = useState<unknown>(null);
  if (broken !== null) throw broken;

  useEffect(() => {
    let gone = false;
    let made: Plot | null = null;
    const make = async (): Promise<void> => {
      try {
        const { createPlot } = await import('./plot.ts');
        if (gone || host.current === null) return;
        made = createPlot(host.current, host.current.getBoundingClientRect().width, CHART_HEIGHT, colour);
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
  }, [colour]);

  useEffect(() => plot?.show(line, visible), [plot, line, visible]);
  useEffect(() => plot?.resize(width), [plot, width]);
  useEffect(() => plot?.redraw(), [plot, appearance]);
  return (
    <div ref={host} className="timeline-plot" aria-hidden="true" style={{ blockSize: CHART_HEIGHT }}>
      {plot === null && <Skeleton height={`${CHART_HEIGHT}px`} />}
    </div>
  );
}
