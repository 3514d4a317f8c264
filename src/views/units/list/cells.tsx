import type { ReactNode } from 'react';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { Badge, StatusChip } from '../../../ui/index.ts';
import { driverNames, type UnitSummary } from '../../../domain/unit/index.ts';
import type { FleetColumns } from '../../../streams/pipeline/index.ts';
import { shownAllocation } from '../../shared/allocation/useAllocation.ts';
import { ColouredLabel } from '../../shared/form/LabelBadges.tsx';
import { useLabelColours } from '../../shared/form/labelColours.ts';
import { useSession } from '../../shared/services/session.ts';
import { MOTION_LOOK } from '../../shared/unit/motionLook.ts';
import { useMotionWord } from '../../shared/unit/useMotionWord.ts';
import { UnitStatusChip } from '../../shared/unit/unitLook.tsx';
import { rowState, type RowState } from './unitRows.ts';

export type UnitColumn =
  | 'name'
  | 'state'
  | 'speed'
  | 'lastSeen'
  | 'status'
  | 'account'
  | 'device'
  | 'identifier'
  | 'kind'
  | 'position'
  | 'labels'
  | 'allocated'
  | 'driver';

/**
 * What a unit does, in a word. Right after an allocation the account does not see that it never reported:
 * only since then do its reports show.
 */
export function useStateWord(): (unit: UnitSummary, state: RowState, slot: number, now: number) => string {
  const { t } = useTranslation();
  const { account } = useSession();
  const motionWord = useMotionWord();
  return (unit, state, slot, now) =>
    state === 'neverReported' && shownAllocation(unit, account) !== null
      ? t('gone.nothingYet')
      : motionWord(state, slot, now);
}

/** One cell of a unit's row, for the list and for the panel beside the map. */
export function useUnitCell(fleet: FleetColumns, now: number): (unit: UnitSummary, column: UnitColumn) => ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { account } = useSession();
  const stateWord = useStateWord();
  const colours = useLabelColours('units');
  return (unit, column) => {
    const slot = fleet.slotOf(unit.unit_id);
    const known = slot >= 0 && fleet.times[slot] > 0;
    switch (column) {
      case 'name':
        return (
          <bdi className="unit-name" title={unit.name}>
            {unit.name}
          </bdi>
        );
      case 'state': {
        const state = rowState(fleet, slot, now);
        return (
          <StatusChip plain {...MOTION_LOOK[state]}>
            {stateWord(unit, state, slot, now)}
          </StatusChip>
        );
      }
      case 'speed':
        return known ? <span className="figures">{formats.speed(fleet.speeds[slot])}</span> : null;
      case 'lastSeen':
        return (
          <span className="figures dim">
            {known
              ? formats.relative(fleet.times[slot], now)
              : t(shownAllocation(unit, account) === null ? 'time.never' : 'gone.nothingYet')}
          </span>
        );
      case 'status':
        // As it should be in nearly every row: said to those who listen, not shown.
        return unit.status === 'active' ? (
          <span className="visually-hidden">{t('unitStatus.active')}</span>
        ) : (
          <UnitStatusChip status={unit.status} />
        );
      case 'account':
        return <bdi>{unit.account_name}</bdi>;
      case 'device':
        return <bdi>{unit.device_model}</bdi>;
      case 'identifier':
        return (
          <bdi dir="ltr" className="figures">
            {unit.identifiers.join(', ')}
          </bdi>
        );
      case 'kind':
        return t(`kind.${unit.kind}`);
      case 'position': {
        const place = fleet.handPlaceOf(slot);
        if (place !== null)
          return (
            <span className="dim">
              <bdi dir="ltr" className="figures">
                {formats.coordinates(place.latitude, place.longitude)}
              </bdi>{' '}
              · {t('units.detail.setByHand')}
            </span>
          );
        return known ? (
          <bdi dir="ltr" className="figures dim">
            {formats.coordinates(fleet.latitudes[slot], fleet.longitudes[slot])}
          </bdi>
        ) : null;
      }
      case 'labels':
        return (
          <span className="unit-labels">
            {unit.labels.map((label) => (
              <Badge key={label}>
                <ColouredLabel label={label} colours={colours} />
              </Badge>
            ))}
          </span>
        );
      case 'allocated':
        return unit.allocated_to === null ? null : <bdi>{unit.allocated_to.account_name}</bdi>;
      case 'driver':
        return <bdi>{driverNames(unit, now)}</bdi>;
    }
  };
}

/** The same as text, for the export. */
export function useUnitText(fleet: FleetColumns): (unit: UnitSummary, column: UnitColumn, now: number) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const stateWord = useStateWord();
  return (unit, column, now) => {
    const slot = fleet.slotOf(unit.unit_id);
    const known = slot >= 0 && fleet.times[slot] > 0;
    switch (column) {
      case 'name':
        return unit.name;
      case 'state':
        return stateWord(unit, rowState(fleet, slot, now), slot, now);
      case 'speed':
        return known ? formats.speed(fleet.speeds[slot]) : '';
      case 'lastSeen':
        return known ? formats.preciseTime(fleet.times[slot]) : '';
      case 'status':
        return t(`unitStatus.${unit.status}`);
      case 'account':
        return unit.account_name;
      case 'device':
        return unit.device_model;
      case 'identifier':
        return unit.identifiers.join(', ');
      case 'kind':
        return t(`kind.${unit.kind}`);
      case 'position': {
        const place = fleet.handPlaceOf(slot);
        if (place !== null)
          return `${formats.coordinates(place.latitude, place.longitude)} (${t('units.detail.setByHand')})`;
        return known ? formats.coordinates(fleet.latitudes[slot], fleet.longitudes[slot]) : '';
      }
      case 'labels':
        return unit.labels.join(', ');
      case 'allocated':
        return unit.allocated_to?.account_name ?? '';
      case 'driver':
        return driverNames(unit, now);
    }
  };
}
