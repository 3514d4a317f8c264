import type { ReactNode } from 'react';
import { RULE } from '../../../domain/base/index.ts';
import { DRIVER_CHOICES } from '../../../domain/rule/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { FormRadioGroup } from '../../../ui/forms/index.ts';
import { ReferencesField } from './ReferencesField.tsx';

/** Who has to be at the unit. */
export function DriverParameters({ path, driver }: { path: string; driver: string }): ReactNode {
  const { t } = useTranslation();
  return (
    <>
      <FormRadioGroup
        name={`${path}.driver`}
        label={t('rules.driver')}
        options={DRIVER_CHOICES.map((value) => ({ value, label: t(`rules.drivers.${value}`) }))}
      />
      {driver === 'operators' && (
        <ReferencesField
          name={`${path}.operator_ids`}
          kind="operator"
          label={t('rules.findOperators')}
          hint={t('rules.findZonesHint')}
          most={RULE.operators}
        />
      )}
    </>
  );
}
