import { useFormikContext } from 'formik';
import { useMemo, type ReactNode } from 'react';
import { ACCOUNT_CATEGORIES, ACCOUNT_LANGUAGES, ACCOUNT_THEMES, type AccountType } from '../../domain/account/index.ts';
import { COUNTRIES, CURRENCIES, LENGTH } from '../../domain/base/index.ts';
import { PASSWORD_POLICIES } from '../../domain/user/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Button, ComboBox, Panel, RadioGroup, Select, Swatch, type Option } from '../../ui/index.ts';
import { FormCheckbox, FormRadioGroup, FormTextField, useFormField } from '../../ui/forms/index.ts';
import { useSession } from '../shared/services/session.ts';
import { CancelButton } from '../shared/form/CancelButton.tsx';
import { DraftForm } from '../shared/form/DraftForm.tsx';
import type { Problem } from '../shared/services/fleet.ts';
import { schemaOf, type AccountValues } from './accountValues.ts';
import { SettingsSection } from './SettingsSection.tsx';

/** Nothing chosen, as a value that a list can hold. */
const NONE = 'none';

export interface AccountFormProps {
  initial: AccountValues;
  isNew: boolean;
  /** Kinds to choose from, for a new account. */
  kinds: readonly Exclude<AccountType, 'OWNER'>[];
  /** True: white labelling, restriction and host name may be set; an account does not grant them to itself. */
  grants: boolean;
  draftKey: string;
  problem: Problem | null;
  busy: boolean;
  label: string;
  onSubmit: (values: AccountValues) => Promise<boolean>;
  onCancel: () => void;
}

/** Everything that is said of an account; the same form for all kinds and places. */
export function AccountForm({
  initial,
  isNew,
  kinds,
  grants,
  draftKey,
  problem,
  busy,
  label,
  onSubmit,
  onCancel,
}: AccountFormProps): ReactNode {
  const { t } = useTranslation();
  return (
    <DraftForm<AccountValues>
      draftKey={draftKey}
      initial={initial}
      schema={schemaOf(isNew)}
      problem={problem}
      onSubmit={onSubmit}
      label={label}
      className="account-form">
      <GeneralSection isNew={isNew} kinds={kinds} />
      <PlaceSection />
      <SettingsSection />
      <DefaultsSection />
      {grants && <GrantsSection />}
      <div className="save-bar">
        <CancelButton onCancel={onCancel} />
        <Button type="submit" variant="primary" busy={busy}>
          {t(isNew ? 'accounts.createButton' : 'common.save')}
        </Button>
      </div>
    </DraftForm>
  );
}

function GeneralSection({ isNew, kinds }: Pick<AccountFormProps, 'isNew' | 'kinds'>): ReactNode {
  const { t } = useTranslation();
  const kind = useFormField<'DEALER' | 'CONSUMER'>('type', t('accounts.type'));
  return (
    <Panel title={t('accounts.sections.general')}>
      <div className="account-fields">
        {isNew && kinds.length > 1 && (
          <RadioGroup<'DEALER' | 'CONSUMER'>
            className="account-wide"
            look="segments"
            label={t('accounts.type')}
            value={kind.value}
            onChange={kind.onChange}
            error={kind.error}
            hint={t(`accounts.typeMeans.${kind.value}`)}
            options={kinds.map((value) => ({ value, label: t(`accountType.${value}`) }))}
          />
        )}
        <FormTextField
          name="name"
          label={t('accounts.accountName')}
          required
          hint={t('common.bounds', LENGTH.accountName)}
          autoComplete="off"
        />
        {isNew && (
          <FormTextField
            name="default_owner_email"
            type="email"
            inputMode="email"
            direction="ltr"
            label={t('accounts.ownerEmail')}
            required
            hint={t('accounts.ownerEmailHint')}
            autoComplete="off"
          />
        )}
        <FormTextField
          name="registration_number"
          direction="ltr"
          label={t('accounts.registrationNumber')}
          hint={t('accounts.registrationNumberHint', { max: LENGTH.registrationNumber.max })}
          autoComplete="off"
        />
        <OptionalSelect
          name="category"
          label={t('accounts.category')}
          none={t('accounts.noCategory')}
          options={ACCOUNT_CATEGORIES.map((value) => ({ value, label: t(`accounts.categories.${value}`) }))}
        />
        <div className="account-check">
          <FormCheckbox name="is_legal_entity" label={t('accounts.legalEntity')} />
        </div>
      </div>
    </Panel>
  );
}

