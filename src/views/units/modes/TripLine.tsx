import type { ReactNode } from 'react';
import { SECOND, fromIso } from '../../../domain/base/index.ts';
import type { DrivenTrip, Place, Trip } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, LinkButton, reveal } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { endReasonText, startReasonText } from '../../shared/unit/tripReasons.ts';

export interface TripLineProps {
  readonly trip: DrivenTrip;
  readonly addressOf: (place: Place | null) => string | null;
  /** With the unit's name: the list is about several. */
  readonly named: boolean;
  readonly chosen: boolean;
  readonly onChoose: (chosen: boolean) => void;
}

/**
 * One trip: from where to where, how far and how fast; when chosen, everything that is known of it, and why it began
 * and ended.
 */
export function TripLine({ trip, addressOf, named, chosen, onChoose }: TripLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { can } = useSession();
  const { byId } = useStore(useFleet().units);
  const [start, end] = [fromIso(trip.start), fromIso(trip.end)];
  const place = (at: Place | null): string =>
    addressOf(at) ?? (at === null ? t('unitModes.trips.unknownPlace') : formats.coordinates(at.latitude, at.longitude));
  return (
    <li className="mode-line" data-chosen={chosen} ref={chosen ? reveal : undefined}>
      <button
        type="button"
        className="mode-line-button"
        aria-pressed={chosen}
        title={t('unitModes.trips.play')}
        onClick={() => onChoose(!chosen)}>
        <span className="mode-line-head">
          <span className="figures mode-line-time">
            {formats.time(start)}
            {!trip.open && ` – ${formats.time(end)}`}
          </span>
          {trip.open && <Badge tone="normal">{t('unitModes.trips.open')}</Badge>}
          <span className="figures mode-line-measure">{formats.distance(trip.distance)}</span>
        </span>
        {named && (
          <strong className="mode-line-unit">
            <bdi>{byId.get(trip.unit_id)?.name ?? trip.unit_id}</bdi>
          </strong>
        )}
        <span className="mode-line-place">
          <span className="mode-dot" data-look="start" aria-hidden="true" />
          <span className="visually-hidden">{t('unitModes.trips.from')}</span>
          <ZoneName zones={trip.start_zones} />
          <bdi>{place(trip.start_position)}</bdi>
        </span>
        {!trip.open && (
          <span className="mode-line-place">
            <span className="mode-dot" data-look="end" aria-hidden="true" />
            <span className="visually-hidden">{t('unitModes.trips.to')}</span>
            <ZoneName zones={trip.end_zones} />
            <bdi>{place(trip.end_position)}</bdi>
          </span>
        )}
        <span className="mode-line-foot figures dim">
          <span>{formats.duration(trip.duration * SECOND)}</span> ·{' '}
          <span>
            {t('unitModes.trips.average')} {formats.speed(trip.average_speed)}
          </span>{' '}
          ·{' '}
          <span>
            {t('unitModes.trips.maximum')} {formats.speed(trip.max_speed ?? Number.NaN)}
          </span>
        </span>
      </button>
      {chosen && <TripFacts trip={trip} />}
      {chosen && !trip.open && can({ resource: 'routes', action: 'a' }) && (
        <div className="mode-line-more">
          <LinkButton
            size="compact"
            href={`/route/create?${new URLSearchParams({ unit_id: String(trip.unit_id), from: trip.start, to: trip.end }).toString()}`}>
            {t('routes.saveTrip')}
          </LinkButton>
        </div>
      )}
    </li>
  );
}

/** The geofence that it began or ended in: of several the smallest says where. */
function ZoneName({ zones = [] }: { zones?: Trip['start_zones'] }): ReactNode {
  const [zone] = zones;
  return zone === undefined ? null : (
    <strong className="trip-zone">
      <bdi>{zone.name}</bdi>
    </strong>
  );
}

function TripFacts({ trip }: { trip: DrivenTrip }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const why = [startReasonText(trip.start_reason, formats), endReasonText(trip.open ? null : trip.end_reason, formats)];
  const stopped = trip.stops.reduce((sum, stop) => sum + fromIso(stop.end) - fromIso(stop.start), 0);
  return (
    <div className="mode-line-more">
      <ul className="mode-why">
        {why.map(({ key, values }) => (
          <li key={key}>{t(key, values)}</li>
        ))}
      </ul>
      <dl className="facts">
        <div className="fact">
          <dt>{t('unitModes.trips.stops')}</dt>
          <dd className="figures">
            {formats.number(trip.stops.length)}
            {trip.stops.length > 0 && ` · ${formats.duration(stopped)}`}
          </dd>
        </div>
        <div className="fact">
          <dt>{t('unitModes.trips.idle')}</dt>
          <dd className="figures">{formats.duration(trip.idle * SECOND)}</dd>
        </div>
        <div className="fact">
          <dt>{t('unitModes.trips.driver')}</dt>
          <dd>
            {trip.drivers.length > 0 ? (
              <bdi>{trip.drivers.map(({ operator_name: name }) => name).join(', ')}</bdi>
            ) : trip.driver_key === '' ? (
              <span className="dim">{t('unitModes.trips.noDriver')}</span>
            ) : (
              <bdi dir="ltr" className="figures">
                {trip.driver_key}
              </bdi>
            )}
          </dd>
        </div>
      </dl>
    </div>
  );
}
