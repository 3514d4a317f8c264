import type { ReactNode } from 'react';
import { serviceReminders, type ServiceReminder } from '../../domain/maintenance/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { LinkButton, Panel, ServiceIcon } from '../../ui/index.ts';
import { EntityPage } from '../shared/entity/index.ts';
import { ServiceParts, partsOf } from '../shared/maintenance/index.ts';
import { useMayIn } from '../shared/services/mayIn.ts';
import { LastServices } from './LastServices.tsx';
import { Losing } from './Losing.tsx';
import { useServiceCells } from './useServiceCells.tsx';

/** One reminder: what is left of it, and what was done. */
export default function ServiceViewScreen(): ReactNode {
  return (
    <EntityPage
      entity={serviceReminders}
      cells={useServiceCells()}
      tools={(row) => <EnterService reminder={row} />}
      deletion={(rows) => <Losing reminders={rows} />}>
      {(row) => (
        <>
          <Left reminder={row} />
          <LastServices reminder={row} />
        </>
      )}
    </EntityPage>
  );
}

function EnterService({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  const mayIn = useMayIn();
  return (
    mayIn(reminder, serviceReminders.needs.change) && (
      <LinkButton
        href={`/maintenance-reminder/${reminder.service_reminder_id}/bill`}
        icon={<ServiceIcon aria-hidden="true" />}>
        {t('service_reminders.enter')}
      </LinkButton>
    )
  );
}

function Left({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  if (partsOf(reminder).length === 0) return null;
  return (
    <Panel title={t('service_reminders.since')}>
      <ServiceParts reminder={reminder} />
      {reminder.every_km !== null && <p className="dim">{t('service_reminders.counted')}</p>}
    </Panel>
  );
}
