import { useMemo, type ReactNode } from 'react';
import { neededBelow, type Need } from '../../../domain/access/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { ComboBox } from '../../../ui/index.ts';
import { useFormField } from '../../../ui/forms/index.ts';
import { treeLines } from '../account/accountTree.ts';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';

/** The account that something new is for, as a form holds it: left out means one's own. */
export interface ForAccount {
  account_id?: number;
}

/** Which account something new is for. Shown only to who may make it in sub-accounts, where there are any. */
export function AccountOfNew({ need }: { need: Need }): ReactNode {
  const { t, i18n } = useTranslation();
  const { account, can } = useSession();
  const below = neededBelow(need);
  const field = useFormField<number | undefined>('account_id', t('devices.account'));
  const tree = useAnswer('getChildAccounts', below !== null && can(below) ? {} : null, ['account']);
  const accounts = tree.value?.accounts;
  const options = useMemo(() => {
    const names = new Map((accounts ?? []).map((each) => [each.account_id, each.name]));
    return treeLines(accounts ?? [], new Intl.Collator(i18n.language)).map(({ account: each }) => ({
      value: String(each.account_id),
      label: each.name,
      ...(each.parent_id === null ? {} : { note: names.get(each.parent_id) ?? '' }),
    }));
  }, [accounts, i18n.language]);
  if (account === null || options.length < 2) return null;
  return (
    <ComboBox
      label={t('devices.account')}
      options={options}
      value={String(field.value ?? account.account_id)}
      error={field.error}
      onChange={(id) => field.onChange(Number(id))}
      placeholder={t('common.choose')}
      emptyText={t('common.noMatches')}
      openLabel={t('common.open')}
    />
  );
}
