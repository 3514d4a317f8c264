import type { ReactNode } from 'react';
import { fromIso } from '../../../domain/base/index.ts';
import type { Place, Stop } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';

export interface StopLineProps {
  readonly stop: Stop;
  readonly addressOf: (place: Place | null) => string | null;
  readonly named: boolean;
}

/** A parking or a gap between trips: a quiet line. */
export function StopLine({ stop, addressOf, named }: StopLineProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { byId } = useStore(useFleet().units);
  const start = fromIso(stop.start);
  const address = addressOf(stop.position);
  return (
    <li className="mode-stop" data-kind={stop.kind}>
      <span className="mode-line-head">
        <span>
          {t(stop.kind === 'parking' ? 'unitModes.trips.parking' : 'unitModes.trips.noData')}
          {named && (
            <>
              {' '}
              · <bdi>{byId.get(stop.unit_id)?.name ?? stop.unit_id}</bdi>
            </>
          )}
        </span>
        <span className="figures mode-line-measure">
          {stop.end === null
            ? t('unitModes.trips.parkedSince', { time: formats.time(start) })
            : formats.duration(fromIso(stop.end) - start)}
        </span>
      </span>
      {address !== null && <bdi className="dim">{address}</bdi>}
    </li>
  );
}
