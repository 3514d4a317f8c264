import { useMemo, useState, type ReactNode } from 'react';
import { HOUR, PAGE, floorTo, toIso } from '../../../domain/base/index.ts';
import { nameCollator, unitsByName } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { Button, ComboBox, Dialog } from '../../../ui/index.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { useAnswer, useCalls } from '../../shared/services/calls.ts';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { useStore } from '../../shared/services/store.ts';
import { useNotify } from '../../shared/services/toasts.ts';
import { DateTimeField } from '../../shared/time/DateTimeField.tsx';
import { useNow } from '../../shared/time/useNow.ts';

/** Plans a run of one unit, at a time of its own. */
export function PlanRun({ routeId = null, onClose }: { routeId?: number | null; onClose: () => void }): ReactNode {
  const { t, i18n } = useTranslation();
  const { call } = useCalls();
  const notify = useNotify();
  const now = useNow();
  const { units } = useStore(useFleet().units);
  const list = useAnswer(
    'getRouteList',
    routeId === null ? { page: 1, limit: PAGE.maximumLimit, sort: 'name' } : null,
    ['route'],
  );
  const [route, setRoute] = useState<string | null>(routeId === null ? null : String(routeId));
  const [unit, setUnit] = useState<string | null>(null);
  const [start, setStart] = useState(() => toIso(floorTo(now, HOUR) + HOUR));
  const [busy, setBusy] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const unitOptions = useMemo(
    () =>
      units
        .toSorted(unitsByName(nameCollator(i18n.language)))
        .map(({ unit_id, name }) => ({ value: String(unit_id), label: name })),
    [units, i18n.language],
  );
  const isWhole = route !== null && unit !== null && !Number.isNaN(Date.parse(start));
  const plan = async (): Promise<void> => {
    setBusy(true);
    setProblem(null);
    const answer = await call('planRun', { route_id: Number(route), unit_id: Number(unit), start });
    setBusy(false);
    if (!answer.ok) {
      setProblem(answer.error);
      return;
    }
    notify.done(t('routes.runs.done.planRun', { unit: answer.value.unit_name }));
    onClose();
  };
  return (
    <Dialog
      open
      title={t('routes.runs.plan')}
      closeLabel={t('common.close')}
      onClose={onClose}
      actions={
        <>
          <Button variant="quiet" onPress={onClose}>
            {t('common.cancel')}
          </Button>
          <Button variant="primary" busy={busy} isDisabled={!isWhole} onPress={() => void plan()}>
            {t('routes.runs.plan')}
          </Button>
        </>
      }>
      {problem !== null && <ProblemBanner problem={problem} />}
      <div className="entity-fields">
        {routeId === null && (
          <ComboBox
            emptyText={t('common.noMatches')}
            openLabel={t('common.open')}
            label={t('routes.one')}
            required
            value={route}
            options={(list.value?.rows ?? []).map(({ route_id, name }) => ({ value: String(route_id), label: name }))}
            onChange={setRoute}
          />
        )}
        <ComboBox
          emptyText={t('common.noMatches')}
          openLabel={t('common.open')}
          label={t('routes.runs.unit')}
          required
          value={unit}
          options={unitOptions}
          onChange={setUnit}
        />
        <DateTimeField label={t('routes.runs.startAt')} required value={start} onChange={setStart} />
      </div>
    </Dialog>
  );
}
