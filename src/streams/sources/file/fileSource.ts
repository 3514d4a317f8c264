import { BehaviorSubject, NEVER, type Observable } from 'rxjs';
import { DAY, type Instant, type Interval } from '../../../domain/base/index.ts';
import type { FleetColumns, WritableFleet } from '../../pipeline/fleetColumns.ts';
import type { Presence, TelemetrySource } from '../../types.ts';
import { NOTHING_KNOWN, ReplayEngine } from '../replay/replayEngine.ts';
import { buildChunk } from '../replay/trackChunk.ts';
import type { TrackFile } from './trackFile.ts';

/** A chunk counts milliseconds in 32 bits: at most 49 days. */
const CHUNK = 30 * DAY;

export interface FileSource extends TelemetrySource {
  /** The tracks, as units of the fleet. */
  readonly units: readonly { readonly unitId: number; readonly name: string }[];
  /** Past positions for trails; see ReplayEngine.sample. */
  sample(instant: Instant, fleet: FleetColumns, out: Int32Array): boolean;
}

/** A file as a source: all of it is there from the start. */
export function createFileSource(file: TrackFile): FileSource {
  const engine = new ReplayEngine();
  const rows = file.units.map((unit) => unit.rows);
  for (let from = file.span.from; from < file.span.to; from += CHUNK) {
    engine.insert(buildChunk({ from, to: Math.min(from + CHUNK, file.span.to) }, rows), NOTHING_KNOWN);
  }
  const presence = new BehaviorSubject<Presence>({ state: 'replaying', loading: false });
  const span = new BehaviorSubject<Interval>(file.span);
  let closed = false;
  const show = (instant: Instant, rate: number, fleet: WritableFleet): boolean =>
    !closed && engine.advance(Math.min(instant, file.span.to - 1), rate, fleet);
  return {
    capabilities: { seek: true, follow: false, events: false },
    presence$: presence.asObservable() as Observable<Presence>,
    span$: span.asObservable() as Observable<Interval>,
    news$: NEVER,
    units: file.units.map(({ unitId, name }) => ({ unitId, name })),
    backfill(instant, fleet) {
      fleet.reset(instant);
      engine.attach(fleet);
      show(instant, 0, fleet);
      return Promise.resolve();
    },
    advance: show,
    sample: (instant, fleet, out) => engine.sample(instant, fleet, out),
    close() {
      closed = true;
      presence.complete();
      span.complete();
    },
  };
}
