import type { ReactNode } from 'react';
import type { UnitKind, UnitStatus } from '../../../domain/unit/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import {
  AssetIcon,
  BoatIcon,
  BusIcon,
  CarIcon,
  MachineIcon,
  MotorcycleIcon,
  StatusChip,
  UnitIcon,
  VanIcon,
  type IconType,
  type StatusShape,
  type StatusTone,
} from '../../../ui/index.ts';

/** A picture of each kind of unit. */
export const KIND_ICONS: Readonly<Record<UnitKind, IconType>> = {
  car: CarIcon,
  van: VanIcon,
  truck: UnitIcon,
  bus: BusIcon,
  motorcycle: MotorcycleIcon,
  machine: MachineIcon,
  asset: AssetIcon,
  boat: BoatIcon,
};

const LOOK: Readonly<Record<UnitStatus, { readonly shape: StatusShape; readonly tone: StatusTone }>> = {
  active: { shape: 'disc', tone: 'neutral' },
  inactive: { shape: 'hollow', tone: 'off' },
  damaged: { shape: 'square', tone: 'caution' },
  blocked: { shape: 'crossed', tone: 'critical' },
};

/** A unit's status by shape, hue and word. */
export function UnitStatusChip({ status }: { status: UnitStatus }): ReactNode {
  const { t } = useTranslation();
  return (
    <StatusChip plain {...LOOK[status]}>
      {t(`unitStatus.${status}`)}
    </StatusChip>
  );
}
