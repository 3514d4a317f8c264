import type { ReactNode } from 'react';
import { SECOND, fromIso } from '../../../domain/base/index.ts';
import type { DrivenTrip, Place } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { ListExport } from '../../shared/list/ListExport.tsx';
import { useCalls } from '../../shared/services/callsContext.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { eventDetail, type EventLine } from './eventLines.ts';
import { readAddresses } from './readAddresses.ts';
import type { DayEntry } from './tripDays.ts';

type Addressed<Entry> = { readonly entry: Entry; readonly addressOf: (place: Place | null) => string };
type Column<Entry> = readonly [
  header: string,
  text: (entry: Entry, addressOf: Addressed<Entry>['addressOf']) => string,
];

interface ModeExportProps<Entry> {
  readonly id: string;
  readonly entries: readonly Entry[];
  readonly placesOf: (entry: Entry) => readonly (Place | null)[];
  /** Of texts in `unitModes.export`. */
  readonly columns: readonly Column<Entry>[];
}

/** Writes what a mode lists as CSV, every place as an address. */
function ModeExport<Entry>({ id, entries, placesOf, columns }: ModeExportProps<Entry>): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  return (
    <ListExport<Addressed<Entry>>
      id={id}
      isDisabled={entries.length === 0}
      columns={columns.map(([header, text]) => ({
        header: t(`unitModes.export.${header}`),
        text: ({ entry, addressOf }) => text(entry, addressOf),
      }))}
      hurryLabel={t('unitModes.export.hurry')}
      rows={async (signal, onProgress, hurry) => {
        const reading = { signal, hurry, onProgress };
        const addressOf = await readAddresses(call, entries.flatMap(placesOf), reading);
        return { rows: entries.map((entry) => ({ entry, addressOf })), total: entries.length };
      }}
    />
  );
}

const figure = (value: number | null, decimals = 0): string =>
  value === null || Number.isNaN(value) ? '' : value.toFixed(decimals);
const latitudeOf = (place: Place | null): string => figure(place?.latitude ?? null, 6);
const longitudeOf = (place: Place | null): string => figure(place?.longitude ?? null, 6);

/** The driver's name, else the key. */
function driver(trip: DrivenTrip | null): string {
  if (trip === null) return '';
  return trip.drivers.length > 0 ? trip.drivers.map(({ operator_name: name }) => name).join(', ') : trip.driver_key;
}

/** Times as the account writes them, durations in whole minutes, names of units. */
function useCells() {
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  return {
    formats,
    time: (iso: string | null) => (iso === null ? '' : formats.preciseTime(fromIso(iso))),
    unit: (unitId: number) => byId.get(unitId)?.name ?? String(unitId),
  };
}

/** Trips, stops and gaps as CSV. */
export function TripsExport({ entries }: { entries: readonly DayEntry[] }): ReactNode {
  const { t } = useTranslation();
  const { time, unit } = useCells();
  const trip = (entry: DayEntry) => (entry.kind === 'trip' ? entry.trip : null);
  const whole = (entry: DayEntry) => (entry.kind === 'trip' ? entry.trip : entry.stop);
  const start = (entry: DayEntry) => (entry.kind === 'trip' ? entry.trip.start_position : entry.stop.position);
  const end = (entry: DayEntry) => (entry.kind === 'trip' ? entry.trip.end_position : null);
  const lasted = (entry: DayEntry): number | null => {
    const { start: from, end: to } = whole(entry);
    return to === null ? null : (fromIso(to) - fromIso(from)) / SECOND;
  };
  const kind = (entry: DayEntry): string => {
    if (entry.kind === 'trip') return t('unitModes.export.trip');
    return t(entry.stop.kind === 'parking' ? 'unitModes.trips.parking' : 'unitModes.trips.noData');
  };
  return (
    <ModeExport
      id="trips"
      entries={entries}
      placesOf={(entry) => [start(entry), end(entry)]}
      columns={[
        ['unit', (entry) => unit(whole(entry).unit_id)],
        ['kind', kind],
        ['start', (entry) => time(whole(entry).start)],
        ['end', (entry) => time(whole(entry).end)],
        ['seconds', (entry) => figure(lasted(entry))],
        ['from', (entry, addressOf) => addressOf(start(entry))],
        ['to', (entry, addressOf) => addressOf(end(entry))],
        ['kilometres', (entry) => figure((trip(entry)?.distance ?? Number.NaN) / 1_000, 3)],
        ['averageSpeed', (entry) => figure(trip(entry)?.average_speed ?? null)],
        ['maximumSpeed', (entry) => figure(trip(entry)?.max_speed ?? null)],
        ['idleSeconds', (entry) => figure(trip(entry)?.idle ?? null)],
        ['driver', (entry) => driver(trip(entry))],
        ['startLatitude', (entry) => latitudeOf(start(entry))],
        ['startLongitude', (entry) => longitudeOf(start(entry))],
        ['endLatitude', (entry) => latitudeOf(end(entry))],
        ['endLongitude', (entry) => longitudeOf(end(entry))],
        ['fromGeofence', (entry) => trip(entry)?.start_zones?.at(0)?.name ?? ''],
        ['toGeofence', (entry) => trip(entry)?.end_zones?.at(0)?.name ?? ''],
      ]}
    />
  );
}

/** Events as CSV. */
export function EventsExport({ lines }: { lines: readonly EventLine[] }): ReactNode {
  const { t } = useTranslation();
  const { formats, time, unit } = useCells();
  return (
    <ModeExport
      id="events"
      entries={lines}
      placesOf={({ event }) => [event.position]}
      columns={[
        ['time', ({ event }) => time(event.time)],
        ['unit', ({ event }) => unit(event.unit_id)],
        ['kind', ({ kind }) => t(`unitModes.events.kind.${kind}`)],
        ['detail', (line) => eventDetail(line, formats, t)],
        ['driver', ({ event }) => event.driver],
        ['address', ({ event }, addressOf) => addressOf(event.position)],
        ['latitude', ({ event }) => latitudeOf(event.position)],
        ['longitude', ({ event }) => longitudeOf(event.position)],
      ]}
    />
  );
}
