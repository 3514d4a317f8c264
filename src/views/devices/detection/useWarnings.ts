import { useFormikContext } from 'formik';
import { useMemo } from 'react';
import {
  pointsOfTrack,
  sampleReports,
  tripDetectorSchema,
  warningsFor,
  type TripDetectorSettings,
  type TripDetectorWarning,
} from '../../../domain/detection/index.ts';
import { SECOND } from '../../../domain/base/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { TuningDay } from './tuning/useTuningDay.ts';

/**
 * What speaks against the settings as they are typed, in words at their fields; checked by the chosen day's reports
 * where there are any.
 */
export function useWarnings({ data }: TuningDay): Partial<Record<keyof TripDetectorSettings, string>> {
  const { t } = useTranslation();
  const formats = useFormats();
  const { values } = useFormikContext<TripDetectorSettings>();
  const reports = data.state === 'ready' ? data.reports : null;
  const sample = useMemo(() => reports && sampleReports(pointsOfTrack(reports.track, reports.inputs)), [reports]);
  if (!tripDetectorSchema.isValidSync(values)) return {};
  const words = ({ code, values: figures }: TripDetectorWarning): string =>
    t(`detection.warnings.${code}`, {
      bound: formats.number(figures.bound),
      usual: formats.number(figures.usual),
      share: formats.percent(figures.share),
      fixes: formats.number(figures.fixes),
      interval: formats.duration(figures.interval * SECOND),
      speed: formats.speed(figures.speed),
      metres: formats.distance(figures.bound),
      seconds: formats.duration(figures.bound * SECOND),
    });
  return Object.fromEntries(
    warningsFor(tripDetectorSchema.validateSync(values), sample).map((warning) => [warning.setting, words(warning)]),
  );
}
