import type { ReactNode } from 'react';
import { geofences } from '../../../domain/geofence/index.ts';
import { DAY, floorTo, fromIso, MINUTE, toIso, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Link } from '../../../ui/index.ts';
import { entityPaths } from '../entity/paths.ts';
import { Fact } from '../Fact.tsx';
import { useZoneVisits } from './useZoneVisits.ts';
import './visits.css';

/** Geofences that the unit is in at the instant, and since when; nothing where it is in none. */
export function ZonesNow({ unitId, instant }: { readonly unitId: number; readonly instant: Instant }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const minute = floorTo(instant, MINUTE);
  const { value } = useZoneVisits({ unit_ids: [unitId], from: toIso(minute), to: toIso(minute + MINUTE) });
  const inside = (value?.visits ?? []).filter(
    ({ unit_id: id, entered_at: entered, left_at: left }) =>
      id === unitId && fromIso(entered) <= instant && (left === null || fromIso(left) > instant),
  );
  if (inside.length === 0) return null;
  const since = (entered: Instant): string =>
    instant - entered < DAY ? formats.time(entered) : formats.dateTime(entered);
  return (
    <Fact label={t('visits.now')}>
      <ul className="zones-now">
        {inside.map(({ geofence_id: id, geofence_name: name, entered_at: entered }) => (
          <li key={id}>
            <Link href={entityPaths(geofences).view(id)}>
              <bdi>{name}</bdi>
            </Link>{' '}
            <span className="dim figures">{t('visits.since', { time: since(fromIso(entered)) })}</span>
          </li>
        ))}
      </ul>
    </Fact>
  );
}
