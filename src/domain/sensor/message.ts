import { SECOND, fromIso, type Instant } from '../base/index.ts';
import type { AttributeValue, Fix, Position } from '../telemetry/index.ts';
import type { VirtualParameter, ParameterBinding, ParameterSource } from './parameters.ts';

/** A report as sensors read it; a decoder's Fix is one. */
export interface SensorMessage extends Readonly<
  Pick<Fix, 'time' | 'latitude' | 'longitude' | 'speed' | 'course' | 'altitude' | 'satellites'>
> {
  /** False: the coordinates are of an earlier report, and not this one's. */
  readonly hasPosition: boolean;
  /** When it arrived; left out where it is not known. */
  readonly receivedAt?: Instant;
  readonly attributes: { get(name: string): AttributeValue | undefined };
}

/** A report of the API as sensors read it; a unit's latest one with what holds from those before. */
export function positionMessage(position: Position): SensorMessage {
  const kept = Object.entries(position.kept ?? {}).map(([name, { value }]) => [name, value] as const);
  const values = new Map(kept);
  const figure = (name: VirtualParameter, own: number): number => {
    const value = values.get(name);
    return typeof value === 'number' ? value : own;
  };
  return {
    time: fromIso(position.time),
    receivedAt: fromIso(position.received_at),
    hasPosition: true,
    latitude: position.latitude,
    longitude: position.longitude,
    speed: figure('speed', position.speed),
    course: figure('course', position.course),
    altitude: figure('altitude', position.altitude),
    satellites: position.satellites ?? figure('sats', -1),
    attributes: new Map([...kept, ...Object.entries(position.attributes)]),
  };
}

/**
 * A unit's latest report for one reading of it: `said` answers when the oldest value that was read of it was said,
 * which is before the report where that value was kept.
 */
export function datedMessage(position: Position): { readonly message: SensorMessage; said(): Instant } {
  const plain = positionMessage(position);
  const { kept = {} } = position;
  let oldest = plain.time;
  const read = <Value>(name: string, value: Value): Value => {
    if (Object.hasOwn(kept, name)) oldest = Math.min(oldest, fromIso(kept[name].time));
    return value;
  };
  return {
    message: {
      ...plain,
      get speed() {
        return read('speed', plain.speed);
      },
      get course() {
        return read('course', plain.course);
      },
      get altitude() {
        return read('altitude', plain.altitude);
      },
      get satellites() {
        return read('sats', plain.satellites);
      },
      attributes: { get: (name) => read(name, plain.attributes.get(name)) },
    },
    said: () => oldest,
  };
}

/** The parameter's value in the report, or undefined when it does not carry it. */
export function readParameter(message: SensorMessage, binding: ParameterBinding): AttributeValue | undefined {
  if (binding.virtual !== null) {
    const value = readVirtual(message, binding.virtual);
    return Number.isNaN(value) ? undefined : value;
  }
  for (const source of binding.sources) {
    const value = message.attributes.get(source.attribute);
    if (value !== undefined) return ofSource(value, source);
  }
  return undefined;
}

function ofSource(value: AttributeValue, source: ParameterSource): AttributeValue | undefined {
  if (source.bit !== null)
    return typeof value === 'number' ? Math.floor(value / 2 ** (source.bit - 1)) % 2 !== 0 : undefined;
  if (source.factor === 1 || typeof value !== 'number') return value;
  // Back to the whole number that was sent: 4.035 V * 1000 is not quite 4035.
  return Math.round(value * source.factor * PRECISION) / PRECISION;
}

const PRECISION = 1e6;

/** NaN when the report does not say. Times are Unix seconds, as expressions of other products have them. */
function readVirtual(message: SensorMessage, name: VirtualParameter): number {
  switch (name) {
    case 'speed':
      return message.speed;
    case 'altitude':
      return message.altitude;
    case 'course':
      return message.course;
    case 'sats':
      return message.satellites < 0 ? Number.NaN : message.satellites;
    case 'lat':
      return message.hasPosition ? message.latitude : Number.NaN;
    case 'lon':
      return message.hasPosition ? message.longitude : Number.NaN;
    case 'time':
      return message.time / SECOND;
    case 'regtime':
      return (message.receivedAt ?? Number.NaN) / SECOND;
  }
}
