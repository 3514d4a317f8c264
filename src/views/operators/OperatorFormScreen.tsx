import type { ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { operators } from '../../domain/operator/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Panel } from '../../ui/index.ts';
import { FormCheckbox, FormTextField } from '../../ui/forms/index.ts';
import { EntityForm, useEntityWords } from '../shared/entity/index.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AccountOfNew } from '../shared/form/AccountOfNew.tsx';
import { LabelsField } from '../shared/form/LabelsField.tsx';
import { UnitOfOperator, UserOfOperator } from './LinkFields.tsx';

/** Adds an operator, or changes one. */
export default function OperatorFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { field } = useEntityWords(operators);
  // An unknown key is made an operator of.
  const { query: address } = useScreenPath();
  return (
    <EntityForm entity={operators} initial={{ code: address.get('code') ?? '' }}>
      {(saved) => (
        <>
          <Panel title={t('operators.person')}>
            <div className="entity-fields">
              {saved === null && <AccountOfNew need={operators.needs.add} />}
              <FormTextField
                name="name"
                label={field('name')}
                required
                autoComplete="off"
                hint={t('common.bounds', LENGTH.personName)}
              />
              <FormTextField name="mobile" label={field('mobile')} direction="ltr" inputMode="tel" autoComplete="off" />
              <FormTextField name="email" label={field('email')} direction="ltr" inputMode="email" autoComplete="off" />
              <LabelsField name="labels" label={field('labels')} hint={t('roles.labelsHint')} of="operators" />
            </div>
          </Panel>
          <Panel title={t('operators.identification')}>
            <p className="dim">{t('operators.identificationLead')}</p>
            <div className="entity-fields">
              <FormTextField
                name="code"
                label={field('code')}
                direction="ltr"
                autoComplete="off"
                hint={t('operators.codeHint', LENGTH.operatorCode)}
              />
              <LabelsField name="keys" label={field('keys')} hint={t('operators.keysHint')} />
            </div>
          </Panel>
          <Panel title={t('operators.links')}>
            <div className="entity-fields">
              <UnitOfOperator />
              <UserOfOperator saved={saved} />
              <FormCheckbox name="several_units" label={field('several_units')} />
            </div>
          </Panel>
        </>
      )}
    </EntityForm>
  );
}
