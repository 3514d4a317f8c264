import type { Instant } from '../base/index.ts';
import { FIRST_DYNAMIC_ATTRIBUTE } from './attributes.ts';
import { emptyTrack, trackRows, TRACK_FLAG, type TrackAttribute, type TrackColumns } from './trackColumns.ts';
import { inOrder } from './trackMerge.ts';

const FIRST_CAPACITY = 256;
const FORMS = 4;
const FORM = { boolean: 0, whole: 1, double: 2, text: 3 } as const;
type Form = (typeof FORM)[keyof typeof FORM];
const LARGEST_WHOLE = 0x7fffffff;

interface AttributeColumn {
  readonly id: number;
  readonly name: string;
  readonly form: Form;
  readonly scale: number;
  values: Int32Array | Float64Array;
  marks: Uint8Array;
  carried: number;
  readonly texts: string[];
  readonly places: Map<string, number>;
}

/**
 * Collects reports of one unit, in any order, and gives them as a track. One builder serves many
 * units one after another and keeps its columns between them.
 */
export class TrackBuilder {
  #unitId = 0;
  #count = 0;
  #columns = emptyTrack(0, FIRST_CAPACITY);
  readonly #attributes = new Map<number, AttributeColumn>();
  /** The columns of fixed attributes once more, by key: found without hashing, for every value. */
  readonly #fixed: (AttributeColumn | undefined)[] = Array.from({ length: FIRST_DYNAMIC_ATTRIBUTE * FORMS });

  get count(): number {
    return this.#count;
  }

  /** Forgets the rows and starts on a unit. */
  reset(unitId: number): void {
    for (const [key, column] of this.#attributes) {
      // Columns of fixed attributes are kept for the next unit; of the others there may be any number.
      if (column.id >= FIRST_DYNAMIC_ATTRIBUTE || column.form === FORM.text) {
        this.#attributes.delete(key);
        if (key < this.#fixed.length) this.#fixed[key] = undefined;
      } else if (column.carried > 0) {
        column.marks.fill(0, 0, this.#count);
        column.carried = 0;
      }
    }
    this.#unitId = unitId;
    this.#count = 0;
  }

  /** Adds a row in stored measures (see {@link TrackColumns}); attributes that follow belong to it. */
  add(
    time: Instant,
    longitude: number,
    latitude: number,
    speed: number,
    course: number,
    altitude: number,
    satellites: number,
    flags: number,
    protocol: number,
    receivedDelay: number,
  ): void {
    if (this.#count === this.#columns.count) this.#grow();
    const row = this.#count++;
    const columns = this.#columns;
    columns.times[row] = time;
    columns.longitudes[row] = longitude;
    columns.latitudes[row] = latitude;
    columns.speeds[row] = speed;
    columns.courses[row] = course;
    columns.altitudes[row] = altitude;
    columns.satellites[row] = satellites;
    columns.flags[row] = flags;
    columns.protocols[row] = protocol;
    columns.receivedDelays[row] = receivedDelay;
  }

  addBoolean(id: number, name: string, value: boolean): void {
    this.#put(this.#column(id, name, FORM.boolean, 1), value ? 1 : 0);
  }

  /** `value` is scaled already and whole. */
  addWhole(id: number, name: string, scale: number, value: number): void {
    if (value >= -LARGEST_WHOLE && value <= LARGEST_WHOLE) this.#put(this.#column(id, name, FORM.whole, scale), value);
    else this.addDouble(id, name, value / scale);
  }

  addDouble(id: number, name: string, value: number): void {
    this.#put(this.#column(id, name, FORM.double, 1), value);
  }

  addText(id: number, name: string, value: string): void {
    const column = this.#column(id, name, FORM.text, 1);
    let place = column.places.get(value);
    if (place === undefined) {
      place = column.texts.push(value) - 1;
      column.places.set(value, place);
    }
    this.#put(column, place);
  }

  /**
   * The rows as a track: by time, of equal times the one added first, rows without a position at the
   * last known one. Valid until the next row or reset.
   */
  finish(): TrackColumns {
    const count = this.#count;
    const rows = trackRows({ ...this.#columns, unitId: this.#unitId, attributes: [] }, 0, count);
    const carried = [...this.#attributes.values()].filter((column) => column.carried > 0);
    const attributes = carried.map((column) => toAttribute(column, count));
    const track = inOrder({ ...rows, attributes });
    carryPositions(track);
    return track;
  }

  #column(id: number, name: string, form: Form, scale: number): AttributeColumn {
    const key = id * FORMS + form;
    let column = key < this.#fixed.length ? this.#fixed[key] : this.#attributes.get(key);
    if (!column) {
      const capacity = this.#columns.count;
      const values = form === FORM.double ? new Float64Array(capacity) : new Int32Array(capacity);
      column = {
        id,
        name,
        form,
        scale,
        values,
        marks: new Uint8Array(capacity),
        carried: 0,
        texts: [],
        places: new Map(),
      };
      this.#attributes.set(key, column);
      if (key < this.#fixed.length) this.#fixed[key] = column;
    }
    return column;
  }

  #put(column: AttributeColumn, value: number): void {
    const row = this.#count - 1;
    column.values[row] = value;
    column.carried += 1 - column.marks[row];
    column.marks[row] = 1;
  }

  #grow(): void {
    const old = this.#columns;
    const larger = emptyTrack(0, old.count * 2);
    larger.times.set(old.times);
    larger.longitudes.set(old.longitudes);
    larger.latitudes.set(old.latitudes);
    larger.speeds.set(old.speeds);
    larger.courses.set(old.courses);
    larger.altitudes.set(old.altitudes);
    larger.satellites.set(old.satellites);
    larger.flags.set(old.flags);
    larger.protocols.set(old.protocols);
    larger.receivedDelays.set(old.receivedDelays);
    this.#columns = larger;
    for (const column of this.#attributes.values()) {
      const values = column.form === FORM.double ? new Float64Array(larger.count) : new Int32Array(larger.count);
      values.set(column.values);
      column.values = values;
      const marks = new Uint8Array(larger.count);
      marks.set(column.marks);
      column.marks = marks;
    }
  }
}

function toAttribute(column: AttributeColumn, count: number): TrackAttribute {
  return {
    id: column.id,
    name: column.name,
    kind: column.form === FORM.boolean ? 'boolean' : column.form === FORM.text ? 'text' : 'number',
    scale: column.scale,
    present: column.carried === count ? null : column.marks.subarray(0, count),
    values: column.values.subarray(0, count),
    texts: column.texts,
  };
}

function carryPositions(track: TrackColumns): void {
  const { flags, longitudes, latitudes } = track;
  for (let row = 1; row < track.count; row++) {
    if ((flags[row] & TRACK_FLAG.hasPosition) !== 0) continue;
    longitudes[row] = longitudes[row - 1];
    latitudes[row] = latitudes[row - 1];
  }
}
