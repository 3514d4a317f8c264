import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import { FrameBuilder, markReplaced } from '../../src/domain/telemetry/index.ts';
import type { FrameRing } from './frameRing.ts';
import type { ShownColumns } from './shownColumns.ts';
import type { Sees } from './types.ts';
import type { Viewer } from './viewer.ts';

/** Units in one snapshot frame (contract/live). */
const SNAPSHOT_ROWS = 5_000;

/**
 * Everybody who looks through the eyes of one account and sees its units, or nobody's. Rows of a tick are collected
 * once and sent to all as the same bytes: the cost is a frame a viewer, not a row a viewer.
 */
export class Room {
  readonly key: string;
  scope: ReadonlySet<number>;
  readonly viewers = new Set<Viewer>();
  readonly #pending = new FrameBuilder();
  readonly #scratch = new FrameBuilder(SNAPSHOT_ROWS);

  constructor(key: string, scope: readonly AccountId[]) {
    this.key = key;
    this.scope = new Set(scope);
  }

  /** One committed row of a unit in scope. */
  add(unitId: number, longitude: number, latitude: number, time: Instant, state: number): void {
    this.#pending.add(unitId, longitude, latitude, time, state);
  }

  /** A unit that is shown elsewhere than before though it did not report. */
  addReplaced(shown: ShownColumns, index: number): void {
    addLatest(this.#pending, shown, index, true);
  }

  /** Where the units are shown now, whatever the viewer was sent of the same reports before. */
  resend(
    viewer: Viewer,
    unitIds: Iterable<number>,
    now: Instant,
    sequence: number,
    shown: ShownColumns,
    sees: Sees,
  ): void {
    const builder = this.#scratch;
    for (const unitId of unitIds) {
      const index = shown.indexOf(unitId);
      if (index >= 0 && sees(this.scope, unitId, shown.times[index])) addLatest(builder, shown, index, true);
    }
    if (builder.count > 0) viewer.sendFrame(builder.take('changes', false, now, sequence), sequence);
  }

  /** Sends what the tick collected; a viewer that lags gets the latest state when it has caught up. */
  flush(now: Instant, sequence: number, latest: ShownColumns, sees: Sees): void {
    if (this.#pending.count > 0) {
      const frame = this.#pending.take('changes', false, now, sequence);
      for (const viewer of this.viewers) if (!viewer.lagging) viewer.sendFrame(frame, sequence);
    }
    for (const viewer of this.viewers) {
      if (!viewer.lagging || !viewer.drained()) continue;
      viewer.lagging = false;
      this.sendChangesSince(viewer, viewer.sentSequence, now, sequence, latest, sees);
    }
  }

  /** The latest state of every unit in scope, as snapshot frames. */
  sendSnapshot(
    viewer: Viewer,
    unitIds: readonly number[],
    now: Instant,
    sequence: number,
    latest: ShownColumns,
    sees: Sees,
  ): void {
    const builder = this.#scratch;
    unitIds.forEach((unitId, position) => {
      const index = latest.indexOf(unitId);
      if (index >= 0 && latest.times[index] > 0 && sees(this.scope, unitId, latest.times[index]))
        addLatest(builder, latest, index);
      const full = builder.count === SNAPSHOT_ROWS;
      if (full && position < unitIds.length - 1)
        viewer.sendSnapshot(builder.take('snapshot', false, now, sequence), sequence);
    });
    viewer.sendSnapshot(builder.take('snapshot', true, now, sequence), sequence);
  }

  /** Every row after `after`, from the ring. */
  sendMissed(viewer: Viewer, after: number, now: Instant, sequence: number, ring: FrameRing, sees: Sees): void {
    const builder = this.#scratch;
    ring.forEachAfter(after, (unitId, longitude, latitude, time, state) => {
      if (sees(this.scope, unitId, time)) builder.add(unitId, longitude, latitude, time, state);
    });
    viewer.sendFrame(builder.take('changes', false, now, sequence), sequence);
  }

  /** The latest state of each unit that changed after `after`: what is left to know after a longer absence. */
  sendChangesSince(
    viewer: Viewer,
    after: number,
    now: Instant,
    sequence: number,
    latest: ShownColumns,
    sees: Sees,
  ): void {
    const builder = this.#scratch;
    for (let index = 0; index < latest.count; index++) {
      if (
        latest.sequences[index] > after &&
        latest.times[index] > 0 &&
        sees(this.scope, latest.unitIds[index], latest.times[index])
      ) {
        addLatest(builder, latest, index);
      }
    }
    viewer.sendFrame(builder.take('changes', false, now, sequence), sequence);
  }
}

function addLatest(builder: FrameBuilder, latest: ShownColumns, index: number, isReplaced = false): void {
  const state = latest.states[index];
  builder.add(
    latest.unitIds[index],
    latest.longitudes[index],
    latest.latitudes[index],
    latest.times[index],
    isReplaced ? markReplaced(state) : state,
  );
}
