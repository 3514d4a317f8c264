import { useMemo, useState, type ReactNode } from 'react';
import type { SatelliteRefusal } from '../../../api/contract/index.ts';
import { DAY, toIso, type DeviceId, type Instant } from '../../../domain/base/index.ts';
import { tripDetectorSchema } from '../../../domain/detection/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Banner, Button, CheckIcon, WarningIcon } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';
import { useAct } from '../services/useAct.ts';
import { useNow } from '../time/useNow.ts';
import './satellites.css';

/** How far back trips are detected again at once; the page of the device offers more. */
const RECALCULATED = 31 * DAY;
/** Units named at once; the others follow once these are mended. */
const SHOWN = 3;

export interface SatelliteNoticeProps {
  /** The units that the place is about; empty: all that the account sees. */
  unitIds: readonly number[];
  /** Trips of the past have changed. */
  onMended?: () => void;
}

/**
 * Says where a saved satellites setting leaves a unit without trips, and mends it: by one press a setting that fits is
 * saved and the past is detected again, which can be undone. Nothing while all is well, or not known yet.
 */
export function SatelliteNotice({ unitIds, onMended }: SatelliteNoticeProps): ReactNode {
  const { can } = useSession();
  const key = unitIds.join();
  // Asked without the permission, the server would be taken to say that it was lost.
  return can({ resource: 'units', action: 'r' }) ? <Refusals key={key} unitIds={unitIds} onMended={onMended} /> : null;
}

function Refusals({ unitIds, onMended }: SatelliteNoticeProps): ReactNode {
  const { t } = useTranslation();
  const data = useMemo(() => (unitIds.length > 0 ? { unit_ids: [...unitIds] } : {}), [unitIds]);
  const { value } = useAnswer('getSatelliteRefusals', data, ['device', 'unit']);
  /** Those that somebody pressed the button of stay, to be undone. */
  const [touched, setTouched] = useState<readonly SatelliteRefusal[]>([]);
  const fresh = (value?.refusals ?? []).filter(({ unit_id: id }) => !touched.some((each) => each.unit_id === id));
  const shown = [...touched, ...fresh.slice(0, SHOWN)];
  if (shown.length === 0) return null;
  return (
    <div className="satellite-notices">
      {shown.map((refusal) => (
        <Refusal
          key={refusal.unit_id}
          refusal={refusal}
          onMended={onMended}
          onTouched={() =>
            setTouched((before) =>
              before.some((each) => each.unit_id === refusal.unit_id) ? before : [...before, refusal],
            )
          }
        />
      ))}
      {fresh.length > SHOWN && <p className="dim">{t('detection.satellites.more', { count: fresh.length - SHOWN })}</p>}
    </div>
  );
}

/** What was done: nothing, saved but not recalculated, all of it, or all taken back. */
type Stage = 'refused' | 'saved' | 'mended' | 'undone';

function Refusal({
  refusal,
  onTouched,
  onMended,
}: {
  refusal: SatelliteRefusal;
  onTouched: () => void;
  onMended?: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { unit_id: unitId, unit_name: unit, bound, fixes, refused, fitting } = refusal;
  const { act, stage, from, trips, mend, undo } = useMending(refusal, onMended);
  const press = (work: () => Promise<void>) => (): void => {
    onTouched();
    void work();
  };
  if (stage === 'mended' || stage === 'undone') {
    const done = t(stage === 'mended' ? 'detection.satellites.mended' : 'detection.satellites.undone', {
      unit,
      satellites: t('detection.satellites.required', { count: fitting }),
      date: formats.date(from),
      trips: formats.number(trips),
    });
    return (
      <>
        {act.problem !== null && <ProblemBanner problem={act.problem} />}
        <Banner
          tone="normal"
          icon={<CheckIcon />}
          action={
            stage === 'mended' && (
              <Button size="compact" variant="quiet" busy={act.busy} onPress={press(undo)}>
                {t('common.undo')}
              </Button>
            )
          }>
          {done}
        </Banner>
      </>
    );
  }
  const name = fitting === 0 ? t('detection.satellites.mendOff') : t('detection.satellites.mend', { count: fitting });
  return (
    <>
      {act.problem !== null && <ProblemBanner problem={act.problem} />}
      <Banner
        tone="caution"
        icon={<WarningIcon />}
        action={
          refusal.may_change && (
            <Button
              size="compact"
              variant="primary"
              busy={act.busy}
              aria-describedby={`satellites-${unitId}`}
              onPress={press(mend)}>
              {name}
            </Button>
          )
        }>
        <span id={`satellites-${unitId}`}>
          {t('detection.satellites.refused', {
            unit,
            bound: formats.number(bound),
            refused: formats.number(refused),
            fixes: formats.number(fixes),
          })}
          {!refusal.may_change && ` ${t('detection.satellites.ask', { account: refusal.account_name })}`}
        </span>
      </Banner>
    </>
  );
}

/**
 * Saves a fitting setting and detects the past again; and takes it back. What fails is gone on with by the next press.
 */
function useMending(
  { unit_id: unitId, device_id: deviceId, trip_detector: saved, fitting }: SatelliteRefusal,
  onMended?: () => void,
) {
  const now = useNow();
  const act = useAct();
  const [stage, setStage] = useState<Stage>('refused');
  const [from, setFrom] = useState<Instant>(now - RECALCULATED);
  const [trips, setTrips] = useState(0);
  const save = (device: DeviceId, before: object, satellites: object): Promise<unknown> =>
    act.run('updateDeviceSettings', {
      device_id: device,
      trip_detector: tripDetectorSchema.cast({ ...before, ...satellites }),
      expected: { trip_detector: before },
    });
  const recalculate = async (since: Instant, next: Stage): Promise<void> => {
    const answer = await act.run('recomputeDetection', { unit_id: unitId, from: toIso(since) });
    if (answer === null) return;
    setTrips(answer.trips);
    setStage(next);
    onMended?.();
  };
  return {
    act,
    stage,
    from,
    trips,
    async mend(): Promise<void> {
      if (deviceId === null || saved === null) return;
      if (stage === 'refused' && (await save(deviceId, saved, { min_satellites: fitting })) === null) return;
      setStage('saved');
      const since = now - RECALCULATED;
      setFrom(since);
      await recalculate(since, 'mended');
    },
    async undo(): Promise<void> {
      if (deviceId === null || saved === null) return;
      const fitted = tripDetectorSchema.cast({ ...saved, min_satellites: fitting });
      if ((await save(deviceId, fitted, saved)) === null) return;
      await recalculate(from, 'undone');
    },
  };
}
