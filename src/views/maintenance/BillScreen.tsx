import { useState, type ReactNode } from 'react';
import { toIso } from '../../domain/base/index.ts';
import {
  serviceDoneSchema,
  serviceReminders,
  type ServiceDone,
  type ServiceReminder,
} from '../../domain/maintenance/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormNumberField } from '../../ui/forms/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { BeyondReach } from '../shared/BeyondReach.tsx';
import { EntityScreen, entityPaths } from '../shared/entity/index.ts';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import { FormButtons } from '../shared/form/FormButtons.tsx';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { useMayIn } from '../shared/services/mayIn.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { FormDateTimeField } from '../shared/time/FormDateTimeField.tsx';
import { useNow } from '../shared/time/useNow.ts';
import { BillFields } from './BillFields.tsx';
import './maintenance.css';

/** Enters that a service was done, with its bill. */
export default function BillScreen(): ReactNode {
  const mayIn = useMayIn();
  return (
    <EntityScreen entity={serviceReminders}>
      {(reminder) =>
        mayIn(reminder, serviceReminders.needs.change) ? (
          <Bill key={reminder.service_reminder_id} reminder={reminder} />
        ) : (
          <BeyondReach
            href={entityPaths(serviceReminders).view(reminder.service_reminder_id)}
            name={reminder.name}
            account={reminder.account_name}
          />
        )
      }
    </EntityScreen>
  );
}

function Bill({ reminder }: { reminder: ServiceReminder }): ReactNode {
  const { t } = useTranslation();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const now = useNow();
  const id = reminder.service_reminder_id;
  const [began] = useState((): ServiceDone => ({
    ...serviceDoneSchema.getDefault(),
    done_at: toIso(now),
    odometer: counterNow(reminder.last_km, reminder.every_km, reminder.left_km),
    engine_hours: counterNow(reminder.last_hours, reminder.every_hours, reminder.left_hours),
    work: reminder.work,
    currency: reminder.currency,
  }));
  const page = entityPaths(serviceReminders).view(id);
  const save = async (values: ServiceDone): Promise<boolean> => {
    const record = await act.run('completeService', { ...values, service_reminder_id: id });
    if (record === null) return false;
    notify.done(t('service_reminders.entered', { name: reminder.name }));
    goOn(page);
    return true;
  };
  const nameOf = (field: string): string => t(`service_reminders.bill.${field}`);
  return (
    <div className="entity-screen">
      <h1 className="page-title">
        {t('service_reminders.enter')}: <bdi>{reminder.name}</bdi>
      </h1>
      <DraftForm<ServiceDone>
        draftKey={`service.${id}`}
        initial={began}
        schema={serviceDoneSchema}
        nameOf={nameOf}
        problem={act.problem}
        onSubmit={save}
        label={t('service_reminders.enter')}
        className="entity-form">
        <Panel title={t('service_reminders.done')}>
          <div className="entity-fields">
            <FormDateTimeField name="done_at" label={nameOf('done_at')} required />
            <div className="service-interval">
              <FormNumberField
                name="odometer"
                label={nameOf('odometer')}
                measure={t('service_reminders.units.km')}
                hint={t('service_reminders.counterHint')}
              />
              <FormNumberField
                name="engine_hours"
                label={nameOf('engine_hours')}
                measure={t('service_reminders.units.hours')}
                hint={t('service_reminders.counterHint')}
              />
            </div>
            <LabelsField name="work" label={nameOf('work')} hint={t('service_reminders.workDoneHint')} />
          </div>
        </Panel>
        <Panel title={t('service_reminders.billTitle')}>
          <BillFields />
        </Panel>
        <FormButtons busy={act.busy} onCancel={() => goOn(page)} isBar />
      </DraftForm>
    </div>
  );
}

/** What the vehicle's own counter should say by now; null where nobody said what it was. */
function counterNow(last: number | null, every: number | null, left: number | null): number | null {
  return last === null || every === null || left === null ? null : Math.round(last + every - left);
}
