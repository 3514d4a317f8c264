import { useState } from 'react';
import { MINUTE, SECOND, type Interval } from '../../../../domain/base/index.ts';

/** Shorter than this nothing is to be seen of a day. */
const SHORTEST = MINUTE;

export interface DayView {
  readonly visible: Interval;
  /** Key of the chosen row, or null. */
  readonly selected: string | null;
  readonly isWhole: boolean;
  zoom(interval: Interval): void;
  /** Chooses a row and goes to it, with some of what is around it. */
  select(key: string, span: Interval): void;
  whole(): void;
}

/** Which part of the day is in sight, for chart, lanes and map together; a new day is seen whole. */
export function useView(shown: Interval): DayView {
  const day = shown.from;
  const [state, setState] = useState<{ day: number; visible: Interval; selected: string | null }>({
    day,
    visible: shown,
    selected: null,
  });
  const current = state.day === day ? state : { day, visible: shown, selected: null };
  const within = ({ from, to }: Interval): Interval => {
    const length = Math.min(Math.max(to - from, SHORTEST), shown.to - shown.from);
    const start = Math.min(Math.max((from + to - length) / 2, shown.from), shown.to - length);
    return { from: start, to: start + length };
  };
  return {
    visible: current.visible,
    selected: current.selected,
    isWhole: current.visible.from === shown.from && current.visible.to === shown.to,
    zoom: (interval) => setState({ ...current, visible: within(interval) }),
    select: (key, { from, to }) => {
      const room = Math.max((to - from) * 0.3, 30 * SECOND);
      setState({ day, selected: key, visible: within({ from: from - room, to: to + room }) });
    },
    whole: () => setState({ day, visible: shown, selected: null }),
  };
}
