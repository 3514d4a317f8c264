import { Fragment, useEffect, useMemo, useState, type ReactNode } from 'react';
import { object } from 'yup';
import { LENGTH, floorTo, fromIso, requiredText } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Form, FormTextField } from '../../../ui/forms/index.ts';
import {
  BackIcon,
  Badge,
  Button,
  CloseIcon,
  CopyIcon,
  FollowIcon,
  IconButton,
  Link,
  StatusChip,
} from '../../../ui/index.ts';
import { isNoKey } from '../../../domain/detection/index.ts';
import { operators } from '../../../domain/operator/index.ts';
import { driversAt, type UnitSummary } from '../../../domain/unit/index.ts';
import { shownAllocation } from '../../shared/allocation/useAllocation.ts';
import { useSilence } from '../../shared/allocation/useSilence.ts';
import { useAnswer } from '../../shared/services/calls.ts';
import { SatelliteNotice } from '../../shared/device/SatelliteNotice.tsx';
import { GoneNotice } from '../../shared/gone/GoneNotice.tsx';
import { useFleet, type Problem } from '../../shared/services/fleet.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useMotionWord } from '../../shared/unit/useMotionWord.ts';
import { useMayIn } from '../../shared/services/mayIn.ts';
import { useSession } from '../../shared/services/session.ts';
import { useStore } from '../../shared/services/store.ts';
import { ProblemBanner } from '../../shared/ProblemView.tsx';
import { ZonesNow } from '../../shared/visits/ZonesNow.tsx';
import { UnitStatusChip } from '../../shared/unit/unitLook.tsx';
import { rowState } from '../list/unitRows.ts';
import { Fact } from '../../shared/Fact.tsx';
import { entityPaths } from '../../shared/entity/paths.ts';
import { useNow } from '../../shared/time/useNow.ts';
import { ShareButton } from '../../shared/share/ShareButton.tsx';
import { UnitAlarms } from '../alarms/UnitAlarms.tsx';
import { UnitCommands } from './UnitCommands.tsx';
import { UnitLinks } from './UnitLinks.tsx';
import { UnitSensors } from './UnitSensors.tsx';
import { UnitRun } from '../run/UnitRun.tsx';
import { useSlowly } from './useSlowly.ts';

export interface UnitDetailProps {
  readonly unitId: number;
  readonly following: boolean;
  readonly onFollow: (follow: boolean) => void;
  /** Brings the route of its run into sight; null or missing: nothing is drawn of it. */
  readonly onShowRun?: (() => void) | null;
  /** Back to the comparison of several units; null or missing: there is none. */
  readonly onBack?: (() => void) | null;
  readonly onClose: () => void;
}

