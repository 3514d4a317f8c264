import { neededBelow, type Need } from '../../../domain/access/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';
import type { ListFilter } from './useServerList.ts';

/** The filter of a list by account, for those who see the things of sub-accounts, where there are any. */
export function useAccountFilter(read: Need): readonly ListFilter[] {
  const { t } = useTranslation();
  const { can } = useSession();
  const below = neededBelow(read);
  const isAsked = below !== null && can(read) && can(below);
  const answer = useAnswer('getChildAccounts', isAsked ? {} : null, ['account']);
  const accounts = answer.value?.accounts;
  // Until they are known an address may name one.
  if (!isAsked || answer.problem !== null || (accounts !== undefined && accounts.length < 2)) return [];
  const options = (accounts ?? []).map(({ account_id: id, name }) => ({ value: String(id), label: name }));
  return [{ id: 'account_id', label: t('devices.account'), options, numeric: true }];
}
