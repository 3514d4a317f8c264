import { HOUR, MINUTE, type Instant } from '../../../src/domain/base/index.ts';
import { createPoint, isUsable, ReportReader, UnitPath } from '../../../src/domain/detection/index.ts';
import type { TrackColumns } from '../../../src/domain/telemetry/index.ts';
import { EventLoopBreaks, type PositionStore } from '../../store/index.ts';
import type { Setups, UnitSetup } from '../setup.ts';

/** Reports before an instant that are read with it: where the unit stood by then. */
const WARM_UP = 25 * HOUR;
/** A path of more fixes than this forgets those of before so long. */
const [MOST_FIXES, KEPT] = [4_000, 30 * MINUTE];
/** Paths that nobody asked for in so long are forgotten. */
const FORGOTTEN_AFTER = 30 * MINUTE;

/** Filled and used again by all. */
const point = createPoint();

interface Followed {
  readonly path: UnitPath;
  readonly reader: ReportReader;
  readonly setup: UnitSetup;
  /** Instants from here on may be asked for. */
  from: Instant;
  /** Groups up to here are taken in. */
  cursor: number;
  /** Time of the last report, −1 before the first. */
  seen: Instant;
  usedAt: Instant;
}

/** Paths of the units that may meet others, in memory as long as somebody asks for them. */
export class Paths {
  readonly #positions: Pick<PositionStore, 'readCommitted' | 'readTracks' | 'sequence'>;
  readonly #setups: Setups;
  readonly #followed = new Map<number, Followed>();

  constructor(positions: Pick<PositionStore, 'readCommitted' | 'readTracks' | 'sequence'>, setups: Setups) {
    this.#positions = positions;
    this.#setups = setups;
  }

  /** Where the unit was from the instant on, up to the last report. */
  async pathOf(unitId: number, from: Instant, now: Instant): Promise<UnitPath> {
    const known = this.#followed.get(unitId);
    const cursor = this.#positions.sequence;
    const track = known && known.from <= from ? this.#positions.readCommitted(unitId, known.cursor) : null;
    if (known && track && (track.count === 0 || track.times[0] > known.seen)) {
      known.cursor = cursor;
      known.usedAt = now;
      take(known, track);
      return known.path;
    }
    const [setup] = (await this.#setups.read([unitId])).values();
    const followed: Followed = {
      path: new UnitPath(),
      reader: new ReportReader(setup),
      setup,
      from,
      cursor: this.#positions.sequence,
      seen: -1,
      usedAt: now,
    };
    const breaks = new EventLoopBreaks();
    for await (const read of this.#positions.readTracks(unitId, from - WARM_UP, Number.POSITIVE_INFINITY)) {
      take(followed, read);
      followed.path.forget(from);
      await breaks.take();
    }
    this.#followed.set(unitId, followed);
    return followed.path;
  }

  /** Forgets what nobody asked for lately. */
  tidy(now: Instant): void {
    for (const [unitId, { usedAt }] of this.#followed)
      if (now - usedAt > FORGOTTEN_AFTER) this.#followed.delete(unitId);
  }

  /** All of it is read again: units may be fitted otherwise. */
  forget(): void {
    this.#followed.clear();
  }
}

/** Takes in reports, which follow all those before. */
function take(followed: Followed, track: TrackColumns): void {
  const { path, reader, setup } = followed;
  const opened = reader.open(track, false);
  for (let row = 0; row < track.count; row++) {
    followed.seen = Math.max(followed.seen, track.times[row]);
    if (!reader.read(opened, row, point) || !isUsable(point, setup.trips.min_satellites)) continue;
    path.add(point.time, point.latitude, point.longitude, point.speed >= setup.trips.min_m_speed);
  }
  if (path.times.length <= MOST_FIXES) return;
  const from = followed.seen - KEPT;
  if (from <= followed.from) return;
  path.forget(from);
  followed.from = from;
}
