import type { ReactNode } from 'react';
import type { Visit } from '../../../domain/visit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { useSession } from '../../shared/services/session.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import type { NearPoint } from '../map/nearest.ts';
import { LastVisit } from './LastVisit.tsx';
import { circleAround, readPlaceQuestion, writePlaceQuestion } from './placeQuestion.ts';

/** Metres around a point that counts as "here". */
const HERE = 200;

interface PastOfPointProps {
  readonly point: NearPoint;
  readonly selected: readonly number[];
  readonly onVisit: (visit: Visit) => void;
  /** Whether those are listed who were near at some time. */
  readonly isPast: boolean;
  readonly onPast: (isPast: boolean) => void;
  /** The point is asked about elsewhere. */
  readonly onLeave: () => void;
}

/** The past of a point on the map: who was here, and when the selected unit last was. */
export function PastOfPoint({ point, selected, onVisit, isPast, onPast, onLeave }: PastOfPointProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { query, go } = useScreenPath();
  if (!can(MODE_PLACES.place.need)) return null;
  const shape = circleAround(point.longitude, point.latitude, HERE);
  const ask = (): void => {
    onLeave();
    go(MODE_PLACES.place.path, Object.fromEntries(writePlaceQuestion(query, { ...readPlaceQuestion(query), shape })));
  };
  return (
    <div className="mode-tools">
      <div className="mode-tools-row">
        <Button size="compact" onPress={ask}>
          {t('unitModes.place.whoWasHere')}
        </Button>
        <Button size="compact" onPress={() => onPast(!isPast)}>
          {t(isPast ? 'unitModes.nearest.label' : 'unitModes.place.near.who')}
        </Button>
        {selected.length === 1 && (
          <LastVisit
            key={`${selected[0]} ${point.latitude} ${point.longitude}`}
            {...{ shape, onVisit }}
            unitId={selected[0]}
          />
        )}
      </div>
    </div>
  );
}