/** The card of a unit: everything known of it at the shown instant, sensors included, with its age. */
export function UnitDetail({
  unitId,
  following,
  onFollow,
  onShowRun = null,
  onBack = null,
  onClose,
}: UnitDetailProps): ReactNode {
  const { t } = useTranslation();
  const services = useFleet();
  const { account } = useSession();
  const mayIn = useMayIn();
  const { byId } = useStore(services.units);
  const { instant, mode } = useSlowly(services.timeline, (state) => state);
  const unit = byId.get(unitId);
  useEffect(() => services.watch([unitId]), [services, unitId]);
  if (unit === undefined) return null;
  const { fleet } = services;
  const known = rowState(fleet, fleet.slotOf(unitId), instant) !== 'neverReported';
  return (
    <section className="unit-detail" aria-label={t('units.detail.title')}>
      <header className="unit-detail-head">
        {onBack !== null && <IconButton label={t('unitModes.compare.back')} icon={<BackIcon />} onPress={onBack} />}
        <h2>
          <bdi>{unit.name}</bdi>
        </h2>
        <IconButton
          label={following ? t('units.detail.stopFollowing') : t('units.detail.follow')}
          icon={<FollowIcon />}
          pressed={following}
          isDisabled={!known}
          onPress={() => onFollow(!following)}
        />
        <IconButton label={t('units.detail.close')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <Whereabouts unit={unit} instant={instant} />
      <UnitNotice unitId={unitId} />
      <UnitAlarms key={`alarms-${unitId}`} unitId={unitId} />
      <UnitRun key={`run-${unitId}`} unitId={unitId} onShow={onShowRun} />
      <UnitFacts unit={unit} />
      <UnitSensors key={`sensors-${unitId}`} unitId={unitId} live={mode === 'live'} instant={instant} />
      {(mayIn(unit, { resource: 'units', action: 'ec' }) || mayIn(unit, { resource: 'units', action: 'ch' })) && (
        <UnitCommands key={`commands-${unitId}`} unit={unit} />
      )}
      <UnitLinks unit={unit} />
      <ShareButton key={`share-${unitId}`} units={[unit]} look={{ size: 'compact' }} />
      {mayIn(unit, { resource: 'units', action: 'u' }) && shownAllocation(unit, account) === null && (
        <Rename key={`name-${unitId}`} unitId={unitId} name={unit.name} />
      )}
    </section>
  );
}

/** Why it has no trips, where that is so. */
function UnitNotice({ unitId }: { unitId: number }): ReactNode {
  const unitIds = useMemo(() => [unitId], [unitId]);
  return <SatelliteNotice unitIds={unitIds} />;
}

/** In the place of the card of a unit that went while it was looked at. */
export function GoneUnit({ unit, onClose }: { readonly unit: UnitSummary; readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <section className="unit-detail" aria-label={t('units.detail.title')}>
      <header className="unit-detail-head">
        <h2>
          <bdi>{unit.name}</bdi>
        </h2>
        <IconButton label={t('units.detail.close')} icon={<CloseIcon />} onPress={onClose} />
      </header>
      <GoneNotice name={unit.name} thing={unit} list="units" />
    </section>
  );
}

/** An address holds for a hundred metres or so, and is not asked for at every step of a unit that moves. */
const COARSE = 0.01;

/** Where it is, what it does, and how old that is. */
function Whereabouts({ unit, instant }: { unit: UnitSummary; instant: number }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const motionWord = useMotionWord();
  const { fleet } = useFleet();
  const slot = fleet.slotOf(unit.unit_id);
  const state = rowState(fleet, slot, instant);
  const known = state !== 'neverReported';
  const silence = useSilence(unit);
  const byHand = known ? null : fleet.handPlaceOf(slot);
  const [latitude, longitude] = known
    ? [fleet.latitudes[slot], fleet.longitudes[slot]]
    : [byHand?.latitude ?? 0, byHand?.longitude ?? 0];
  const address = useAnswer(
    'getAddresses',
    known || byHand !== null
      ? { points: [{ latitude: floorTo(latitude, COARSE), longitude: floorTo(longitude, COARSE) }] }
      : null,
  );
  const text = formats.coordinates(latitude, longitude);
  return (
    <>
      <div className="unit-detail-state">
        <StatusChip {...MOTION_LOOK[state]}>{known ? motionWord(state, slot, instant) : silence.state}</StatusChip>
        {known && (
          <span className="dim">{t('time.lastSeen', { time: formats.relative(fleet.times[slot], instant) })}</span>
        )}
        {byHand !== null && <span className="dim">{t('units.detail.setByHand')}</span>}
      </div>
      {known ? (
        <dl className="facts">
          <Fact label={t('units.detail.speed')}>
            <span className="figures">{formats.speed(fleet.speeds[slot])}</span>
          </Fact>
          <Fact label={t('units.detail.course')}>
            <span className="figures">{formats.course(fleet.courses[slot])}</span>
          </Fact>
          <PlaceFacts address={address.value?.addresses[0]} coordinates={text} />
          <ZonesNow unitId={unit.unit_id} instant={instant} />
          <Fact label={t('units.detail.lastSeen')}>
            <span className="figures">{formats.preciseTime(fleet.times[slot])}</span>
          </Fact>
        </dl>
      ) : byHand !== null ? (
        <>
          <p className="unit-detail-note">
            {silence.sentence} {t('units.detail.setByHandLead')}
          </p>
          <dl className="facts">
            <PlaceFacts address={address.value?.addresses[0]} coordinates={text} />
          </dl>
        </>
      ) : (
        <p className="unit-detail-note">
          {silence.sentence} {silence.rest}
        </p>
      )}
    </>
  );
}

/** The place in words and figures. */
function PlaceFacts({ address = '–', coordinates }: { address?: string; coordinates: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <Fact label={t('unitModes.card.address')}>
        <bdi>{address}</bdi>
      </Fact>
      <Fact label={t('units.detail.position')}>
        <bdi dir="ltr" className="figures">
          {coordinates}
        </bdi>
        <IconButton
          size="compact"
          label={t('units.detail.copyPosition')}
          icon={<CopyIcon />}
          onPress={() => void navigator.clipboard?.writeText(coordinates)}
        />
      </Fact>
    </>
  );
}

/** What it is, whose, and who holds it. */
function UnitFacts({ unit }: { unit: UnitSummary }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const key = useStore(useFleet().details).get(unit.unit_id)?.attributes.driver_key;
  const now = useNow();
  const { can } = useSession();
  const drivers = driversAt(unit, now);
  const { allocated_to: holder } = unit;
  return (
    <dl className="facts">
      <Fact label={t('unitModes.card.status')}>
        <UnitStatusChip status={unit.status} />
      </Fact>
      {drivers.length > 0 && (
        <Fact label={t('unitModes.card.driver')}>
          {drivers.map(({ binding_id: id, operator_id: operator, operator_name: name }, index) => (
            <Fragment key={id}>
              {index > 0 && ', '}
              {can(operators.needs.read) ? (
                <Link href={entityPaths(operators).view(operator)}>
                  <bdi>{name}</bdi>
                </Link>
              ) : (
                <bdi>{name}</bdi>
              )}
            </Fragment>
          ))}
        </Fact>
      )}
      {drivers.length === 0 && key !== undefined && !isNoKey(String(key)) && (
        <Fact label={t('unitModes.card.driver')}>
          <bdi dir="ltr" className="figures">
            {String(key)}
          </bdi>
        </Fact>
      )}
      <Fact label={t('unitModes.card.owner')}>
        <bdi>{unit.account_name || '–'}</bdi>
      </Fact>
      {holder && (
        <Fact label={t('unitModes.card.allocation')}>
          <bdi>
            {holder.end_date === null
              ? t('unitModes.card.untilEnd', { account: holder.account_name })
              : t('unitModes.card.until', {
                  account: holder.account_name,
                  time: formats.dateTime(fromIso(holder.end_date)),
                })}
          </bdi>
        </Fact>
      )}
      <Fact label={t('units.detail.kind')}>{t(`kind.${unit.kind}`)}</Fact>
      <Fact label={t('units.detail.deviceModel')}>
        <bdi>{unit.device_model || '–'}</bdi>
      </Fact>
      <Fact label={t('units.detail.identifiers')}>
        <bdi dir="ltr" className="figures">
          {unit.identifiers.join(', ') || '–'}
        </bdi>
      </Fact>
      {unit.labels?.length > 0 && (
        <Fact label={t('unitModes.card.labels')}>
          <span className="unit-labels">
            {unit.labels.map((label) => (
              <Badge key={label}>
                <bdi>{label}</bdi>
              </Badge>
            ))}
          </span>
        </Fact>
      )}
    </dl>
  );
}

const nameSchema = object({ name: requiredText(LENGTH.unitName) });

function Rename({ unitId, name }: { unitId: number; name: string }): ReactNode {
  const { t } = useTranslation();
  const { renameUnit } = useFleet();
  const [isOpen, setOpen] = useState(false);
  const [problem, setProblem] = useState<Problem | null>(null);
  const [busy, setBusy] = useState(false);
  if (!isOpen) return <RenameButton onStart={() => setOpen(true)} />;
  const close = (): void => {
    setOpen(false);
    setProblem(null);
  };
  const save = async (values: { name: string }): Promise<void> => {
    setBusy(true);
    const outcome = await renameUnit(unitId, values.name);
    setBusy(false);
    if (outcome.ok) close();
    else setProblem(outcome.problem);
  };
  return (
    <Form
      label={t('units.detail.rename')}
      initial={{ name }}
      schema={nameSchema}
      problems={problem?.fields}
      className="unit-rename"
      onSubmit={save}>
      {problem !== null && <ProblemBanner problem={problem} />}
      <FormTextField
        name="name"
        label={t('units.detail.newName')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.unitName)}
      />
      <div className="trackers-actions">
        <Button size="compact" onPress={close}>
          {t('common.cancel')}
        </Button>
        <Button size="compact" variant="primary" type="submit" busy={busy}>
          {t('common.save')}
        </Button>
      </div>
    </Form>
  );
}

function RenameButton({ onStart }: { onStart: () => void }): ReactNode {
  const { t } = useTranslation();
  return (
    <Button size="compact" variant="quiet" onPress={onStart}>
      {t('units.detail.rename')}
    </Button>
  );
}
