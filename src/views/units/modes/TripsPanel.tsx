import { useEffect, useMemo, useState, type ComponentProps, type ReactNode } from 'react';
import { SECOND, toIso, type Interval } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Button, Checkbox } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { SatelliteNotice } from '../../shared/device/SatelliteNotice.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { TripsExport } from './ModeExport.tsx';
import { ModeList, ModeTools, type ModeScope } from './ModeFrame.tsx';
import { StopLine } from './StopLine.tsx';
import { TripLine } from './TripLine.tsx';
import { tripDays, type DayEntry, type TripDay } from './tripDays.ts';
import { useAddresses } from './useAddresses.ts';
import type { ModeInterval } from './useModeInterval.ts';
import { shownTripOf, tripEnds, type ShownTrip } from './shownTrip.ts';

export interface TripsPanelProps {
  readonly scope: ModeScope;
  readonly interval: ModeInterval;
  readonly map: Pick<FleetMap, 'setSpots'> | null;
  readonly shownTrip: ShownTrip | null;
  readonly onShowTrip: (shownTrip: ShownTrip | null) => void;
}

/** Lines shown at once; more on request. */
const PAGE = 60;

/** Trips of the units in an interval, by day, and what lay between them. */
export function TripsPanel({ scope, interval, map, shownTrip, onShowTrip }: TripsPanelProps): ReactNode {
  const { t } = useTranslation();
  const { now } = useFleet();
  const [withStops, setWithStops] = useState(true);
  const [shown, setShown] = useState(PAGE);
  const listed = shownTrip?.listed ?? interval.asked;
  const { trips, days, truncated, reload } = useTripDays(scope.unitIds, listed, withStops);
  const cut = useMemo(() => firstEntries(days, shown), [days, shown]);
  const addressOf = useAddresses(placesOf(cut));
  useEffect(() => {
    if (map === null || shownTrip === null) return undefined;
    map.setSpots(tripEnds(shownTrip));
    return () => map.setSpots([]);
  }, [map, shownTrip]);
  const entries = useMemo(() => days.flatMap((day) => day.entries), [days]);
  const count = entries.length;
  return (
    <>
      <ModeTools
        scope={scope}
        interval={interval}
        loading={trips.loading}
        onReload={reload}
        exporter={<TripsExport entries={entries} />}>
        <Checkbox selected={withStops} onChange={setWithStops}>
          {t('unitModes.trips.stopsShown')}
        </Checkbox>
      </ModeTools>
      <SatelliteNotice unitIds={scope.unitIds} onMended={reload} />
      <ModeList
        answer={trips}
        failed={t('unitModes.trips.failed')}
        isEmpty={() => count === 0}
        emptyTitle={t('unitModes.trips.emptyTitle')}
        emptyLead={t('unitModes.trips.emptyLead')}
        truncated={truncated}>
        {() => (
          <>
            {cut.map((day) => (
              <DaySection
                key={day.day}
                day={day}
                addressOf={addressOf}
                named={scope.unitIds.length !== 1}
                chosen={shownTrip?.key ?? null}
                onChoose={({ trip, key }, chosen) =>
                  onShowTrip(chosen ? shownTripOf(trip, key, { scope: scope.chosen, listed }, now()) : null)
                }
              />
            ))}
            {count > shown && (
              <Button variant="quiet" wide onPress={() => setShown(shown + PAGE)}>
                {t('unitModes.more')}
              </Button>
            )}
          </>
        )}
      </ModeList>
    </>
  );
}

/** Trips of units in an interval, with the stops between them where they are wanted, by day. */
function useTripDays(unitIds: readonly number[], { from, to }: Interval, withStops: boolean) {
  const { settings } = useFormats();
  const data = useMemo(
    () => ({ ...(unitIds.length > 0 && { unit_ids: [...unitIds] }), from: toIso(from), to: toIso(to) }),
    [unitIds, from, to],
  );
  const trips = useAnswer('getTrips', data, ['trip']);
  const stops = useAnswer('getStops', withStops ? data : null);
  const days = useMemo(
    () => tripDays(trips.value?.trips ?? [], withStops ? (stops.value?.stops ?? []) : [], settings.timeZone),
    [trips.value, stops.value, withStops, settings.timeZone],
  );
  return {
    trips,
    days,
    /** There is more than the server says at once. */
    truncated: trips.value?.truncated === true || (withStops && stops.value?.truncated === true),
    reload: () => {
      trips.reload();
      stops.reload();
    },
  };
}

interface DaySectionProps extends Pick<ComponentProps<typeof TripLine>, 'addressOf' | 'named'> {
  day: TripDay;
  /** Key of the trip that is shown on the map. */
  chosen: string | null;
  onChoose: (trip: Extract<DayEntry, { kind: 'trip' }>, chosen: boolean) => void;
}

/** A day's sums, and its trips and stops. */
function DaySection({ day, addressOf, named, chosen, onChoose }: DaySectionProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const date = formats.date(day.start);
  return (
    <section className="mode-day" aria-label={date}>
      <h3 className="mode-day-head">
        <span className="figures">{date}</span>
        <span className="dim figures">
          {t('unitModes.trips.summary', {
            count: day.trips,
            distance: formats.distance(day.distance),
            duration: formats.duration(day.duration * SECOND),
          })}
        </span>
      </h3>
      <ul className="mode-lines">
        {day.entries.map((entry) =>
          entry.kind === 'stop' ? (
            <StopLine key={entry.key} stop={entry.stop} addressOf={addressOf} named={named} />
          ) : (
            <TripLine
              key={entry.key}
              trip={entry.trip}
              addressOf={addressOf}
              named={named}
              chosen={chosen === entry.key}
              onChoose={(isChosen) => onChoose(entry, isChosen)}
            />
          ),
        )}
      </ul>
    </section>
  );
}

/** The days with their first entries only; sums stay those of the whole day. */
function firstEntries(days: readonly TripDay[], most: number): TripDay[] {
  let left = most;
  return days.flatMap((day) => {
    const entries = day.entries.slice(0, Math.max(0, left));
    left -= day.entries.length;
    return entries.length === 0 ? [] : [{ ...day, entries }];
  });
}

const placesOf = (days: readonly TripDay[]) =>
  days.flatMap(({ entries }) =>
    entries.flatMap((entry) =>
      entry.kind === 'trip' ? [entry.trip.start_position, entry.trip.end_position] : [entry.stop.position],
    ),
  );
