import { useMemo } from 'react';
import type { EscalationStep } from '../../../domain/alert/index.ts';
import { PAGE } from '../../../domain/base/index.ts';
import { useTranslation } from '../../../i18n/index.ts';
import { useAnswer } from '../services/calls.ts';
import { useSession } from '../services/session.ts';

type Target = Pick<EscalationStep, 'user_id' | 'role_id'>;

/** Names a target as one value: of a choice, or of a line. */
export const targetKey = ({ user_id, role_id }: Target): string =>
  user_id !== null ? `user.${user_id}` : role_id !== null ? `role.${role_id}` : '';

/** The reverse of {@link targetKey}. */
export function targetOf(key: string): Target {
  const [kind, id] = key.split('.');
  return { user_id: kind === 'user' ? Number(id) : null, role_id: kind === 'role' ? Number(id) : null };
}

/** People and roles of the account that an alarm may go to, as far as one may see them. */
export function useRecipients() {
  const { t } = useTranslation();
  const { can } = useSession();
  const people = useAnswer('getTeamPeoples', can({ resource: 'user', action: 'r' }) ? {} : null, ['user']);
  const roles = useAnswer(
    'getUserRoles',
    can({ resource: 'role', action: 'r' }) ? { page: 1, limit: PAGE.maximumLimit, sort: 'name' } : null,
    ['role'],
  );
  const options = useMemo(
    () => [
      ...(people.value?.people ?? []).map(({ user_id, name, email, role_name }) => ({
        value: targetKey({ user_id, role_id: null }),
        label: name || email,
        note: role_name,
      })),
      ...(roles.value?.rows ?? []).map(({ role_id, name, users }) => ({
        value: targetKey({ user_id: null, role_id }),
        label: t('alerts.everyone', { name }),
        note: t('alerts.people', { count: users }),
      })),
    ],
    [people.value, roles.value, t],
  );
  const nameOf = (target: Target): string => {
    if (targetKey(target) === '') return t('alerts.samePeople');
    const known = options.find(({ value }) => value === targetKey(target));
    return known?.label ?? t(target.user_id === null ? 'alerts.otherRole' : 'alerts.otherPerson');
  };
  // A list that grows below what is typed would put the name of the earlier choice over it.
  const loading = [people, roles].some((answer) => answer.loading && answer.value === null);
  return { options, nameOf, loading };
}
