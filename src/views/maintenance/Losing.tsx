import type { ReactNode } from 'react';
import type { ServiceReminder } from '../../domain/maintenance/index.ts';
import { useTranslation } from '../../i18n/index.ts';

/** Said before reminders are deleted: what was done goes with them. */
export function Losing({ reminders }: { reminders: readonly Pick<ServiceReminder, 'done_count'>[] }): ReactNode {
  const { t } = useTranslation();
  const count = reminders.reduce((sum, { done_count: done }) => sum + done, 0);
  return count > 0 && <p>{t('service_reminders.losing', { count })}</p>;
}