function PlaceSection(): ReactNode {
  const { t, i18n } = useTranslation();
  const none = t('accounts.notGiven');
  const countries = useMemo(() => namedOptions('region', COUNTRIES, i18n.language, none), [i18n.language, none]);
  const currencies = useMemo(() => namedOptions('currency', CURRENCIES, i18n.language, none), [i18n.language, none]);
  return (
    <Panel title={t('accounts.sections.place')}>
      <div className="account-fields">
        <FormTextField
          name="address"
          label={t('accounts.address')}
          hint={t('common.bounds', LENGTH.address)}
          autoComplete="street-address"
          className="account-wide"
        />
        <OptionalCombo name="country" label={t('accounts.country')} options={countries} />
        <FormTextField
          name="region"
          label={t('accounts.region')}
          hint={t('common.bounds', LENGTH.region)}
          autoComplete="address-level1"
        />
        <OptionalCombo name="currency" label={t('accounts.currency')} options={currencies} />
      </div>
    </Panel>
  );
}

/** Codes by their names in the reader's language, in its order; nothing chosen is first. */
function namedOptions(
  type: 'region' | 'currency',
  codes: readonly string[],
  language: string,
  none: string,
): Option<string>[] {
  const names = new Intl.DisplayNames(language, { type });
  const collator = new Intl.Collator(language);
  const options = codes.map((value) => ({ value, label: names.of(value) ?? value, note: value }));
  return [{ value: NONE, label: none }, ...options.toSorted((a, b) => collator.compare(a.label, b.label))];
}

function DefaultsSection(): ReactNode {
  const { t } = useTranslation();
  return (
    <Panel title={t('accounts.sections.defaults')}>
      <p className="dim">{t('accounts.defaultsLead')}</p>
      <div className="account-fields">
        <OptionalSelect
          name="default_theme"
          label={t('accounts.defaultTheme')}
          none={t('accounts.productDefault')}
          options={ACCOUNT_THEMES.map((value) => ({
            value,
            label: t(`theme.accents.${value}`),
            icon: <Swatch accent={value} />,
          }))}
        />
        <OptionalSelect
          name="default_language"
          label={t('accounts.defaultLanguage')}
          none={t('accounts.productDefault')}
          options={ACCOUNT_LANGUAGES.map((value) => ({ value, label: t(`language.${value}`) }))}
        />
        <FormRadioGroup
          name="password_policy"
          label={t('accounts.passwordPolicy')}
          options={PASSWORD_POLICIES.map((value) => ({ value, label: t(`accounts.policies.${value}`) }))}
        />
      </div>
    </Panel>
  );
}

/** What the account above decides. */
function GrantsSection(): ReactNode {
  const { t } = useTranslation();
  const { account } = useSession();
  const { values } = useFormikContext<AccountValues>();
  return (
    <Panel title={t('accounts.sections.grants')}>
      <div className="account-fields">
        <div className="account-check account-wide">
          <FormCheckbox name="restrict_sub_accounts" label={t('accounts.restrict')} />
          <p className="field-hint">{t('accounts.restrictHint')}</p>
        </div>
        <div className="account-check account-wide">
          <FormCheckbox name="allow_white_labelling" label={t('accounts.whiteLabelling')} />
          <p className="field-hint">{t('accounts.whiteLabellingHint')}</p>
        </div>
        {values.allow_white_labelling && (
          <FormTextField
            name="host_name"
            direction="ltr"
            inputMode="url"
            label={t('accounts.hostName')}
            hint={t('accounts.hostNameHint')}
            autoComplete="off"
            placeholder="fleet.example.com"
          />
        )}
        {account?.type === 'OWNER' && (
          <FormTextField
            name="tracker_networks"
            direction="ltr"
            label={t('accounts.trackerNetworks')}
            hint={t('accounts.trackerNetworksHint')}
            autoComplete="off"
            className="account-wide"
          />
        )}
      </div>
    </Panel>
  );
}

interface OptionalProps {
  name: string;
  label: string;
  options: readonly Option<string>[];
}

/** One of many values, or none: the options begin with it. */
function OptionalCombo({ name, label, options }: OptionalProps): ReactNode {
  const { t } = useTranslation();
  const field = useFormField<string>(name, label);
  return (
    <ComboBox<string>
      name={name}
      label={label}
      error={field.error}
      value={field.value || NONE}
      onChange={(value) => field.onChange(value === NONE ? '' : value)}
      onBlur={field.onBlur}
      options={options}
      emptyText={t('common.noMatches')}
      openLabel={t('common.choose')}
    />
  );
}

/** One of a few values, or the default. */
function OptionalSelect({ name, label, options, none }: OptionalProps & { none: string }): ReactNode {
  const field = useFormField<string>(name, label);
  return (
    <Select<string>
      label={label}
      error={field.error}
      value={field.value || NONE}
      onChange={(value) => field.onChange(value === NONE ? '' : value)}
      onBlur={field.onBlur}
      options={[{ value: NONE, label: none }, ...options]}
    />
  );
}
