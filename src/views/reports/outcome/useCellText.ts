import { useMemo } from 'react';
import type { ReportLook, ReportValue } from '../../../domain/report/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { useDayText } from '../useReportCells.tsx';

/** Values of rows in the words of the language. */
export function useCellText(): (value: ReportValue | undefined, look: ReportLook) => string {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const day = useDayText();
  return useMemo(() => {
    const measured = (value: number, look: ReportLook): string =>
      `${formats.number(value, 1)} ${t(`reports.measures.${look}`)}`;
    const unit = (name: 'hour' | 'minute'): Intl.NumberFormat =>
      new Intl.NumberFormat(i18n.language, { style: 'unit', unit: name, unitDisplay: 'short' });
    const [hours, minutes] = [unit('hour'), unit('minute')];
    // Working hours are added up and compared: never in days.
    const duration = (seconds: number): string => {
      const all = Math.round(seconds / 60);
      const parts = [...(all >= 60 ? [hours.format(Math.floor(all / 60))] : []), minutes.format(all % 60)];
      return parts.join(' ');
    };
    const figures: Readonly<Partial<Record<ReportLook, (value: number) => string>>> = {
      time: (value) => formats.dateTime(value),
      distance: (value) => formats.distance(value),
      duration,
      speed: (value) => formats.speed(value),
      count: (value) => formats.number(value),
    };
    return (value, look) => {
      if (value === null || value === undefined || value === '') return '';
      if (look === 'word') return t(`reports.words.${value}`);
      if (look === 'day') return day(String(value));
      if (typeof value === 'string') return value;
      return (figures[look] ?? ((figure: number) => measured(figure, look)))(value);
    };
  }, [t, i18n, formats, day]);
}
