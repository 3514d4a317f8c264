import { animationFrames, auditTime, merge, throttleTime, type Observable } from 'rxjs';
import { createActor } from 'xstate';
import type { Client } from '../../api/client/index.ts';
import type { LiveRefusal, MapServices } from '../../api/contract/index.ts';
import { DAY, type Interval } from '../../domain/base/index.ts';
import { UNIT_KINDS, type UnitSummary } from '../../domain/unit/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { createPlaybackMachine } from '../../machines/playback/index.ts';
import {
  CorrectedTime, EMPTY_SUMMARY, createClock, createFileSource, createHistorySource, createLiveSource, createPipeline,
  createWorkerDecoder, createWorkerPort, readTrackFile, systemTime, systemTimers, type FileSource, type LiveIdentity,
} from '../../streams/index.ts';
import { INSTANCE_FLAGS } from '../../streams/pipeline/index.ts';
import type { FleetServices, PlaybackView, TimelineState, UnitsState } from '../../views/shared/fleet.ts';
import { toProblem } from '../problems.ts';
import { createStore, feedStore, sameFields, type WritableStore } from '../stores.ts';
import { toSeries } from './trackSeries.ts';
import { createUnitList } from './unitList.ts';

/** How often panels hear of the passing of time; the map reads the clock itself. */
const TIMELINE_INTERVAL = 100;
/** How far back the timeline reaches when nobody said since when there are data. */
const SPAN = 30 * DAY;

export interface FleetAppOptions {
  readonly client: Client;
  identity(): LiveIdentity | null;
  onRefused(refusal: LiveRefusal): void;
}

/** The telemetry side of a signed-in page: sources, clock and pipeline, wired once per account. */
export interface FleetApp extends FleetServices {
  /** The session has new tokens. */
  setAuth(): void;
  close(): void;
  /** Closes, and forgets the kept picture: the user signed out. */
  erase(): void;
}

