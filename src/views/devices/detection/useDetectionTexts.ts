import { useMemo } from 'react';
import { SECOND } from '../../../domain/base/index.ts';
import type { Discarded, FilterReason, FuelEvent } from '../../../domain/detection/index.ts';
import type { DetectionReason } from '../../../domain/unitEvent/index.ts';
import { useFormats, useTranslation, type Formats, type Translate } from '../../../i18n/index.ts';
import { endReasonText, startReasonText } from '../../shared/unit/tripReasons.ts';

/** Why detection found what it found, in words with the figures that decided. */
interface ReasonWords {
  started(reason: DetectionReason): string;
  /** Null: it has not ended. */
  ended(reason: DetectionReason | null): string;
  /** Which bounds a candidate missed. */
  missed(shortfalls: Discarded['missed']): string;
  fuel(
    event: Pick<FuelEvent, 'kind' | 'reason' | 'expected' | 'doubts' | 'start' | 'end' | 'startLevel' | 'endLevel'>,
  ): string[];
  refused(reason: FilterReason): string;
}

/** The words in the language of the page. */
function useReasonWords(): ReasonWords {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const litres = (value: number): string => t('measure.litres', { value: formats.number(value, 1) });
    return {
      started(reason) {
        const { key, values } = startReasonText(reason, formats);
        return t(key, values);
      },
      ended(reason) {
        const { key, values } = endReasonText(reason, formats);
        return t(key, values);
      },
      missed: (shortfalls) =>
        shortfalls
          .map(({ setting, value, bound }) => {
            const words = (figure: number): string =>
              setting === 'min_trip_time' ? formats.duration(figure * SECOND) : formats.distance(figure);
            return t(`detection.missed.${setting}`, { value: words(value), bound: words(bound) });
          })
          .join(' '),
      fuel({ kind, reason, expected, doubts, start, end, startLevel, endLevel }) {
        const { unexplained, bound, window } = reason.values;
        const figures = {
          unexplained: litres(unexplained),
          bound: litres(bound),
          window: formats.duration(window * SECOND),
          expected: litres(expected),
          span: formats.duration(end - start),
          before: litres(startLevel),
          after: litres(endLevel),
        };
        return [
          t(`detection.fuelReasons.${kind === 'fault' ? reason.code : kind}`, figures),
          ...doubts.map((doubt) => t(`detection.doubts.${doubt}`)),
        ];
      },
      refused: (reason) => t(`detection.refusals.${reason}`),
    };
  }, [t, formats]);
}

/** What turns findings into words. */
export interface DetectionTexts {
  readonly t: Translate;
  readonly formats: Formats;
  readonly words: ReasonWords;
  litres(value: number): string;
}

/** Texts, figures and reasons in the language of the page. */
export function useDetectionTexts(): DetectionTexts {
  const { t } = useTranslation();
  const formats = useFormats();
  const words = useReasonWords();
  return useMemo(
    () => ({
      t: (key, values) => t(key, values ?? {}),
      formats,
      words,
      litres: (value) => t('measure.litres', { value: formats.number(value, 1) }),
    }),
    [t, formats, words],
  );
}
