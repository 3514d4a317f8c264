import { createActor, type SnapshotFrom } from 'xstate';
import type { Interval } from '../../domain/base/index.ts';
import { plainUnit } from '../../domain/unit/index.ts';
import { createPlaybackMachine, type PlaybackEvent, type PlaybackMachine } from '../../machines/playback/index.ts';
import { createFileSource, readTrackFile, type FileSource, type TrailSampler } from '../../streams/index.ts';
import type { PlaybackView, ShownFile, UnitsState } from '../../views/shared/services/fleet.ts';
import type { ReadableStore } from '../../views/shared/services/store.ts';
import { createStore, sameFields } from '../stores.ts';
import { shownFile } from './fileTracks.ts';
import type { Sources } from './sources.ts';

export interface Playback {
  readonly view: ReadableStore<PlaybackView>;
  /** Units of the opened file; null while none is open. */
  readonly fileUnits: ReadableStore<UnitsState | null>;
  /** Its lines; null while none is open. */
  readonly shownFile: ReadableStore<ShownFile | null>;
  send(event: PlaybackEvent): void;
  /** Past positions of the opened file; false while none is open. */
  readonly samplePast: TrailSampler;
  /** Interval of the opened file, or null. */
  fileSpan(): Interval | null;
  openFile(file: File): Promise<void>;
  close(): void;
}

/** The playback workflow over the clock, and the file that may stand in for the server. */
export function createPlayback({ clock, pipeline }: Sources): Playback {
  let file: FileSource | null = null;
  let span: Interval | null = null;
  const fileUnits = createStore<UnitsState | null>(null);
  const lines = createStore<ShownFile | null>(null);
  const closeFile = (): void => {
    if (file === null) return;
    pipeline.setSources({ file: null });
    clock.setSpan(null);
    file.close();
    file = null;
    span = null;
    fileUnits.set(null);
    lines.set(null);
  };
  const actor = createActor(
    createPlaybackMachine({
      play: (rate) => clock.play(rate),
      pause: () => clock.pause(),
      seek: (instant) => clock.seek(instant),
      step: (by) => clock.step(by),
      live: () => clock.live(),
      setLoop: (loop) => clock.setLoop(loop),
      closeFile,
    }),
  ).start();
  const ended = clock.ended$.subscribe(() => actor.send({ type: 'playback.reachedEnd' }));
  const view = createStore<PlaybackView>(viewOf(actor.getSnapshot()), sameFields);
  const watching = actor.subscribe((snapshot) => view.set(viewOf(snapshot)));
  return {
    view,
    fileUnits,
    shownFile: lines,
    send: (event) => actor.send(event),
    samplePast: (instant, fleet, out) => file?.sample(instant, fleet, out) ?? false,
    fileSpan: () => span,
    async openFile(chosen) {
      const read = await readTrackFile(chosen, clock.present());
      if (!read.ok) return actor.send({ type: 'playback.fileRefused', problem: read.error });
      closeFile();
      file = createFileSource(read.value);
      span = read.value.span;
      lines.set(shownFile(read.value));
      fileUnits.set(unitsOf(file));
      clock.setSpan(span);
      clock.pause();
      pipeline.setSources({ file });
      actor.send({ type: 'playback.fileOpened', name: chosen.name, span, leftOut: read.value.reasons });
    },
    close() {
      watching.unsubscribe();
      ended.unsubscribe();
      actor.stop();
      closeFile();
    },
  };
}

function viewOf({ value, context }: SnapshotFrom<PlaybackMachine>): PlaybackView {
  return { ...context, state: typeof value === 'string' ? value : 'scrubbing' };
}

/** The tracks of a file as units, so that list and map show them as any other. */
function unitsOf(file: FileSource): UnitsState {
  const units = file.units.map(({ unitId, name }) => plainUnit(unitId, name));
  return { units, byId: new Map(units.map((unit) => [unit.unit_id, unit])), loading: false, problem: null };
}
