import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { DATE_FORMATS, DATE_TIME_FORMATS, TIME_FORMATS, type AccountSettings } from '../../domain/account/index.ts';
import { createFormats, formatsOfAccount, useTranslation } from '../../i18n/index.ts';
import { Panel, type Option } from '../../ui/index.ts';
import { FormCheckbox, FormComboBox, FormSelect } from '../../ui/forms/index.ts';
import { useNow } from '../shared/time/useNow.ts';
import { useZoneOptions } from '../shared/time/zones.ts';
import type { AccountValues } from './accountValues.ts';

type Pattern = 'date_format' | 'time_format' | 'date_time_format';

/** Time zone and formats, each with the present as its example. */
export function SettingsSection(): ReactNode {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const { settings } = useFormikContext<AccountValues>().values;
  const zones = useZoneOptions();
  const formats = useMemo(() => {
    const example = (pattern: string, show: Pattern): string => {
      const wanted: AccountSettings = { ...settings, [show]: pattern };
      const made = createFormats(i18n.language, formatsOfAccount(wanted), (key, values) => t(key, values ?? {}));
      return show === 'date_format' ? made.date(now) : show === 'time_format' ? made.time(now) : made.dateTime(now);
    };
    const options = (patterns: readonly string[], show: Pattern): Option<string>[] =>
      patterns.map((value) => ({ value, label: example(value, show), note: value }));
    return {
      date: options(DATE_FORMATS, 'date_format'),
      time: options(TIME_FORMATS, 'time_format'),
      dateTime: options(DATE_TIME_FORMATS, 'date_time_format'),
    };
  }, [settings, i18n.language, t, now]);
  return (
    <Panel title={t('accounts.sections.settings')}>
      <p className="dim">{t('accounts.settingsLead')}</p>
      <div className="account-fields">
        <FormComboBox
          name="settings.timezone"
          label={t('accounts.timezone')}
          options={zones}
          emptyText={t('common.noMatches')}
          openLabel={t('common.choose')}
        />
        <FormSelect name="settings.date_format" label={t('accounts.dateFormat')} options={formats.date} />
        <FormSelect name="settings.time_format" label={t('accounts.timeFormat')} options={formats.time} />
        <FormSelect name="settings.date_time_format" label={t('accounts.dateTimeFormat')} options={formats.dateTime} />
        <div className="account-check account-wide">
          <FormCheckbox name="settings.skipFormat" label={t('accounts.skipFormat')} />
          <p className="field-hint">{t('accounts.skipFormatHint')}</p>
        </div>
      </div>
    </Panel>
  );
}
