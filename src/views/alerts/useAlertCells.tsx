import { useMemo } from 'react';
import type { alerts } from '../../domain/alert/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { SeverityMark } from '../shared/alerts/SeverityMark.tsx';

/** Cells of alerts that differ from their columns' looks. */
export function useAlertCells(): Cells<typeof alerts> {
  const { t } = useTranslation();
  const formats = useFormats();
  return useMemo(() => {
    const yesNo = (value: boolean): string => t(value ? 'alerts.yes' : 'alerts.no');
    return {
      severity: {
        text: ({ severity }) => t(`alerts.filters.severity.${severity}`),
        cell: ({ severity }) => <SeverityMark severity={severity} />,
      },
      allow_child: { text: ({ allow_child }) => yesNo(allow_child) },
      auto_resolve: { text: ({ auto_resolve }) => yesNo(auto_resolve) },
      acknowledge_minutes: {
        text: ({ acknowledge_minutes }) =>
          acknowledge_minutes === null ? t('alerts.never') : formats.duration(acknowledge_minutes * 60_000),
      },
    };
  }, [t, formats]);
}
