import { useMemo, type ReactNode } from 'react';
import { LENGTH } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { FormComboBox, FormNumberField, FormTextField } from '../../ui/forms/index.ts';
import './maintenance.css';

/** What was paid for a service, where, and the number of the bill. */
export function BillFields(): ReactNode {
  const { t, i18n } = useTranslation();
  const currencies = useMemo(() => {
    const names = new Intl.DisplayNames(i18n.language, { type: 'currency' });
    return Intl.supportedValuesOf('currency').map((code) => ({ value: code, label: code, note: names.of(code) ?? '' }));
  }, [i18n.language]);
  return (
    <div className="entity-fields">
      <div className="service-interval">
        <FormNumberField name="cost" label={t('service_reminders.bill.cost')} />
        <FormComboBox<string>
          name="currency"
          label={t('service_reminders.bill.currency')}
          options={[{ value: '', label: t('service_reminders.noCurrency') }, ...currencies]}
          emptyText={t('common.noMatches')}
          openLabel={t('common.open')}
        />
      </div>
      <FormTextField
        name="place"
        label={t('service_reminders.bill.place')}
        autoComplete="off"
        hint={t('entity.upTo', LENGTH.servicePlace)}
      />
      <FormTextField
        name="invoice"
        label={t('service_reminders.bill.invoice')}
        autoComplete="off"
        hint={t('entity.upTo', LENGTH.invoice)}
      />
      <FormTextField
        name="note"
        label={t('service_reminders.bill.note')}
        autoComplete="off"
        hint={t('entity.upTo', LENGTH.note)}
      />
    </div>
  );
}
