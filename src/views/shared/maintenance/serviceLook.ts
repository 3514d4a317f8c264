import type { ServiceMeasure, ServiceReminder, ServiceState } from '../../../domain/maintenance/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import type { StatusShape, StatusTone } from '../../../ui/index.ts';

/** How a state looks; as it should be, it needs nobody. */
export const SERVICE_LOOKS: Readonly<Record<ServiceState, { readonly tone: StatusTone; readonly shape: StatusShape }>> =
  {
    paused: { tone: 'off', shape: 'pause' },
    ok: { tone: 'neutral', shape: 'disc' },
    soon: { tone: 'caution', shape: 'disc' },
    due: { tone: 'serious', shape: 'square' },
    overdue: { tone: 'critical', shape: 'square' },
  };

/** What a service is due by, with the interval and what is left of it; a measure that does not count is left out. */
export interface ServicePart {
  readonly measure: ServiceMeasure;
  readonly every: number;
  readonly left: number;
}

const PARTS = [
  ['km', 'every_km', 'left_km'],
  ['hours', 'every_hours', 'left_hours'],
  ['days', 'every_days', 'left_days'],
] as const satisfies readonly (readonly [ServiceMeasure, keyof ServiceReminder, keyof ServiceReminder])[];

/** The parts of a service, the nearest to its end first. */
export const partsOf = (reminder: ServiceReminder): readonly ServicePart[] =>
  PARTS.flatMap(([measure, every, left]) => {
    const [interval, rest] = [reminder[every], reminder[left]];
    return interval === null || rest === null ? [] : [{ measure, every: interval, left: rest }];
  }).toSorted((a, b) => a.left / a.every - b.left / b.every);

/** Words for maintenance: figures with their measure, what is left, and days of the calendar. */
export function useServiceWords() {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const figure = (measure: ServiceMeasure, value: number): string =>
    t(`service_reminders.measures.${measure}`, { count: Math.round(value), value: formats.number(Math.round(value)) });
  return {
    figure,
    /** "1,200 km left", "3 days over". */
    left: ({ measure, left }: Pick<ServicePart, 'measure' | 'left'>): string =>
      t(`service_reminders.${left < 0 ? 'over' : 'left'}`, { figure: figure(measure, Math.abs(left)) }),
    state: (state: ServiceState): string => t(`service_reminders.states.${state}`),
    /** A day of the calendar is the same in every time zone. */
    day: (day: string): string =>
      new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium', timeZone: 'UTC' }).format(
        new Date(`${day}T00:00:00Z`),
      ),
    /** With what was entered behind the point, also where the currency has no coins. */
    cost: (cost: number, currency: string): string =>
      currency === ''
        ? formats.number(cost, 2)
        : new Intl.NumberFormat(i18n.language, { style: 'currency', currency, maximumFractionDigits: 3 }).format(cost),
  };
}
