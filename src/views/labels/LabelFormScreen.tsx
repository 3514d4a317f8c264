import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { LABEL_KINDS, labels, type LabelKind } from '../../domain/entities/index.ts';
import { LABEL_COLOURS, type LabelColour } from '../../domain/label/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Swatch } from '../../ui/index.ts';
import { FormRadioGroup, FormSelect, FormTextField } from '../../ui/forms/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { EntityForm, useEntityWords } from '../shared/entity/index.ts';

/** Adds a group, or changes one. Its kind is chosen once, and may be named by the address (`?kind=devices`). */
export default function LabelFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { path, query } = useScreenPath();
  const { field, filterValue } = useEntityWords(labels);
  const isNew = path === labels.paths.create;
  const asked = query.get('kind');
  const kind = LABEL_KINDS.find((each) => each === asked) ?? 'units';
  return (
    <EntityForm entity={labels} initial={{ kind }}>
      <FormSelect<LabelKind>
        name="kind"
        label={field('kind')}
        required
        disabled={!isNew}
        options={LABEL_KINDS.map((value) => ({ value, label: filterValue('kind', value) }))}
        {...(isNew && { hint: t('labels.kindHint') })}
      />
      <FormTextField
        name="name"
        label={field('name')}
        required
        autoComplete="off"
        hint={t('entity.upTo', { max: LENGTH.label.max })}
      />
      <FormRadioGroup<LabelColour>
        look="segments"
        name="colour"
        label={field('colour')}
        options={LABEL_COLOURS.map((value) => ({
          value,
          label: t(value === 'gray' ? 'labels.gray' : `theme.accents.${value}`),
          icon: <Swatch accent={value} />,
        }))}
      />
      <FormTextField
        name="description"
        label={field('description')}
        autoComplete="off"
        hint={t('entity.upTo', { max: LENGTH.description.max })}
      />
    </EntityForm>
  );
}
