import { useMemo } from 'react';
import { fromIso } from '../../domain/base/index.ts';
import type { GenerationState, reports, ReportForm } from '../../domain/report/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { StatusChip, type StatusShape, type StatusTone } from '../../ui/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { useUnitChoiceText } from '../shared/unit/useUnitChoiceText.ts';

/** How states of generations look. */
export const STATE_LOOKS: Readonly<Record<GenerationState, { tone: StatusTone; shape: StatusShape }>> = {
  generating: { tone: 'info', shape: 'hollow' },
  done: { tone: 'normal', shape: 'disc' },
  failed: { tone: 'critical', shape: 'square' },
  time_exceeded: { tone: 'serious', shape: 'square' },
  cancelled: { tone: 'off', shape: 'crossed' },
};

/** A calendar day as the account writes dates, the same in every time zone. */
export function useDayText(): (day: string) => string {
  const { i18n } = useTranslation();
  return useMemo(() => {
    const format = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' });
    return (day) => (day === '' ? '' : format.format(new Date(`${day}T00:00:00Z`)));
  }, [i18n.language]);
}

/** The days of a report in words. */
function usePeriodText(): (form: Pick<ReportForm, 'period' | 'from_day' | 'to_day'>) => string {
  const { t } = useTranslation();
  const day = useDayText();
  return useMemo(
    () =>
      ({ period, from_day: from, to_day: to }) =>
        period === 'own'
          ? t('reports.ownPeriod', { from: day(from ?? ''), to: day(to ?? '') })
          : t(`datePresets.${period}`),
    [t, day],
  );
}

/** Cells of reports that differ from their columns' looks. */
export function useReportCells(): Cells<typeof reports> {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const period = usePeriodText();
  const units = useUnitChoiceText();
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
    const stateText = (state: GenerationState | null): string =>
      state === null ? t('reports.never') : t(`reports.states.${state}`);
    return {
      type: { text: ({ type }) => t(`reports.types.${type}`) },
      state: {
        text: ({ state }) => stateText(state),
        cell: ({ state }) =>
          state === null ? (
            <span className="dim">{stateText(state)}</span>
          ) : (
            <StatusChip {...STATE_LOOKS[state]}>{stateText(state)}</StatusChip>
          ),
      },
      generated_at: { text: ({ generated_at: at }) => (at === null ? '' : formats.dateTime(fromIso(at))) },
      period: { text: period },
      all_units: { text: units },
      by_shift: {
        text: ({ by_shift: isShift, shift_from: from, shift_to: to }) =>
          isShift ? t('reports.ownPeriod', { from, to }) : t('reports.wholeDays'),
      },
      formats: { text: (row) => list.format(row.formats.map((each) => t(`reports.formats.${each}`))) },
    };
  }, [t, i18n, formats, period, units]);
}
