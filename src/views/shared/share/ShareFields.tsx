import { useFormikContext } from 'formik';
import type { ReactNode } from 'react';
import { LENGTH, SHARE } from '../../../domain/base/index.ts';
import { SHOWS_ZONES } from '../../../domain/share/index.ts';
import { useFormats, useTranslation } from '../../../i18n/index.ts';
import { FormCheckbox, FormNumberField, FormRadioGroup, FormTextField } from '../../../ui/forms/index.ts';
import { useSession } from '../services/session.ts';
import { FormDateTimeField } from '../time/FormDateTimeField.tsx';
import { DestinationFields } from './DestinationFields.tsx';
import { SHARE_SPANS, type ShareChoice } from './shareChoice.ts';

const OPTIONS = ['names', 'trail', 'zones', 'driver'] as const;

/** Name, time, what is shown, where the units are going, and how often the link may be opened. */
export function ShareFields(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  return (
    <>
      <FormTextField name="name" label={t('share.name')} required maxLength={LENGTH.shareName.max} />
      <FormRadioGroup
        name="span"
        look="segments"
        label={t('share.span')}
        options={SHARE_SPANS.map((value) => ({ value, label: t(`share.spans.${value}`) }))}
      />
      <Dates />
      <fieldset className="share-options">
        <legend className="field-label">{t('share.shows')}</legend>
        {OPTIONS.filter((option) => option !== 'zones' || can(SHOWS_ZONES)).map((option) => (
          <FormCheckbox key={option} name={option} label={t(`share.options.${option}`)} />
        ))}
      </fieldset>
      <DestinationFields />
      <FormNumberField
        name="max_opens"
        label={t('share.maxOpens')}
        whole
        required={false}
        hint={t('share.maxOpensHint', SHARE.opens)}
      />
    </>
  );
}

function Dates(): ReactNode {
  const { t } = useTranslation();
  const { settings } = useFormats();
  const { values } = useFormikContext<ShareChoice>();
  if (values.span !== 'dated') return null;
  return (
    <>
      <div className="share-dates">
        <FormDateTimeField name="from" label={t('share.from')} />
        <FormDateTimeField name="to" label={t('share.to')} required />
      </div>
      <p className="dim">{t('dateField.zone', { zone: settings.timeZone })}</p>
    </>
  );
}
