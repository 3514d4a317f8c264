import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AuditIcon,
  EventIcon,
  HistoryIcon,
  Link,
  ListIcon,
  ServiceIcon,
  Tooltip,
  TripsIcon,
  VideoIcon,
  type IconType,
} from '../../../ui/index.ts';
import { useSession } from '../../shared/services/session.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { MODE_PLACES, UNIT_MODES, type UnitMode } from '../../shared/unit/unitModes.ts';

const ICONS: Readonly<Record<UnitMode, IconType>> = {
  map: ListIcon,
  trips: TripsIcon,
  events: EventIcon,
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
  const modes = UNIT_MODES.filter((each) => can(MODE_PLACES[each].need));
  if (modes.length < 2) return null;
  return (
    <nav className="mode-bar" aria-label={t('unitModes.label')}>
      {modes.map((each) => {
        const Icon = ICONS[each];
        const name = t(`unitModes.mode.${each}`);
        return (
          <Tooltip key={each} text={name} placement="bottom">
            <Link
              className="mode-link"
              href={`${MODE_PLACES[each].path}${search === '' ? '' : `?${search}`}`}
              aria-label={name}
              aria-current={each === mode ? 'page' : undefined}>
              <Icon aria-hidden="true" />
            </Link>
          </Tooltip>
        );
      })}
    </nav>
  );
}