/** Builds the pipeline of one account and starts it live. */
export function createFleetApp({ client, identity, onRefused }: FleetAppOptions): FleetApp {
  const stopping = new AbortController();
  const undo: (() => void)[] = [];
  const time = new CorrectedTime(systemTime);
  const clock = createClock({ timeSource: time });
  const pipeline = createPipeline({
    clock, timers: systemTimers, requestFrame: (run) => requestAnimationFrame(run), cancelFrame: (id) => cancelAnimationFrame(id),
  });
  const live = createLiveSource({ url: '', getAuth: identity, onRefused, timeSource: time, port: createWorkerPort() });
  const history = createHistorySource({
    decoder: createWorkerDecoder(), timeSource: time, timers: systemTimers,
    async fetchHistory(path, data, signal) {
      const answer = await client.stream(path, data, { signal });
      if (!answer.ok) throw Object.assign(new Error(answer.error.message), { code: answer.error.code });
      return answer.value;
    },
  });
  pipeline.setSources({ live, history });

  const unitList = createUnitList(client);
  const fileUnits = createStore<UnitsState | null>(null);
  const units = createStore<UnitsState>(unitList.getSnapshot());
  const summary = createStore(EMPTY_SUMMARY, sameFields);
  const presence = createStore<ReturnType<FleetServices['presence']['getSnapshot']>>({ state: 'connecting' }, sameFields);
  const timeline = createStore<TimelineState>({ mode: 'live', instant: clock.now(), rate: 1 }, sameFields);
  const span = createStore<Interval>({ from: clock.now() - SPAN, to: clock.now() }, sameFields);
  const details = createStore<ReadonlyMap<number, Position>>(new Map());
  const mapServices = createStore<MapServices | null>(null);
  const subscribe = <Value>(stream: Observable<Value>, run: (value: Value) => void): void => {
    const subscription = stream.subscribe(run);
    undo.push(() => subscription.unsubscribe());
  };

  subscribe(live.offset$, (offset) => time.adopt(offset));
  undo.push(feedStore(summary, pipeline.summary$), feedStore(presence, pipeline.presence$));
  followTimeline(clock, timeline, span, () => fileSpan, subscribe);
  subscribe(live.events$, (events) => unitList.apply(events));
  subscribe(live.details$, (positions) => details.update((known) => new Map([...known, ...positions.map((each) => [each.unit_id, each] as const)])));
  // Events of accounts that never had one are not repeated after an absence: the list is read anew.
  subscribe(live.ready$, () => void unitList.load(stopping.signal).catch(ignoreAbort(stopping.signal)));

  const showUnits = (): void => {
    units.set(fileUnits.getSnapshot() ?? unitList.getSnapshot());
    for (const unit of units.getSnapshot().units) pipeline.fleet.setKind(pipeline.fleet.ensure(unit.unit_id), UNIT_KINDS.indexOf(unit.kind));
    applyFilter();
  };
  undo.push(unitList.subscribe(showUnits), fileUnits.subscribe(showUnits));
  let only: ReadonlySet<number> | null = null;
  const applyFilter = (): void => {
    const { fleet } = pipeline;
    for (let slot = 0; slot < fleet.count; slot++) fleet.setFlag(slot, INSTANCE_FLAGS.hidden, only !== null && !only.has(fleet.ids[slot]));
    pipeline.wake();
  };

  let file: FileSource | null = null;
  let fileSpan: Interval | null = null;
  const closeFile = (): void => {
    if (file === null) return;
    pipeline.setSources({ file: null });
    clock.setSpan(null);
    file.close();
    file = null;
    fileSpan = null;
    fileUnits.set(null);
  };
  const actor = createActor(createPlaybackMachine({
    play: (rate) => clock.play(rate), pause: () => clock.pause(), seek: (instant) => clock.seek(instant), step: (by) => clock.step(by),
    live: () => clock.live(), setLoop: (loop) => clock.setLoop(loop), closeFile,
  })).start();
  subscribe(clock.ended$, () => actor.send({ type: 'playback.reachedEnd' }));
  const playback = createStore<PlaybackView>(viewOf(actor), sameFields);
  const watching = actor.subscribe(() => playback.set(viewOf(actor)));
  const openFile = async (chosen: File): Promise<void> => {
    const read = await readTrackFile(chosen);
    if (!read.ok) return actor.send({ type: 'playback.fileRefused', problem: read.error });
    closeFile();
    file = createFileSource(read.value);
    fileSpan = read.value.span;
    fileUnits.set(fileUnitsOf(file));
    clock.setSpan(read.value.span);
    clock.pause();
    pipeline.setSources({ file });
    actor.send({ type: 'playback.fileOpened', name: chosen.name, span: read.value.span });
  };

  const onVisibility = (): void => {
    pipeline.setVisible(!document.hidden);
    if (document.hidden) live.keep();
  };
  document.addEventListener('visibilitychange', onVisibility);
  void client.clientConfig<MapServices>('map', { signal: stopping.signal }).then((answer) => {
    if (answer.ok) mapServices.set(answer.value);
    return answer;
  }, ignoreAbort(stopping.signal));

  const registered = new Map<string, number>();
  const close = (): void => {
    stopping.abort();
    document.removeEventListener('visibilitychange', onVisibility);
    watching.unsubscribe();
    actor.stop();
    for (const end of undo) end();
    closeFile();
    pipeline.close();
    history.close();
  };
  return {
    fleet: pipeline.fleet, onFrame: (listener) => pipeline.subscribe(listener), units, summary, presence, timeline, span, details, playback, mapServices,
    watch: (unitIds) => live.watch(unitIds),
    async track(unitId, interval, signal) {
      const read = await history.trackOf(unitId, interval.from, interval.to, signal);
      if (read.ok) return { ok: true, value: toSeries(read.value) };
      return { ok: false, problem: { code: read.error.code, message: read.error.message, correlationId: null } };
    },
    showOnly(unitIds) {
      only = unitIds === null ? null : new Set(unitIds);
      applyFilter();
    },
    openFile: (chosen) => void openFile(chosen),
    sendPlayback: (event) => actor.send(event),
    reconnect: () => live.retry(),
    async unclaimedDevices(signal) {
      const answer = await client.call('getUnclaimedDevices', { limit: 200 }, { signal });
      return answer.ok ? answer : { ok: false, problem: toProblem(answer.error) };
    },
    async claim({ identifier, name, kind }) {
      // A device whose unit could not be made is kept for the next attempt: it cannot be registered twice.
      let deviceId = registered.get(identifier);
      if (deviceId === undefined) {
        const device = await client.call('createDevice', { name, device_model: 'Generic', unique_identifier: identifier });
        if (!device.ok) return { ok: false, problem: toProblem(device.error) };
        deviceId = device.value.device_id;
        registered.set(identifier, deviceId);
      }
      const unit = await client.call('createUnit', { name, kind, device_ids: [deviceId] });
      if (!unit.ok) return { ok: false, problem: toProblem(unit.error) };
      registered.delete(identifier);
      unitList.put(unit.value);
      return unit;
    },
    async renameUnit(unitId, name) {
      const answer = await client.call('updateUnit', { unit_id: unitId, name });
      if (!answer.ok) return { ok: false, problem: toProblem(answer.error) };
      unitList.put(answer.value);
      return answer;
    },
    now: () => clock.present(),
    setAuth: () => live.setAuth(),
    close() {
      close();
      live.close();
    },
    erase() {
      close();
      live.erase();
    },
  };
}

function viewOf(actor: { getSnapshot(): ReturnType<ReturnType<typeof createActor<ReturnType<typeof createPlaybackMachine>>>['getSnapshot']> }): PlaybackView {
  const { value, context } = actor.getSnapshot();
  return { ...context, state: typeof value === 'string' ? value : 'scrubbing' };
}

/** Tells panels of the passing of time ten times a second at most, and of every jump at once. */
function followTimeline(
  clock: ReturnType<typeof createClock>,
  timeline: WritableStore<TimelineState>,
  span: WritableStore<Interval>,
  fileSpan: () => Interval | null,
  subscribe: <Value>(stream: Observable<Value>, run: (value: Value) => void) => void,
): void {
  const ticks = merge(clock.state$, animationFrames().pipe(throttleTime(TIMELINE_INTERVAL))).pipe(auditTime(0));
  subscribe(ticks, () => {
    const { mode, rate } = clock.state;
    timeline.set({ mode, rate, instant: clock.now() });
    const present = Math.floor(clock.present() / 1000) * 1000;
    span.set(fileSpan() ?? { from: present - SPAN, to: present });
  });
}

function fileUnitsOf(file: FileSource): UnitsState {
  const units = file.units.map(({ unitId, name }) => ({
    unit_id: unitId, account_id: 0, account_name: '', name, kind: 'car', status: 'active', identifiers: [], device_model: '',
  }) as unknown as UnitSummary);
  return { units, byId: new Map(units.map((unit) => [unit.unit_id, unit])), loading: false, problem: null };
}

/** What was given up on purpose is no failure; anything else is a bug and is thrown. */
function ignoreAbort(signal: AbortSignal) {
  return (error: unknown): void => {
    if (!signal.aborted) throw error;
  };
}
