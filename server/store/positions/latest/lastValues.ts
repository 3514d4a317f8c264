import { toIso, type Instant } from '../../../../src/domain/base/index.ts';
import type { AttributeValue, KeptValue } from '../../../../src/domain/telemetry/index.ts';

interface Kept {
  readonly value: AttributeValue;
  readonly time: Instant;
}

/** A device that sends ever new names does not fill the memory: past these the value said longest ago goes. */
const MOST_VALUES = 256;

/**
 * What units said last of what their latest report does not carry. Devices send in parts (other groups of
 * parameters in turn, a text, an answer to a command), and a value holds until a report says otherwise.
 * A unit whose reports all carry the same has nothing here.
 */
export class LastValues {
  readonly #units = new Map<number, Map<string, Kept>>();

  /** The report of `time` that carried `before` is followed by one that carries `now`. */
  follow(
    index: number,
    time: Instant,
    before: ReadonlyMap<string, AttributeValue>,
    now: ReadonlyMap<string, AttributeValue>,
  ): void {
    this.#renew(index, (kept) => {
      for (const [name, value] of before) put(kept, name, { value, time });
      for (const name of now.keys()) kept.delete(name);
    });
  }

  /** A report that is not the latest, which carries `latest`, says what was unknown until its time. */
  late(
    index: number,
    time: Instant,
    values: ReadonlyMap<string, AttributeValue>,
    latest: ReadonlyMap<string, AttributeValue>,
  ): void {
    this.#renew(index, (kept) => {
      for (const [name, value] of values) {
        if (!latest.has(name) && (kept.get(name)?.time ?? Number.NEGATIVE_INFINITY) < time)
          put(kept, name, { value, time });
      }
    });
  }

  /** For an answer of the API; undefined where the latest report carries all. */
  of(index: number): Record<string, KeptValue> | undefined {
    const kept = this.#units.get(index);
    return kept && Object.fromEntries([...kept].map(([name, { value, time }]) => [name, { value, time: toIso(time) }]));
  }

  /** The unit's values as bytes; none where it has none. */
  pack(index: number): Buffer {
    const kept = this.#units.get(index);
    return Buffer.from(kept ? JSON.stringify([...kept].map(([name, { value, time }]) => [name, value, time])) : '');
  }

  /** Takes in what {@link pack} made. */
  load(index: number, bytes: Buffer): void {
    const kept = readKept(bytes);
    if (kept.size > 0) this.#units.set(index, kept);
  }

  #renew(index: number, change: (kept: Map<string, Kept>) => void): void {
    const kept = this.#units.get(index) ?? new Map<string, Kept>();
    change(kept);
    if (kept.size > 0) this.#units.set(index, kept);
    else this.#units.delete(index);
  }
}

/** What {@link LastValues.pack} made. Throws a RangeError on torn bytes. */
export function readKept(bytes: Buffer): Map<string, Kept> {
  if (bytes.length === 0) return new Map();
  try {
    const packed = JSON.parse(bytes.toString()) as [string, AttributeValue, Instant][];
    return new Map(packed.map(([name, value, time]) => [name, { value, time }]));
  } catch (error) {
    throw new RangeError('Kept values cannot be read', { cause: error });
  }
}

function put(kept: Map<string, Kept>, name: string, value: Kept): void {
  kept.delete(name);
  kept.set(name, value);
  if (kept.size > MOST_VALUES) for (const oldest of kept.keys()) return void kept.delete(oldest);
}
