import { useEffect, useState, type ReactNode } from 'react';
import { ATTRIBUTES, type AttributeName, type Position } from '../../../domain/telemetry/index.ts';
import { useFormats, useTranslation, type Formats } from '../../../i18n/index.ts';
import { Button, CloseIcon, CopyIcon, FollowIcon, IconButton, StatusChip } from '../../../ui/index.ts';
import { useFleet } from '../../shared/fleet.ts';
import { MOTION_LOOK } from '../../shared/motionLook.ts';
import { useSession } from '../../shared/session.ts';
import { useStore } from '../../shared/store.ts';
import { rowState } from '../list/unitRows.ts';

export interface UnitDetailProps {
  readonly unitId: number;
  readonly following: boolean;
  readonly onFollow: (follow: boolean) => void;
  readonly onClose: () => void;
}

/** Everything known of one unit at the shown instant, with its age; sensors while live. */
export function UnitDetail({ unitId, following, onFollow, onClose }: UnitDetailProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const services = useFleet();
  const { fleet } = services;
  const mayRename = useSession().can({ resource: 'units', action: 'u' });
  const { byId } = useStore(services.units);
  const { instant, mode } = useSlowly(services.timeline);
  const details = useStore(services.details).get(unitId);
  const unit = byId.get(unitId);
  useEffect(() => {
    services.watch([unitId]);
    return () => services.watch([]);
  }, [services, unitId]);
  if (unit === undefined) return null;
  const slot = fleet.slotOf(unitId);
  const state = rowState(fleet, slot, instant);
  const known = state !== 'neverReported';
  return (
    <section className="unit-detail" aria-label={t('units.detail.title')}>
      <header className="unit-detail-head">
        <h2><bdi>{unit.name}</bdi></h2>
        <IconButton label={following ? t('units.detail.stopFollowing') : t('units.detail.follow')} icon={<FollowIcon />} pressed={following} isDisabled={!known} onPress={() => onFollow(!following)} />
        <IconButton label={t('units.detail.close')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <div className="unit-detail-state">
        <StatusChip {...MOTION_LOOK[state]}>{t(`motion.${state}`)}</StatusChip>
        {known && <span className="dim">{t('time.lastSeen', { time: formats.relative(fleet.times[slot], instant) })}</span>}
      </div>
      {known ? (
        <dl className="facts">
          <Fact name={t('units.detail.speed')}>{formats.speed(fleet.speeds[slot])}</Fact>
          <Fact name={t('units.detail.course')}>{formats.course(fleet.courses[slot])}</Fact>
          <Fact name={t('units.detail.position')}>
            <bdi dir="ltr">{formats.coordinates(fleet.latitudes[slot], fleet.longitudes[slot])}</bdi>
            <IconButton size="compact" label={t('units.detail.copyPosition')} icon={<CopyIcon />} onPress={() => void navigator.clipboard?.writeText(formats.coordinates(fleet.latitudes[slot], fleet.longitudes[slot]))} />
          </Fact>
          <Fact name={t('units.detail.lastSeen')}>{formats.preciseTime(fleet.times[slot])}</Fact>
        </dl>
      ) : (
        <p className="unit-detail-note">{t('units.detail.neverReported')} {t('units.detail.neverReportedNext')}</p>
      )}
      <dl className="facts">
        <Fact name={t('units.detail.account')}><bdi>{unit.account_name || '–'}</bdi></Fact>
        <Fact name={t('units.detail.kind')}>{t(`kind.${unit.kind}`)}</Fact>
        <Fact name={t('units.detail.deviceModel')}><bdi>{unit.device_model || '–'}</bdi></Fact>
        <Fact name={t('units.detail.identifiers')}><bdi dir="ltr">{unit.identifiers.join(', ') || '–'}</bdi></Fact>
      </dl>
      {mode === 'live' && details !== undefined && <Values position={details} formats={formats} />}
      {mayRename && <Rename unitId={unitId} name={unit.name} />}
    </section>
  );
}

function Fact({ name, children }: { name: string; children: ReactNode }): ReactNode {
  return (
    <div className="fact">
      <dt>{name}</dt>
      <dd className="figures">{children}</dd>
    </div>
  );
}

/** Sensor values of the latest report, the known ones by name. */
function Values({ position, formats }: { position: Position; formats: Formats }): ReactNode {
  const { t } = useTranslation();
  const entries = Object.entries(position.attributes);
  return (
    <>
      <h3>{t('units.detail.attributes')}</h3>
      {entries.length === 0 && <p className="unit-detail-note">{t('units.detail.noAttributes')}</p>}
      <dl className="facts">
        {position.satellites !== null && <Fact name={t('units.detail.satellites')}>{formats.number(position.satellites)}</Fact>}
        <Fact name={t('units.detail.protocol')}>{position.protocol}</Fact>
        {entries.map(([name, value]) => {
          const known = name in ATTRIBUTES ? ATTRIBUTES[name as AttributeName] : null;
          const shown = typeof value === 'boolean' ? t(value ? 'common.yes' : 'common.no') : typeof value === 'number' ? formats.number(value, Number.isInteger(value) ? 0 : 2) : value;
          return <Fact key={name} name={known ? t(`units.attributes.${name}`) : name}><bdi>{shown}</bdi>{known && known.unit !== '' ? ` ${known.unit}` : ''}</Fact>;
        })}
      </dl>
    </>
  );
}

function Rename({ unitId, name }: { unitId: number; name: string }): ReactNode {
  const { t } = useTranslation();
  const { renameUnit } = useFleet();
  const [draft, setDraft] = useState<string | null>(null);
  const [problem, setProblem] = useState<string | null>(null);
  if (draft === null) return <RenameButton onStart={() => setDraft(name)} />;
  const save = async (): Promise<void> => {
    const outcome = await renameUnit(unitId, draft.trim());
    if (outcome.ok) setDraft(null);
    else setProblem(outcome.problem.fields?.[0]?.message ?? outcome.problem.message);
  };
  return (
    <form className="unit-rename" onSubmit={(event) => { event.preventDefault(); void save(); }}>
      <label>
        <span>{t('units.detail.newName')}</span>
        <input value={draft} maxLength={60} onChange={(event) => setDraft(event.target.value)} />
      </label>
      {problem !== null && <p role="alert" className="unit-rename-problem">{problem}</p>}
      <div className="trackers-actions">
        <Button size="compact" onPress={() => setDraft(null)}>{t('common.cancel')}</Button>
        <Button size="compact" variant="primary" type="submit">{t('common.save')}</Button>
      </div>
    </form>
  );
}

function RenameButton({ onStart }: { onStart: () => void }): ReactNode {
  const { t } = useTranslation();
  return <Button size="compact" variant="quiet" onPress={onStart}>{t('units.detail.rename')}</Button>;
}

/** The timeline's state, no oftener than twice a second: a panel of figures need not flicker. */
function useSlowly(store: ReturnType<typeof useFleet>['timeline']) {
  const [state, setState] = useState(store.getSnapshot());
  useEffect(() => {
    const timer = setInterval(() => setState(store.getSnapshot()), 500);
    return () => clearInterval(timer);
  }, [store]);
  return state;
}
