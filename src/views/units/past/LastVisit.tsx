import { useEffect, useRef, useState, type ReactNode } from 'react';
import { fromIso, SECOND } from '../../../domain/base/index.ts';
import type { Shape } from '../../../domain/geometry/index.ts';
import type { Visit } from '../../../domain/visit/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Button } from '../../../ui/index.ts';
import { useCalls } from '../../shared/services/calls.ts';
import { useFleet } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import './past.css';

interface LastVisitProps {
  readonly shape: Shape;
  /** Brings timeline, selection and clock to a visit. */
  readonly onVisit: (visit: Visit) => void;
  readonly unitId: number;
}

/** Asks when a unit was last in a shape; the answer can be played. */
export function LastVisit({ shape, unitId, onVisit }: LastVisitProps): ReactNode {
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
