import { combineLatest, interval, map, merge } from 'rxjs';
import { DAY, type Interval } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { EMPTY_SUMMARY } from '../../streams/index.ts';
import type { FleetServices, TimelineState } from '../../views/shared/services/fleet.ts';
import { createStore, feedStore, sameFields } from '../stores.ts';
import type { Presence } from '../../streams/types.ts';
import type { Sources } from './sources.ts';

/** How often panels hear of the passing of time; the map reads the clock itself. */
const TIMELINE_INTERVAL = 100;
/** How far back the timeline reaches. */
const SPAN = 30 * DAY;

type AlarmViewersById = ReturnType<FleetServices['alarmViewers']['getSnapshot']>;
type Panels = Pick<FleetServices, 'summary' | 'presence' | 'timeline' | 'span' | 'details' | 'alarmViewers'> & {
  close(): void;
};

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
  const alarmViewers = createStore<AlarmViewersById>(new Map());
  const shown$ = combineLatest([pipeline.presence$, live.presence$]).pipe(
    map(([shown, feed]) => whileAway(shown, feed)),
  );
  const undo = [feedStore(summary, pipeline.summary$), feedStore(presence, shown$)];
  // Every jump of the clock at once: who asks right after it must not hear of the time before. The passing of time
  // ten times a second.
  const ticks = merge(clock.state$, interval(TIMELINE_INTERVAL)).subscribe(() => {
    const { mode, rate } = clock.state;
    timeline.set({ mode, rate, instant: clock.now() });
    const present = Math.floor(clock.present() / 1000) * 1000;
    span.set(fileSpan() ?? { from: present - SPAN, to: present });
  });
  const detailed = live.details$.subscribe((positions) =>
    details.update((known) => new Map([...known, ...positions.map((each) => [each.unit_id, each] as const)])),
  );
  // A connection that was lost says nothing of what changed meanwhile: the next one starts over.
  const looks = [
    live.ready$.subscribe(() => alarmViewers.set(new Map())),
    live.alarmViewers$.subscribe((alarms) =>
      alarmViewers.update(
        (known) => new Map([...known, ...alarms.map(({ alarm_id: id, people }) => [id, people] as const)]),
      ),
    ),
  ];
  return {
    summary,
    presence,
    timeline,
    span,
    details,
    alarmViewers,
    close() {
      for (const look of looks) look.unsubscribe();
      ticks.unsubscribe();
      detailed.unsubscribe();
      for (const end of undo) end();
    },
  };
}

/** A request over a line that went dead is given up much later than the feed knows of it: history will not come. */
function whileAway(shown: Presence, feed: Presence): Presence {
  const isWaiting = shown.state === 'replaying' && shown.loading;
  return isWaiting && feed.state === 'stale' ? { state: 'failed', code: ERROR.network, message: '' } : shown;
}
