import { useEffect, useMemo, useState, type ReactNode } from 'react';
import { SECOND, toIso } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { FleetMap } from '../../../map/index.ts';
import { Button, Checkbox } from '../../../ui/index.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { SatelliteNotice } from '../../shared/device/SatelliteNotice.tsx';
import { useFleet } from '../../shared/services/fleet.ts';
import { ModeList, ModeTools, type ModeScope } from './ModeFrame.tsx';
import { StopLine } from './StopLine.tsx';
import { TripLine } from './TripLine.tsx';
import { tripDays, type TripDay } from './tripDays.ts';
import { useAddresses } from './useAddresses.ts';
import type { ModeInterval } from './useModeInterval.ts';
import { wayOf, waySpots, type Way } from './way.ts';

export interface TripsPanelProps {
  readonly scope: ModeScope;
  readonly interval: ModeInterval;
  readonly map: Pick<FleetMap, 'setSpots'> | null;
  readonly way: Way | null;
  readonly onWay: (way: Way | null) => void;
}

/** Lines shown at once; more on request. */
const PAGE = 60;

/** Trips of the units in an interval, by day, and what lay between them. */
export function TripsPanel({ scope, interval, map, way, onWay }: TripsPanelProps): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const { now } = useFleet();
  const [withStops, setWithStops] = useState(true);
  const [shown, setShown] = useState(PAGE);
  const listed = way?.listed ?? interval.asked;
  const data = useMemo(
    () => ({
      ...(scope.unitIds.length > 0 && { unit_ids: [...scope.unitIds] }),
      from: toIso(listed.from),
      to: toIso(listed.to),
    }),
    [scope.unitIds, listed.from, listed.to],
  );
  const trips = useAnswer('getTrips', data, ['trip']);
  const stops = useAnswer('getStops', withStops ? data : null);
  const days = useMemo(
    () => tripDays(trips.value?.trips ?? [], withStops ? (stops.value?.stops ?? []) : [], settings.timeZone),
    [trips.value, stops.value, withStops, settings.timeZone],
  );
  const cut = useMemo(() => firstEntries(days, shown), [days, shown]);
  const addressOf = useAddresses(placesOf(cut));
  useEffect(() => {
    if (map === null || way === null) return undefined;
    map.setSpots(waySpots(way));
    return () => map.setSpots([]);
  }, [map, way]);
  const count = days.reduce((sum, { entries }) => sum + entries.length, 0);
  return (
    <>
      <ModeTools
        scope={scope}
        interval={interval}
        loading={trips.loading}
        onReload={() => {
          trips.reload();
          stops.reload();
        }}>
        <Checkbox selected={withStops} onChange={setWithStops}>
          {t('unitModes.trips.stopsShown')}
        </Checkbox>
      </ModeTools>
      <SatelliteNotice
        unitIds={scope.unitIds}
        onMended={() => {
          trips.reload();
          stops.reload();
        }}
      />
      <ModeList
        answer={trips}
        failed={t('unitModes.trips.failed')}
        isEmpty={() => count === 0}
        emptyTitle={t('unitModes.trips.emptyTitle')}
        emptyLead={t('unitModes.trips.emptyLead')}
        truncated={trips.value?.truncated === true || (withStops && stops.value?.truncated === true)}>
        {() => (
          <>
            {cut.map((day) => (
              <DaySection key={day.day} day={day}>
                {day.entries.map((entry) =>
                  entry.kind === 'stop' ? (
                    <StopLine
                      key={entry.key}
                      stop={entry.stop}
                      addressOf={addressOf}
                      named={scope.unitIds.length !== 1}
                    />
                  ) : (
                    <TripLine
                      key={entry.key}
                      trip={entry.trip}
                      addressOf={addressOf}
                      named={scope.unitIds.length !== 1}
                      chosen={way?.key === entry.key}
                      onChoose={(chosen) =>
                        onWay(chosen ? wayOf(entry.trip, entry.key, { scope: scope.unitIds, listed }, now()) : null)
                      }
                    />
                  ),
                )}
              </DaySection>
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

function DaySection({ day, children }: { day: TripDay; children: ReactNode }): ReactNode {
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
      <ul className="mode-lines">{children}</ul>
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
