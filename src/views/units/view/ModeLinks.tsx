import type { ReactNode } from 'react';
import type { UnitDetails } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, LinkButton, MapIcon } from '../../../ui/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { MODE_PLACES, OFFERED_MODES } from '../../shared/unit/unitModes.ts';
import { hasPosition } from '../list/unitRows.ts';
import { useFleetTick } from '../useFleetTick.ts';

/** Ways to the map and its modes with this unit chosen, as far as one may go. */
export function ModeLinks({ unit }: { unit: UnitDetails }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { info } = useNotify();
  const { fleet } = useFleet();
  useFleetTick();
  const isOnMap = hasPosition(fleet, fleet.slotOf(unit.unit_id)) || unit.location !== null;
  const noPosition = t('units.detail.noPosition', { unit: unit.name });
  return (
    <nav className="unit-view-links" aria-label={t('unitForms.view.links')}>
      {OFFERED_MODES.filter((mode) => can(MODE_PLACES[mode].need)).map((mode) =>
        mode === 'map' && !isOnMap ? (
          <Button key={mode} icon={<MapIcon aria-hidden="true" />} onPress={() => info(noPosition)}>
            {t('units.list.showOnMap')}
          </Button>
        ) : (
          <LinkButton
            key={mode}
            href={`${MODE_PLACES[mode].path}?units=${unit.unit_id}`}
            {...(mode === 'map' && { icon: <MapIcon aria-hidden="true" /> })}>
            {t(mode === 'map' ? 'units.list.showOnMap' : `unitModes.mode.${mode}`)}
          </LinkButton>
        ),
      )}
    </nav>
  );
}
