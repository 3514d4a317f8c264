import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import {
  REPEATER_PROTOCOLS,
  repeaters,
  traitsOf,
  type RepeaterForm,
  type RepeaterProtocol,
} from '../../domain/repeater/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel, Select } from '../../ui/index.ts';
import { FormCheckbox, FormNumberField, FormTextField, useFormField } from '../../ui/forms/index.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  EntityStatusField,
} from '../shared/entity/index.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { UnitChoiceFields } from '../shared/unit/UnitChoiceFields.tsx';

/** Adds a repeater, or changes one. */
export default function RepeaterFormScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityForm entity={repeaters}>
      {(saved) => (
        <>
          <Panel title={t('repeaters.sections.target')}>
            <div className="entity-fields">
              {saved === null && <AccountOfNew need={repeaters.needs.add} />}
              <EntityNameField entity={repeaters} bounds={LENGTH.repeaterName} />
              <TargetFields />
            </div>
          </Panel>
          <Panel title={t('repeaters.sections.units')}>
            <div className="entity-fields">
              <UnitChoiceFields />
            </div>
          </Panel>
          <Panel title={t('repeaters.sections.more')}>
            <div className="entity-fields">
              <EntityStatusField entity={repeaters} />
              <EntityDescriptionField entity={repeaters} />
              <EntityGroupsField entity={repeaters} of="repeaters" />
            </div>
          </Panel>
        </>
      )}
    </EntityForm>
  );
}

/** Where to and how; what the protocol does not have is not asked for. */
function TargetFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<RepeaterForm>();
  const traits = traitsOf(values.protocol);
  return (
    <>
      <ProtocolField />
      <FormTextField
        name="host"
        label={t('fields.host')}
        required
        direction="ltr"
        autoComplete="off"
        maxLength={LENGTH.hostName.max}
        placeholder="tracking.example.com"
        hint={t('repeaters.hostHint')}
      />
      <FormNumberField name="port" label={t('fields.port')} required whole />
      {traits.hasPath && (
        <FormTextField
          name="path"
          label={t('fields.path')}
          direction="ltr"
          autoComplete="off"
          placeholder="/positions"
          hint={t('repeaters.pathHint')}
        />
      )}
      {traits.hasTopic && (
        <FormTextField
          name="topic"
          label={t('fields.topic')}
          required
          direction="ltr"
          autoComplete="off"
          placeholder="fleet/{account}/{uid}/position"
          hint={t('repeaters.topicHint', { account: '{account}', uid: '{uid}', unit: '{unit_id}' })}
        />
      )}
      {traits.hasTls && <FormCheckbox name="tls" label={t('fields.tls')} />}
      {traits.hasUsername && (
        <FormTextField name="user_name" label={t('fields.user_name')} direction="ltr" autoComplete="off" />
      )}
      {traits.hasPassword && <p className="dim">{t('repeaters.passwordLater')}</p>}
    </>
  );
}

/** A port that is the usual one of the protocol before becomes the usual one of the next. */
function ProtocolField(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<RepeaterForm>();
  const field = useFormField<RepeaterProtocol>('protocol', t('fields.protocol'));
  return (
    <Select<RepeaterProtocol>
      {...field}
      name="protocol"
      label={t('fields.protocol')}
      required
      options={REPEATER_PROTOCOLS.map((value) => ({ value, label: traitsOf(value).called }))}
      hint={t(`repeaters.protocolHints.${values.protocol}`)}
      onChange={(protocol) => {
        field.onChange(protocol);
        if (Number(values.port) === traitsOf(values.protocol).port) void setFieldValue('port', traitsOf(protocol).port);
      }}
    />
  );
}
