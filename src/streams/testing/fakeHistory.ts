import { BACKFILL_PATH } from '../../api/contract/index.ts';
import { COORDINATE_SCALE, HOUR, SPEED_SCALE, fromIso, type Instant } from '../../domain/base/index.ts';
import {
  ATTRIBUTES,
  END_OF_BLOCKS,
  IGNITION,
  MOTION,
  TRACK_FLAG,
  TrackBuilder,
  encodeTrack,
  frameBlock,
  trackPart,
  type TrackPart,
} from '../../domain/telemetry/index.ts';
import type { FetchHistory } from '../sources/history/historyLoader.ts';
import type { TestFix } from './fakeLiveServer.ts';

interface Call {
  readonly path: string;
  readonly from: Instant;
  readonly to: Instant;
  readonly unitIds: readonly number[] | null;
  readonly columns: TrackPart;
  readonly silentSince?: Instant;
}

/** Of the requests' data what is minded. */
type Asked = {
  readonly at: string;
  readonly from?: string;
  readonly to?: string;
  readonly unit_ids?: number[] | null;
  readonly columns?: TrackPart;
  readonly silent_since?: string;
};

export interface FakeHistoryOptions {
  /** Compresses a body as the server does. */
  readonly deflate?: (body: Uint8Array) => Uint8Array;
  /** Bytes of one network piece. */
  readonly piece?: number;
}

/**
 * The two history paths over fixes in memory. Blocks are of half an hour with a row of the
 * neighbours at both ends, so that they overlap and reach outside, as stored ones do.
 */
export class FakeHistory {
  readonly calls: Call[] = [];
  /** Answers with this instead, as JSON. */
  refusal: {
    readonly status: number;
    readonly code: string;
    readonly message: string;
    /** Left out = whatever is asked. */ readonly path?: string;
  } | null = null;
  /** Rejects, as a network does that is away. */
  away = false;
  /** Breaks off in the middle of the next answer. */
  breakOff = false;
  readonly #fixes = new Map<number, TestFix[]>();
  readonly #options: FakeHistoryOptions;

  constructor(fixes: readonly TestFix[], options: FakeHistoryOptions = {}) {
    this.#options = options;
    this.add(fixes);
  }

  add(fixes: readonly TestFix[]): void {
    for (const fix of fixes) this.#fixes.set(fix.unitId, [...(this.#fixes.get(fix.unitId) ?? []), fix]);
    for (const list of this.#fixes.values()) list.sort((a, b) => a.time - b.time);
  }

  readonly fetch: FetchHistory = async (path, data, signal) => {
    await Promise.resolve();
    signal.throwIfAborted();
    const { at, from = at, to = at, unit_ids: unitIds = null, columns = 'all', silent_since: since } = data as Asked;
    const call: Call = {
      path,
      from: fromIso(from),
      to: fromIso(to),
      unitIds,
      columns,
      ...(since === undefined ? {} : { silentSince: fromIso(since) }),
    };
    this.calls.push(call);
    if (this.away) throw new TypeError('fetch failed');
    if (this.refusal !== null && (this.refusal.path ?? path) === path) {
      const { status, code, message } = this.refusal;
      return Response.json({ error: { code, message }, header: {}, data: null }, { status });
    }
    const blocks = path === BACKFILL_PATH ? this.#backfill(call) : this.#history(call);
    return new Response(this.#stream(blocks.map((block) => trackPart(block, columns))), {
      headers: { 'content-type': 'application/octet-stream' },
    });
  };

  #units({ unitIds }: Call): [number, TestFix[]][] {
    return [...this.#fixes]
      .filter(([unitId]) => unitIds === null || unitIds.includes(unitId))
      .toSorted(([a], [b]) => a - b);
  }

  #backfill(call: Call): Uint8Array[] {
    return this.#units(call).flatMap(([unitId, fixes]) => {
      const last = fixes.findLast((fix) => fix.time <= call.from);
      return last === undefined || last.time >= (call.silentSince ?? Number.POSITIVE_INFINITY)
        ? []
        : [this.#encode(unitId, [last])];
    });
  }

  #history(call: Call): Uint8Array[] {
    return this.#units(call).flatMap(([unitId, fixes]) => {
      const blocks: Uint8Array[] = [];
      for (let start = Math.floor(call.from / HOUR) * HOUR; start < call.to; start += HOUR / 2) {
        const first = fixes.findIndex((fix) => fix.time >= start);
        const end = fixes.findLastIndex((fix) => fix.time < start + HOUR / 2) + 1;
        if (first >= 0 && end > first) blocks.push(this.#encode(unitId, fixes.slice(Math.max(0, first - 1), end + 1)));
      }
      return blocks;
    });
  }

  #encode(unitId: number, fixes: readonly TestFix[]): Uint8Array {
    const builder = new TrackBuilder();
    builder.reset(unitId);
    for (const fix of fixes) {
      const flags = TRACK_FLAG.hasPosition | (fix.motion === MOTION.noFix ? 0 : TRACK_FLAG.valid);
      builder.add(
        fix.time,
        Math.round(fix.longitude * COORDINATE_SCALE),
        Math.round(fix.latitude * COORDINATE_SCALE),
        Math.round(fix.speed * SPEED_SCALE),
        Math.round(fix.course * 10),
        0,
        9,
        flags,
        1,
        0,
      );
      if (fix.ignition !== IGNITION.unknown)
        builder.addBoolean(ATTRIBUTES.ignition.id, 'ignition', fix.ignition === IGNITION.on);
      builder.addWhole(ATTRIBUTES.odometer.id, 'odometer', 1, Math.floor(fix.time / 1_000) % 1_000_000);
    }
    return encodeTrack(builder.finish(), this.#options.deflate);
  }

  #stream(blocks: readonly Uint8Array[]): ReadableStream<Uint8Array> {
    const whole = concatenate([...blocks.map((block) => frameBlock(block)), END_OF_BLOCKS]);
    const bytes = this.breakOff ? whole.subarray(0, whole.length >> 1) : whole;
    this.breakOff = false;
    const piece = this.#options.piece ?? 1_000;
    return new ReadableStream({
      start(controller) {
        for (let at = 0; at < bytes.length; at += piece) controller.enqueue(bytes.slice(at, at + piece));
        controller.close();
      },
    });
  }
}

function concatenate(parts: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
