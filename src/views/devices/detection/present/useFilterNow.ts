import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import {
  filterPresent,
  filterSettingsSchema,
  type FilterPresent,
  type FilterSettings,
} from '../../../../domain/detection/index.ts';
import { useDetectionTexts, type DetectionTexts } from '../useDetectionTexts.ts';
import { NOTHING_NOW, nowOf, type Now, type NowOf } from './now.ts';
import type { Present } from './usePresent.ts';

export interface FilterNow {
  readonly lines: NowOf;
  /** What the filters together say of the last report. */
  readonly verdict: string | null;
}

const NO_REPORT: FilterNow = { lines: NOTHING_NOW, verdict: null };

/** What the filters, as they are typed, say of the device's last report. */
export function useFilterNow({ reports }: Present): FilterNow {
  const texts = useDetectionTexts();
  const { values } = useFormikContext<FilterSettings>();
  return useMemo(() => {
    if (reports === null || !filterSettingsSchema.isValidSync(values)) return NO_REPORT;
    const settings = filterSettingsSchema.validateSync(values);
    const present = filterPresent(reports, settings);
    const { t, words } = texts;
    const verdict =
      present.verdict === 'valid'
        ? t('detection.now.reportCounts')
        : t('detection.now.reportRefused', { reason: words.refused(present.verdict) });
    return { lines: linesOf(present, settings, texts), verdict };
  }, [reports, values, texts]);
}

function linesOf(present: FilterPresent, settings: FilterSettings, texts: DetectionTexts): NowOf {
  const { point, verdict, received } = present;
  const { t, formats } = texts;
  const says = (value: string, isValid: boolean): Now => ({
    value,
    verdict: t(`detection.now.${isValid ? 'counts' : 'leftOut'}`),
    holds: isValid,
  });
  const ahead = point.time - received;
  /** A figure against a bound that 0 turns off. */
  const bounded = (value: string, bound: number, isValid: boolean): Now =>
    bound === 0 ? { value, verdict: t('detection.now.notChecked') } : says(value, isValid);
  const figure = (value: number, words: (known: number) => string): string =>
    Number.isNaN(value) ? t('detection.now.notReported') : words(value);
  const speed = figure(point.speed, formats.speed);
  return nowOf({
    skip_zero: point.hasPosition
      ? says(formats.coordinates(point.latitude, point.longitude), verdict !== 'zero')
      : null,
    skip_future: says(
      t(`detection.now.${ahead > 0 ? 'ahead' : 'behind'}`, { duration: formats.duration(Math.abs(ahead)) }),
      verdict !== 'future',
    ),
    max_speed: bounded(speed, settings.max_speed, verdict !== 'speed'),
    min_satellites: bounded(
      figure(point.satellites < 0 ? Number.NaN : point.satellites, formats.number),
      settings.min_satellites,
      point.satellites < 0 || point.satellites >= settings.min_satellites,
    ),
    // A figure that was not reported meets every bound: no comparison with it is true.
    max_hdop: bounded(
      figure(point.hdop, (value) => formats.number(value, 1)),
      settings.max_hdop,
      !(point.hdop > settings.max_hdop),
    ),
    max_accuracy: bounded(
      figure(point.accuracy, formats.distance),
      settings.max_accuracy,
      !(point.accuracy > settings.max_accuracy),
    ),
    ...driftLines(present, settings, texts),
  });
}

function driftLines(
  { point, wandered, verdict }: FilterPresent,
  { static_drift }: FilterSettings,
  { t, formats }: DetectionTexts,
): Record<string, Now | null> {
  if (!static_drift.enable || Number.isNaN(wandered)) return {};
  const drifts = verdict === 'drift';
  const said = t(`detection.now.${drifts ? 'putBack' : wandered === 0 ? 'inPlace' : 'move'}`);
  return {
    'static_drift.distance': { value: formats.distance(wandered), verdict: said, holds: drifts },
    'static_drift.speed': Number.isNaN(point.speed)
      ? null
      : { value: formats.speed(point.speed), verdict: said, holds: drifts },
  };
}
