import type { serviceReminders, ServiceMeasure, ServiceReminder } from '../../domain/maintenance/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Link } from '../../ui/index.ts';
import type { Cells } from '../shared/entity/index.ts';
import { ServiceStateMark, partsOf, useServiceWords } from '../shared/maintenance/index.ts';

/** Reminders in lists and on their pages: their state in words, the unit as a link to it. */
export function useServiceCells(): Cells<typeof serviceReminders> {
  const { t } = useTranslation();
  const words = useServiceWords();
  const left = (measure: ServiceMeasure, field: 'left_km' | 'left_hours' | 'left_days') => ({
    text: ({ [field]: value }: ServiceReminder) => (value === null ? '' : words.left({ measure, left: value })),
  });
  return {
    unit_name: {
      text: ({ unit_name: name }) => name,
      cell: ({ unit_id: id, unit_name: name }) =>
        id === null || name === '' ? (
          <span className="dim">{t('service_reminders.noUnit')}</span>
        ) : (
          <Link href={`/unit/${id}`}>
            <bdi>{name}</bdi>
          </Link>
        ),
    },
    state: {
      text: (reminder) => [words.state(reminder.state), ...partsOf(reminder).slice(0, 1).map(words.left)].join(', '),
      cell: (reminder) => (
        <>
          <ServiceStateMark state={reminder.state} />{' '}
          {partsOf(reminder)
            .slice(0, 1)
            .map((part) => (
              <span key={part.measure} className="dim figures">
                {words.left(part)}
              </span>
            ))}
        </>
      ),
    },
    left_km: left('km', 'left_km'),
    left_hours: left('hours', 'left_hours'),
    left_days: left('days', 'left_days'),
  };
}
