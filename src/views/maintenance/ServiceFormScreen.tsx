import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import {
  NEXT_SERVICE,
  SERVICE_MEASURES,
  serviceReminders,
  type ServiceMeasure,
} from '../../domain/maintenance/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormNumberField, FormRadioGroup, FormTextField } from '../../ui/forms/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityForm, EntityGroupsField, EntityStatusField, useEntityWords } from '../shared/entity/index.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { FormDayField } from '../shared/time/FormTimes.tsx';
import { UnitOfReminder } from './UnitOfReminder.tsx';
import './maintenance.css';

/** Adds a maintenance reminder, or changes one. A unit's page opens it for that unit (`?unit=`). */
export default function ServiceFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(serviceReminders);
  const { query } = useScreenPath();
  const unit = Number(query.get('unit'));
  return (
    <EntityForm
      entity={serviceReminders}
      initial={Number.isInteger(unit) && unit > 0 ? { unit_id: unit } : {}}
      draft={unit > 0 ? `unit.${unit}` : 'new'}>
      {(saved) => (
        <>
          <Panel title={t('service_reminders.what')}>
            <div className="entity-fields">
              {saved === null && <AccountOfNew need={serviceReminders.needs.add} />}
              <FormTextField
                name="name"
                label={field('name')}
                required
                autoComplete="off"
                hint={t('common.bounds', LENGTH.maintenanceName)}
              />
              <UnitOfReminder saved={saved} />
              <LabelsField name="work" label={field('work')} hint={t('service_reminders.workHint')} />
            </div>
          </Panel>
          <Panel title={t('service_reminders.when')}>
            <p className="dim">{t('service_reminders.whenLead')}</p>
            <div className="entity-fields">
              {SERVICE_MEASURES.map((measure) => (
                <Interval key={measure} measure={measure} />
              ))}
              <FormRadioGroup
                name="next"
                label={field('next')}
                options={NEXT_SERVICE.map((value) => ({ value, label: t(`service_reminders.next.${value}`) }))}
              />
            </div>
          </Panel>
          <Panel title={t('service_reminders.last')}>
            <p className="dim">{t('service_reminders.lastLead')}</p>
            <div className="service-interval">
              <FormDayField name="last_on" label={field('last_on')} />
              <FormNumberField name="last_km" label={field('last_km')} measure={t('service_reminders.units.km')} />
              <FormNumberField
                name="last_hours"
                label={field('last_hours')}
                measure={t('service_reminders.units.hours')}
              />
            </div>
          </Panel>
          <Panel title={t('service_reminders.more')}>
            <div className="entity-fields">
              <EntityStatusField entity={serviceReminders} />
              <EntityGroupsField entity={serviceReminders} of="service_reminders" />
              <FormTextField
                name="note"
                label={field('note')}
                autoComplete="off"
                hint={t('entity.upTo', LENGTH.note)}
              />
            </div>
          </Panel>
        </>
      )}
    </EntityForm>
  );
}

/** An interval and how long before its end the service is due soon. */
function Interval({ measure }: { measure: ServiceMeasure }): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(serviceReminders);
  const unit = t(`service_reminders.units.${measure}`);
  const whole = measure === 'days';
  return (
    <div className="service-interval">
      <FormNumberField name={`every_${measure}`} label={field(`every_${measure}`)} measure={unit} whole={whole} />
      <FormNumberField name={`soon_${measure}`} label={field(`soon_${measure}`)} measure={unit} whole={whole} />
    </div>
  );
}
