import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { notifications } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormRadioGroup, FormTextField } from '../../ui/forms/index.ts';
import { EntityForm, useEntityWords } from '../shared/entity/index.ts';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { AboutFields, UnitFields } from './AboutFields.tsx';
import { ChannelFields } from './ChannelFields.tsx';
import { DeliveryLog } from './DeliveryLog.tsx';
import { MessageFields } from './MessageFields.tsx';
import './notifications.css';

/** Adds a notification, or changes one. */
export default function NotificationFormScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityForm entity={notifications}>
      {(saved) => (
        <>
          {saved !== null && <DeliveryLog notificationId={saved.notification_id} failedOnly />}
          <Panel title={t('notifications.one')}>
            <div className="entity-fields">
              <NameFields />
            </div>
          </Panel>
          <Panel title={t('notifications.about')}>
            <div className="entity-fields">
              <AboutFields />
            </div>
          </Panel>
          <Panel title={t('notifications.units')}>
            <div className="entity-fields">
              <UnitFields />
            </div>
          </Panel>
          <Panel title={t('notifications.how')}>
            <ChannelFields />
          </Panel>
          <Panel title={t('notifications.words')}>
            <MessageFields />
          </Panel>
        </>
      )}
    </EntityForm>
  );
}

function NameFields(): ReactNode {
  const { t } = useTranslation();
  const { field, status } = useEntityWords(notifications);
  return (
    <>
      <FormTextField
        name="name"
        label={field('name')}
        required
        autoComplete="off"
        hint={t('common.bounds', LENGTH.notificationName)}
      />
      <FormTextField
        name="description"
        label={field('description')}
        autoComplete="off"
        hint={t('entity.upTo', LENGTH.description)}
      />
      <LabelsField name="labels" label={field('labels')} hint={t('roles.labelsHint')} of="notifications" />
      <FormRadioGroup
        name="status"
        label={field('status')}
        options={notifications.statuses.map((value) => ({ value, label: status(value) }))}
      />
    </>
  );
}
