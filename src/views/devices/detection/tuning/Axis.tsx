import type { ReactNode } from 'react';
import type { Interval } from '../../../../domain/base/index.ts';
import { useFormats } from '../../../../i18n/index.ts';
import { marksOf } from './marks.ts';

/** More labels than this crowd a narrow screen. */
const ROOM = 8;

/** The times of the visible stretch, below chart and lanes. */
export function Axis({ visible, shown }: { visible: Interval; shown: Interval }): ReactNode {
  const { time } = useFormats();
  const length = visible.to - visible.from;
  return (
    <div className="tuning-axis" dir="ltr" aria-hidden="true">
      {marksOf(visible, shown.from, ROOM).map((mark) => (
        <span key={mark} style={{ left: `${((mark - visible.from) / length) * 100}%` }}>
          {time(mark)}
        </span>
      ))}
    </div>
  );
}
