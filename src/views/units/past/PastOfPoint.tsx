import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fromIso, SECOND } from '../../../domain/base/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useScreenPath } from '../../shared/address/useScreenPath.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { MODE_PLACES } from '../../shared/unit/unitModes.ts';
import type { NearPoint } from '../map/nearest.ts';
import { circleAround, readPlaceQuestion, writePlaceQuestion } from './placeQuestion.ts';

/** Metres around a point that counts as "here". */
const HERE = 200;

interface PastOfPointProps {
  readonly point: NearPoint;
  readonly selected: readonly number[];
  readonly onVisit: (visit: Visit) => void;
  /** The point is asked about elsewhere. */
  readonly onLeave: () => void;
}

/** The past of a point on the map: who was here, and when the selected unit last was. */
export function PastOfPoint({ point, selected, onVisit, onLeave }: PastOfPointProps): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { query, go } = useScreenPath();
  if (!can(MODE_PLACES.place.need)) return null;
  const ask = (): void => {
    const shape = circleAround(point.longitude, point.latitude, HERE);
    onLeave();
    go(MODE_PLACES.place.path, Object.fromEntries(writePlaceQuestion(query, { ...readPlaceQuestion(query), shape })));
  };
  return (
    <div className="mode-tools">
      <div className="mode-tools-row">
        <Button size="compact" onPress={ask}>
          {t('unitModes.place.whoWasHere')}
        </Button>
        {selected.length === 1 && (
          <LastVisit
            key={`${selected[0]} ${point.latitude} ${point.longitude}`}
            {...{ point, onVisit }}
            unitId={selected[0]}
          />
        )}
      </div>
    </div>
  );
}

interface LastVisitProps extends Pick<PastOfPointProps, 'point' | 'onVisit'> {
  readonly unitId: number;
}

/** Asks when a unit was last here; the answer can be played. */
function LastVisit({ point, unitId, onVisit }: LastVisitProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { call } = useCalls();
  const notify = useNotify();
  const { byId } = useStore(useFleet().units);
  const [answer, setAnswer] = useState<{ readonly visit: Visit | null } | 'waiting' | null>(null);
  const asking = useRef<AbortController | null>(null);
  useEffect(() => () => asking.current?.abort(), []);
  const unit = byId.get(unitId)?.name ?? String(unitId);
  const ask = async (): Promise<void> => {
    const controller = new AbortController();
    asking.current = controller;
    setAnswer('waiting');
    const shape = circleAround(point.longitude, point.latitude, HERE);
    const found = await call('findLastVisit', { unit_id: unitId, shape }, controller.signal).catch((error: unknown) => {
      if (controller.signal.aborted) return null;
      throw error;
    });
    if (found === null) return;
    setAnswer(found.ok ? found.value : null);
    if (!found.ok) notify.failed(found.error);
  };
  if (answer === null || answer === 'waiting')
    return (
      <Button size="compact" busy={answer === 'waiting'} onPress={() => void ask()}>
        {t('unitModes.place.lastHere', { unit })}
      </Button>
    );
  const { visit } = answer;
  if (visit === null) return <output>{t('unitModes.place.neverHere', { unit })}</output>;
  return (
    <output className="place-state">
      <span>
        {t('unitModes.place.wasHere', {
          unit,
          time: formats.dateTime(fromIso(visit.entered_at)),
          duration: formats.duration(visit.duration * SECOND),
        })}
      </span>
      <Button size="compact" variant="quiet" onPress={() => onVisit(visit)}>
        {t('unitModes.place.play')}
      </Button>
    </output>
  );
}
