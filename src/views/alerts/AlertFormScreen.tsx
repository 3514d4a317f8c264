import type { ReactNode } from 'react';
import { alerts, SEVERITIES, type Alert } from '../../domain/alert/index.ts';
import { LENGTH } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup } from '../../ui/forms/index.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  EntityStatusField,
  useEntityWords,
} from '../shared/entity/index.ts';
import { useSession } from '../shared/services/session.ts';
import { RulesField } from './RulesField.tsx';
import { StepsField } from './StepsField.tsx';
import './alerts.css';

/** Adds an alert, or changes one. */
export default function AlertFormScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityForm entity={alerts}>
      {(saved) => (
        <>
          <Panel title={t('alerts.one')}>
            <div className="entity-fields">
              <AlertFields />
            </div>
          </Panel>
          <Panel title={t('alerts.when')}>
            <div className="entity-fields">
              <Cause saved={saved} />
            </div>
          </Panel>
          <Panel title={t('alerts.then')}>
            <div className="entity-fields">
              <Handling />
            </div>
          </Panel>
          <Panel title={t('alerts.escalation')}>
            <StepsField />
          </Panel>
        </>
      )}
    </EntityForm>
  );
}

function AlertFields(): ReactNode {
  return (
    <>
      <EntityNameField entity={alerts} bounds={LENGTH.alertName} />
      <EntityDescriptionField entity={alerts} />
      <EntityGroupsField entity={alerts} of="alerts" />
      <EntityStatusField entity={alerts} />
    </>
  );
}

function Cause({ saved }: { saved: Alert | null }): ReactNode {
  const { field } = useEntityWords(alerts);
  const { account } = useSession();
  return (
    <>
      <RulesField accountId={saved?.account_id ?? account?.account_id ?? 0} />
      <FormCheckbox name="allow_child" label={field('allow_child')} />
    </>
  );
}

function Handling(): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(alerts);
  return (
    <>
      <FormRadioGroup
        name="severity"
        label={field('severity')}
        options={SEVERITIES.map((value) => ({ value, label: t(`alerts.filters.severity.${value}`) }))}
      />
      <FormCheckbox name="auto_resolve" label={field('auto_resolve')} />
      <FormNumberField
        name="acknowledge_minutes"
        label={field('acknowledge_minutes')}
        whole
        measure={t('routes.schedule.minutes')}
        hint={t('alerts.acknowledgeHint')}
        required={false}
      />
    </>
  );
}
