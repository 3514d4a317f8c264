import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AuditIcon,
  EventIcon,
  HistoryIcon,
  PlaceIcon,
  Link,
  ListIcon,
  ServiceIcon,
  TripsIcon,
  VideoIcon,
  type IconType,
} from '../../../ui/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { MODE_PLACES, OFFERED_MODES, UNIT_MODES, type UnitMode } from '../../shared/unit/unitModes.ts';

const ICONS: Readonly<Record<UnitMode, IconType>> = {
  map: ListIcon,
  trips: TripsIcon,
  events: EventIcon,
  place: PlaceIcon,
  services: ServiceIcon,
  videos: VideoIcon,
  history: HistoryIcon,
  activity: AuditIcon,
};

/** The modes that one may open. Each is a link that takes units, instant and camera along. */
export function ModeBar({ mode }: { mode: UnitMode }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { query } = useScreenPath();
  const search = query.toString();
  const shown = mode === 'history' ? 'map' : mode;
  // An address that somebody kept is shown as it is, offered or not.
  const modes = UNIT_MODES.filter(
    (each) => (OFFERED_MODES.includes(each) || each === shown) && can(MODE_PLACES[each].need),
  );
  if (modes.length < 2) return null;
  return (
    <nav className="mode-bar" aria-label={t('unitModes.label')}>
      {modes.map((each) => {
        const Icon = ICONS[each];
        return (
          <Link
            key={each}
            className="mode-link"
            href={`${MODE_PLACES[each].path}${search === '' ? '' : `?${search}`}`}
            aria-current={each === shown ? 'page' : undefined}>
            <Icon aria-hidden="true" />
            <span>{t(`unitModes.mode.${each}`)}</span>
          </Link>
        );
      })}
    </nav>
  );
}
