import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import {
  fuelPresent,
  fuelSettingsSchema,
  type FuelPresent,
  type FuelSettings,
} from '../../../../domain/detection/index.ts';
import type { DetectionSettings } from '../settings.ts';
import { useDetectionTexts, type DetectionTexts } from '../useDetectionTexts.ts';
import { NOTHING_NOW, nowOf, type Now, type NowOf } from './now.ts';
import type { Present } from './usePresent.ts';

export interface FuelNow {
  readonly lines: NowOf;
  /** What is in the tanks, by their sensors' names; null where nothing was reported. */
  readonly levels: string | null;
}

const NO_FUEL: FuelNow = { lines: NOTHING_NOW, levels: null };

/** What the fuel settings, as they are typed, say of the device's last levels. */
export function useFuelNow({ reports, sensors }: Present, saved: DetectionSettings): FuelNow {
  const texts = useDetectionTexts();
  const { values } = useFormikContext<FuelSettings>();
  return useMemo(() => {
    if (reports === null || !fuelSettingsSchema.isValidSync(values)) return NO_FUEL;
    const settings = fuelSettingsSchema.validateSync(values);
    const present = fuelPresent(reports, saved.filters, saved.trips, settings);
    if (present === null) return NO_FUEL;
    const names = sensors.filter(({ type }) => type === 'fuel_level').map(({ name }) => name);
    return { lines: linesOf(present, settings, texts), levels: levelsOf(present, names, texts) };
  }, [reports, sensors, saved, values, texts]);
}

function levelsOf({ tanks }: FuelPresent, names: readonly string[], { t, litres }: DetectionTexts): string {
  const words = (level: number): string => (Number.isNaN(level) ? t('detection.now.notReported') : litres(level));
  return tanks
    .map((level, tank) =>
      tank < names.length ? t('detection.now.tank', { name: names[tank], level: words(level) }) : words(level),
    )
    .join(' · ');
}

function linesOf(
  { tanks, lost, won }: FuelPresent,
  { theft, refill, threshold }: FuelSettings,
  { t, litres }: DetectionTexts,
): NowOf {
  const says = (value: string, verdict: string, holds: boolean): Now => ({
    value,
    verdict: t(`detection.now.${verdict}`),
    holds,
  });
  const known = tanks.filter((level) => !Number.isNaN(level));
  const [lowest, highest] = [Math.min(...known), Math.max(...known)];
  const bounded = (level: number, isWithin: boolean): Now =>
    says(litres(level), isWithin ? 'counts' : 'leftOut', isWithin);
  return nowOf({
    'theft.min_theft': theft.enable
      ? says(
          t('detection.now.lost', { litres: litres(lost) }),
          lost >= theft.min_theft ? 'theft' : 'noTheft',
          lost >= theft.min_theft,
        )
      : null,
    'refill.min_refill': refill.enable
      ? says(
          t('detection.now.won', { litres: litres(won) }),
          won >= refill.min_refill ? 'refill' : 'noRefill',
          won >= refill.min_refill,
        )
      : null,
    'threshold.min_threshold': threshold?.enable ? bounded(lowest, lowest >= threshold.min_threshold) : null,
    'threshold.max_threshold': threshold?.enable ? bounded(highest, highest <= threshold.max_threshold) : null,
  });
}
