import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { NOTIFICATION } from '../../domain/base/index.ts';
import {
  CHANNELS,
  isDangerousCode,
  isPersonal,
  SENDABLE_COMMANDS,
  type NotificationForm,
} from '../../domain/notification/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, WarningIcon } from '../../ui/index.ts';
import { FormCheckbox, FormComboBox, FormNumberField, FormRadioGroup, useFormField } from '../../ui/forms/index.ts';
import { targetKey, targetOf, useRecipients } from '../shared/alerts/useRecipients.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { ChecksField } from '../shared/form/ChecksField.tsx';
import { IdsField, WHOLE_LIST } from '../shared/form/IdsField.tsx';
import { ManyField } from '../shared/form/ManyField.tsx';
import { RecipientGaps } from './RecipientGaps.tsx';

/** By which channels, and to whom; what each channel needs to know shows with it. */
export function ChannelFields(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  const { can } = useSession();
  const mayCommand = can({ resource: 'units', action: 'ec' }) || values.channels.includes('command');
  const offered = CHANNELS.filter((each) => each !== 'command' || mayCommand);
  const reachesPeople = values.channels.some(isPersonal);
  return (
    <div className="entity-fields">
      <ChecksField
        name="channels"
        label={t('fields.channels')}
        options={offered.map((each) => ({ value: each, label: t(`notifications.channels.${each}`) }))}
        hint={t('notifications.channelsHint')}
      />
      {reachesPeople && <Recipients />}
      {reachesPeople && <RecipientGaps />}
      {reachesPeople && <Digest />}
      {values.channels.includes('webhook') && <Webhooks />}
      {values.channels.includes('command') && <Command />}
    </div>
  );
}

/** Which other systems hear of it: webhooks of the account. */
function Webhooks(): ReactNode {
  const { t } = useTranslation();
  const { value } = useAnswer('getWebhookList', WHOLE_LIST, ['webhook']);
  const rows = useMemo(
    () =>
      (value?.rows ?? []).map(({ webhook_id: id, name, status }) => ({
        id,
        name,
        ...(status === 'inactive' && { note: t('entity.statuses.inactive') }),
      })),
    [value, t],
  );
  return (
    <IdsField
      name="webhook_ids"
      label={t('fields.webhook_ids')}
      rows={rows}
      hint={t(value?.total === 0 ? 'webhooks.noneYet' : 'notifications.webhookHint')}
      otherwise={t('webhooks.other')}
    />
  );
}

function Recipients(): ReactNode {
  const { t } = useTranslation();
  const { values, setFieldValue } = useFormikContext<NotificationForm>();
  const label = t('notifications.peopleAndRoles');
  const people = useFormField<readonly number[]>('user_ids', label);
  const roles = useFormField<readonly number[]>('role_ids', label);
  const { options } = useRecipients();
  const keys = [
    ...people.value.map((user_id) => targetKey({ user_id, role_id: null })),
    ...roles.value.map((role_id) => targetKey({ user_id: null, role_id })),
  ];
  const put = (next: readonly string[]): void => {
    const targets = next.map(targetOf);
    people.onChange(targets.flatMap(({ user_id }) => user_id ?? []));
    void setFieldValue(
      'role_ids',
      targets.flatMap(({ role_id }) => role_id ?? []),
    );
  };
  return (
    <>
      <FormRadioGroup
        name="recipients"
        label={t('fields.recipients')}
        options={[
          { value: 'all', label: t('notifications.everybody') },
          { value: 'chosen', label: label },
        ]}
      />
      {values.recipients === 'chosen' && (
        <ManyField
          label={label}
          value={keys}
          options={options}
          error={people.error ?? roles.error}
          hint={t('notifications.peopleHint')}
          otherwise={t('notifications.otherPerson')}
          onChange={put}
          onBlur={people.onBlur}
        />
      )}
    </>
  );
}

/** From how many messages on the rest comes as a summary. */
function Digest(): ReactNode {
  const { t } = useTranslation();
  return (
    <div className="notification-digest">
      <FormNumberField
        name="digest_count"
        label={t('fields.digest_count')}
        whole
        required={false}
        hint={t('notifications.digestHint', NOTIFICATION.digestCount)}
      />
      <FormNumberField
        name="digest_minutes"
        label={t('fields.digest_minutes')}
        whole
        measure={t('routes.schedule.minutes')}
      />
    </div>
  );
}

function Command(): ReactNode {
  const { t } = useTranslation();
  const { values } = useFormikContext<NotificationForm>();
  return (
    <>
      <FormComboBox
        name="command_code"
        label={t('fields.command_code')}
        required
        options={SENDABLE_COMMANDS.map((code) => ({ value: code, label: t(`commandLibrary.${code}`) }))}
        hint={t('notifications.commandHint')}
        placeholder={t('common.choose')}
        emptyText={t('common.noMatches')}
        openLabel={t('common.open')}
      />
      {isDangerousCode(values.command_code) && (
        <div className="notification-danger">
          <Banner tone="critical" icon={<WarningIcon />}>
            {t('notifications.commandDanger')}
          </Banner>
          <FormCheckbox name="command_confirmed" label={t('fields.command_confirmed')} />
        </div>
      )}
    </>
  );
}
