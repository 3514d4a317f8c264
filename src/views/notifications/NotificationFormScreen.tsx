import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { notifications } from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  EntityStatusField,
} from '../shared/entity/index.ts';
import { UnitChoiceFields } from '../shared/unit/UnitChoiceFields.tsx';
import { AboutFields } from './AboutFields.tsx';
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
          {saved !== null && <DeliveryLog of={{ notification_id: saved.notification_id }} problemsOnly />}
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
              <UnitChoiceFields />
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
  return (
    <>
      <EntityNameField entity={notifications} bounds={LENGTH.notificationName} />
      <EntityDescriptionField entity={notifications} />
      <EntityGroupsField entity={notifications} of="notifications" />
      <EntityStatusField entity={notifications} />
    </>
  );
}
