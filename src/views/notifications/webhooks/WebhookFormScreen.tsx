import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import { webhooks } from '../../../domain/webhook/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormTextField } from '../../../ui/forms/index.ts';
import {
  EntityDescriptionField,
  EntityForm,
  EntityGroupsField,
  EntityNameField,
  EntityStatusField,
} from '../../shared/entity/index.ts';

/** Adds a webhook, or changes one. */
export default function WebhookFormScreen(): ReactNode {
  const { t } = useTranslation();
  return (
    <EntityForm entity={webhooks}>
      <EntityNameField entity={webhooks} bounds={LENGTH.webhookName} />
      <FormTextField
        name="url"
        label={t('fields.url')}
        required
        type="url"
        inputMode="url"
        direction="ltr"
        autoComplete="off"
        maxLength={LENGTH.webAddress.max}
        placeholder="https://example.com/alarms"
        hint={t('webhooks.urlHint')}
      />
      <EntityStatusField entity={webhooks} />
      <EntityDescriptionField entity={webhooks} />
      <EntityGroupsField entity={webhooks} of="webhooks" />
    </EntityForm>
  );
}
