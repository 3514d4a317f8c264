import type { Client } from '../../api/client/index.ts';
import type { LiveEvent, MapServices } from '../../api/contract/index.ts';
import type { Interval } from '../../domain/base/index.ts';
import { createBacktest, type HistorySource, type FilteredTrack, type LiveSource } from '../../streams/index.ts';
import type { FleetServices, Outcome } from '../../views/shared/services/fleet.ts';
import { createStore } from '../stores.ts';
import { createActs } from './acts.ts';
import { createRecordsReader } from './backtestRecords.ts';
import { openOtherTime } from './otherTime.ts';
import { createPanels } from './panels.ts';
import { createPlayback } from './playback.ts';
import { createShownUnits } from './shownUnits.ts';
import { createSources, type FleetAppOptions } from './sources.ts';
import { toSeries } from './trackSeries.ts';
import { createUnitList } from './unitList.ts';

/** The telemetry side of a signed-in page: sources, clock and pipeline, wired once per account. */
export interface FleetApp extends FleetServices {
  /** Domain events of the account and its tree, as they arrive. */
  onEvents(listener: (events: readonly LiveEvent[]) => void): () => void;
  /** Events were missed: whatever was read may have changed. */
  onReadAgain(listener: () => void): () => void;
  close(): void;
  /** Closes, and forgets the kept picture: the user signed out. */
  erase(): void;
}

/** Builds the pipeline of one account and starts it live. */
export function createFleetApp(options: FleetAppOptions): FleetApp {
  const { client } = options;
  const stopping = new AbortController();
  const sources = createSources(options);
  const { clock, pipeline, live, history } = sources;
  const playback = createPlayback(sources);
  const panels = createPanels(sources, playback.fileSpan);
  const unitList = createUnitList(client);
  const shown = createShownUnits(pipeline, unitList, playback.fileUnits);
  const mapServices = createStore<MapServices | null>(null);
  const readUnits = (): void => void unitList.load(stopping.signal).catch(ignoreAbort(stopping.signal));
  const allUnits = (): number[] => unitList.getSnapshot().units.map(({ unit_id: id }) => id);
  const refilter = (events: readonly LiveEvent[]): void => {
    const unitIds = unitsRefiltered(events, allUnits);
    if (unitIds.length > 0) history.invalidate(unitIds, 0);
  };
  const subscriptions = [
    live.events$.subscribe((events) => unitList.apply(events)),
    live.events$.subscribe((events) => refilter(events)),
    // A list that did not come whole is asked for again with the next connection.
    live.ready$.subscribe(() => {
      if (!unitList.isWhole()) readUnits();
      history.retry();
    }),
    live.readAgain$.subscribe(() => {
      readUnits();
      history.invalidate(allUnits(), 0);
    }),
  ];
  const undo = [shown.close, options.onTokens(() => live.setAuth())];
  const onVisibility = (): void => {
    pipeline.setVisible(!document.hidden);
    if (document.hidden) live.keep();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void loadMapServices(client, stopping.signal).then(
    (services) => services && mapServices.set(services),
    ignoreAbort(stopping.signal),
  );

  const stop = (): void => {
    stopping.abort();
    document.removeEventListener('visibilitychange', onVisibility);
    for (const subscription of subscriptions) subscription.unsubscribe();
    for (const end of undo) end();
    playback.close();
    panels.close();
    pipeline.close();
    history.close();
  };
  return {
    ...panels,
    ...createActs(client, options.call, unitList),
    fleet: pipeline.fleet,
    units: shown.units,
    mapServices,
    playback: playback.view,
    shownFile: playback.shownFile,
    onFrame: (listener) => pipeline.subscribe(listener),
    pictured: () => pipeline.pictured(),
    watch: live.watch,
    viewAlarm: viewingOf(live),
    samplePast: (instant, fleet, out) =>
      playback.fileSpan() === null ? history.sample(instant, fleet, out) : playback.samplePast(instant, fleet, out),
    ...readings(history),
    openBacktest: () =>
      createBacktest({ fetchBlocks: history.blocksOf, fetchRecords: createRecordsReader(options.call) }),
    showOnly: shown.showOnly,
    dimOthers: shown.dimOthers,
    otherTime: (instant) => openOtherTime(client, clock, { units: shown.units, fleet: pipeline.fleet }, instant),
    openFile: (chosen) => void playback.openFile(chosen),
    sendPlayback: playback.send,
    reconnect: () => live.retry(),
    now: () => clock.present(),
    onEvents: (listener) => undoOf(live.events$.subscribe(listener)),
    onReadAgain: (listener) => undoOf(live.readAgain$.subscribe(listener)),
    close() {
      stop();
      live.close();
    },
    erase() {
      stop();
      live.erase();
    },
  };
}

/** One unit's recorded past: as its filters have it, and as it was recorded. */
function readings(history: HistorySource): Pick<FleetServices, 'track' | 'reports'> {
  return {
    async track(unitId, interval, signal) {
      const read = await readReports(history, unitId, interval, signal);
      return read.ok ? { ok: true, value: toSeries(read.value) } : read;
    },
    async reports(unitId, interval, signal) {
      const read = await readReports(history, unitId, interval, signal);
      return read.ok ? { ok: true, value: read.value.track } : read;
    },
  };
}

/** One unit's recorded reports; what went wrong in the words that views show. */
async function readReports(
  history: HistorySource,
  unitId: number,
  { from, to }: Interval,
  signal: AbortSignal,
): Promise<Outcome<FilteredTrack>> {
  const read = await history.trackOf(unitId, from, to, signal);
  return read.ok
    ? read
    : { ok: false, problem: { code: read.error.code, message: read.error.message, correlationId: null } };
}

/** The base maps; null when the server cannot say . The built-in one is offered then. */
async function loadMapServices(client: Client, signal: AbortSignal): Promise<MapServices | null> {
  const answer = await client.clientConfig<MapServices>('map', { signal });
  return answer.ok ? answer.value : null;
}

function undoOf(subscription: { unsubscribe(): void }): () => void {
  return () => subscription.unsubscribe();
}

/** A call given up on purpose is no failure; anything else is a bug and is thrown. */
function ignoreAbort(signal: AbortSignal) {
  return (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
}

/**
 * Units of which other fixes may be valid after the events: their device's filters changed, or the unit carries
 * another.
 */
function unitsRefiltered(events: readonly LiveEvent[], all: () => readonly number[]): readonly number[] {
  if (events.some(({ kind }) => kind === 'deviceSettingsChanged')) return all();
  return events.filter(({ kind }) => kind === 'unitUpdated').map((event) => event.subject_id);
}

/**
 * Several parts of a screen may say what is looked at: the last that came counts, and who leaves gives way to those
 * before.
 */
function viewingOf(live: Pick<LiveSource, 'viewAlarm'>): FleetServices['viewAlarm'] {
  const views = new Set<{ readonly alarmId: number }>();
  const send = (): void => live.viewAlarm([...views].at(-1)?.alarmId ?? null);
  return (alarmId) => {
    const view = { alarmId };
    views.add(view);
    send();
    return () => {
      if (views.delete(view)) send();
    };
  };
}
