import { UNIT_EVENT_KINDS, type UnitEvent, type UnitEventKind } from '../../../domain/unitEvent/index.ts';
import { SECOND, fromIso, type Instant, type Interval } from '../../../domain/base/index.ts';
import { inMinutes } from '../../../domain/route/index.ts';
import type { Formats } from '../../../i18n/index.ts';
import type { MapSpot } from '../../../map/index.ts';
import { digitsOf } from '../../shared/unit/useReadings.ts';

/** Kinds that somebody should look at. */
const GRAVE: readonly UnitEventKind[] = [
  'fuelTheft',
  'fuelFault',
  'alarm',
  'noData',
  'rule',
  'checkpointLate',
  'checkpointSkipped',
  'offRoute',
];

/** A line's kind: an event's own, or `arrived` where a trip ended and the parking began at one instant. */
export type EventLineKind = UnitEventKind | 'arrived';

export interface EventLine {
  readonly key: string;
  readonly kind: EventLineKind;
  readonly event: UnitEvent;
  /**
   * Of an arrival, how long the unit was stopped after it, in seconds; null while it is stopped, and for every other
   * line.
   */
  readonly parkedFor: number | null;
  readonly time: Instant;
  readonly isGrave: boolean;
}

/** Events with an identity for list and map; several of one instant are distinguished by their order. */
export function eventLines(events: readonly UnitEvent[]): EventLine[] {
  const seen = new Map<string, number>();
  const parkings = parkingsOfArrivals(events);
  const merged = new Set(parkings.values());
  return events.flatMap((event) => {
    // A page that stayed open over an upgrade of the server does not know the newer kinds.
    if (merged.has(event) || !UNIT_EVENT_KINDS.includes(event.kind)) return [];
    const parking = parkings.get(event);
    const name = `${event.unit_id}-${event.kind}-${event.time}`;
    const count = seen.get(name) ?? 0;
    seen.set(name, count + 1);
    return {
      key: `${name}-${count}`,
      kind: parking === undefined ? event.kind : 'arrived',
      event: parking === undefined || event.position !== null ? event : { ...event, position: parking.position },
      parkedFor: parking?.values.duration ?? null,
      time: fromIso(event.time),
      isGrave: GRAVE.includes(event.kind),
    };
  });
}

/** The parking that began when a trip ended, by the end of the trip. */
function parkingsOfArrivals(events: readonly UnitEvent[]): ReadonlyMap<UnitEvent, UnitEvent> {
  const nameOf = ({ unit_id: unitId, time }: UnitEvent): string => `${unitId} ${fromIso(time)}`;
  const parked = new Map(events.flatMap((event) => (event.kind === 'parked' ? [[nameOf(event), event]] : [])));
  return new Map(
    events.flatMap((event) => {
      const parking = event.kind === 'tripEnded' ? parked.get(nameOf(event)) : undefined;
      return parking === undefined ? [] : [[event, parking]];
    }),
  );
}

/** Where in the lines, which begin with the latest, those of an interval with its ends begin and end. */
export function linesWithin(lines: readonly EventLine[], { from, to }: Interval): { start: number; end: number } {
  const first = lines.findIndex(({ time }) => time <= to);
  return { start: first < 0 ? lines.length : first, end: lines.findLastIndex(({ time }) => time >= from) + 1 };
}

/** Marks of the events whose place is known. */
export function eventSpots(lines: readonly EventLine[], chosen: string | null): MapSpot[] {
  return lines.flatMap(({ key, event: { position }, isGrave }) =>
    position === null
      ? []
      : [{ id: key, ...position, look: isGrave ? 'alarm' : 'event', chosen: key === chosen } as const],
  );
}

/** What is said of an event besides its kind: the figures that came with it, and its word. */
export function eventDetail(
  { event: { values, detail }, parkedFor }: Pick<EventLine, 'event' | 'parkedFor'>,
  formats: Formats,
  translate: (key: string, values: Record<string, string>) => string,
): string {
  const { distance, duration, volume, before, after, value, delay, adherence, speed, geofence_id: geofence } = values;
  // Of a visit its geofence matters most.
  const parts: string[] = geofence === undefined ? [] : [detail];
  if (volume !== undefined)
    parts.push(translate('unitModes.events.volume', { litres: formats.number(Math.abs(volume), 1) }));
  if (before !== undefined && after !== undefined)
    parts.push(
      translate('unitModes.events.levels', { before: formats.number(before, 1), after: formats.number(after, 1) }),
    );
  if (distance !== undefined && duration !== undefined)
    parts.push(
      translate('unitModes.events.moved', {
        distance: formats.distance(distance),
        duration: formats.duration(duration * SECOND),
      }),
    );
  else if (duration !== undefined)
    parts.push(translate('unitModes.events.lasted', { duration: formats.duration(duration * SECOND) }));
  if (parkedFor !== null)
    parts.push(translate('unitModes.events.parkedFor', { duration: formats.duration(parkedFor * SECOND) }));
  const late = inMinutes((delay ?? 0) * SECOND);
  if (late !== 0)
    parts.push(
      translate(late > 0 ? 'routes.runs.late' : 'routes.runs.early', { duration: formats.duration(Math.abs(late)) }),
    );
  if (adherence !== undefined)
    parts.push(translate('routes.runs.adherence', { share: formats.percent(adherence / 100) }));
  if (value !== undefined)
    parts.push(translate('unitModes.events.rule', { rule: detail, value: formats.number(value, digitsOf(value)) }));
  else if (detail !== '' && geofence === undefined) parts.push(detail);
  if (speed !== undefined) parts.push(translate('unitModes.events.topSpeed', { speed: formats.speed(speed) }));
  return parts.join(' · ');
}
