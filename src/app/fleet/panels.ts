import { auditTime, interval, merge } from 'rxjs';
import { DAY, type Interval } from '../../domain/base/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { EMPTY_SUMMARY } from '../../streams/index.ts';
import type { FleetServices, TimelineState } from '../../views/shared/services/fleet.ts';
import { createStore, feedStore, sameFields } from '../stores.ts';
import type { Sources } from './sources.ts';

/** How often panels hear of the passing of time; the map reads the clock itself. */
const TIMELINE_INTERVAL = 100;
/** How far back the timeline reaches. */
const SPAN = 30 * DAY;

type Panels = Pick<FleetServices, 'summary' | 'presence' | 'timeline' | 'span' | 'details'> & { close(): void };

/** What panels read of the pipeline, a few times a second at most. */
export function createPanels({ clock, pipeline, live }: Sources, fileSpan: () => Interval | null): Panels {
  const summary = createStore(EMPTY_SUMMARY, sameFields);
  const presence = createStore<ReturnType<FleetServices['presence']['getSnapshot']>>(
    { state: 'connecting' },
    sameFields,
  );
  const timeline = createStore<TimelineState>({ mode: 'live', instant: clock.now(), rate: 1 }, sameFields);
  const span = createStore<Interval>({ from: clock.now() - SPAN, to: clock.now() }, sameFields);
  const details = createStore<ReadonlyMap<number, Position>>(new Map());
  const undo = [feedStore(summary, pipeline.summary$), feedStore(presence, pipeline.presence$)];
  // Every jump of the clock at once, the passing of time ten times a second.
  const ticks = merge(clock.state$, interval(TIMELINE_INTERVAL))
    .pipe(auditTime(0))
    .subscribe(() => {
      const { mode, rate } = clock.state;
      timeline.set({ mode, rate, instant: clock.now() });
      const present = Math.floor(clock.present() / 1000) * 1000;
      span.set(fileSpan() ?? { from: present - SPAN, to: present });
    });
  const detailed = live.details$.subscribe((positions) =>
    details.update((known) => new Map([...known, ...positions.map((each) => [each.unit_id, each] as const)])),
  );
  return {
    summary,
    presence,
    timeline,
    span,
    details,
    close() {
      ticks.unsubscribe();
      detailed.unsubscribe();
      for (const end of undo) end();
    },
  };
}
