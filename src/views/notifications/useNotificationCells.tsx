import { useMemo } from 'react';
import { isPersonal, type notifications } from '../../domain/notification/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { useUnitChoiceText } from '../shared/unit/useUnitChoiceText.ts';

/** Cells of notifications that differ from their columns' looks. */
export function useNotificationCells(): Cells<typeof notifications> {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const units = useUnitChoiceText();
  return useMemo(() => {
    const list = new Intl.ListFormat(i18n.language, { type: 'unit' });
    const count = (key: string, many: number): string => t(`notifications.counts.${key}`, { count: many });
    const some = (...parts: readonly (readonly [key: string, many: number])[]): string =>
      list.format(parts.filter(([, many]) => many > 0).map(([key, many]) => count(key, many)));
    return {
      channels: { text: ({ channels }) => list.format(channels.map((each) => t(`notifications.channels.${each}`))) },
      occasions: {
        text: ({ occasions }) => list.format(occasions.map((each) => t(`notifications.occasions.${each}`))),
      },
      all_alerts: {
        text: ({ all_alerts, alert_ids }) =>
          all_alerts ? t('notifications.allAlerts') : count('alerts', alert_ids.length),
      },
      all_units: { text: units },
      recipients: {
        // A webhook or a device is no person.
        text: ({ channels, recipients, user_ids, role_ids }) =>
          !channels.some(isPersonal)
            ? '–'
            : recipients === 'all'
              ? t('notifications.everybody')
              : some(['people', user_ids.length], ['roles', role_ids.length]),
      },
      failed: { text: ({ failed }) => formats.number(failed) },
    };
  }, [t, i18n, formats, units]);
}
