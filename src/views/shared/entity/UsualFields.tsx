import type { ReactNode } from 'react';
import { LENGTH } from '../../../domain/base/index.ts';
import type { LabelledList } from '../../../domain/entities/index.ts';
import type { AnyEntity } from '../../../domain/entity/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormRadioGroup, FormTextField } from '../../../ui/forms/index.ts';
import { LabelsField } from '../form/LabelsField.tsx';
import { useEntityWords } from './words.ts';

// Fields that many entities have, each in the order that its form gives it.

interface EntityFieldProps {
  readonly entity: AnyEntity;
}

export function EntityNameField({
  entity,
  bounds,
}: EntityFieldProps & { readonly bounds: { readonly min: number; readonly max: number } }): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(entity);
  return (
    <FormTextField name="name" label={field('name')} required autoComplete="off" hint={t('common.bounds', bounds)} />
  );
}

export function EntityDescriptionField({ entity }: EntityFieldProps): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(entity);
  return (
    <FormTextField
      name="description"
      label={field('description')}
      autoComplete="off"
      hint={t('entity.upTo', LENGTH.description)}
    />
  );
}

export function EntityGroupsField({ entity, of }: EntityFieldProps & { readonly of: LabelledList }): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(entity);
  return <LabelsField name="labels" label={field('labels')} hint={t('roles.labelsHint')} of={of} />;
}

export function EntityStatusField({ entity }: EntityFieldProps): ReactNode {
  const { field, status } = useEntityWords(entity);
  return (
    <FormRadioGroup
      name="status"
      label={field('status')}
      options={entity.statuses.map((value) => ({ value, label: status(value) }))}
    />
  );
}
