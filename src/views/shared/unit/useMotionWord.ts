import { floorTo, MINUTE, type Instant } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useFleet } from '../services/fleet.ts';
import type { UnitState } from './motionLook.ts';

/** What a unit does, in words; of one that idles too long also for how long, in whole minutes. */
export function useMotionWord(): (state: UnitState, slot: number, now: Instant) => string {
  const { t } = useTranslation();
  const formats = useFormats();
  const { fleet } = useFleet();
  return (state, slot, now) =>
    state === 'idlingLong'
      ? t('motion.idlingFor', { time: formats.duration(floorTo(now - fleet.idleSince[slot], MINUTE)) })
      : t(`motion.${state}`);
}
