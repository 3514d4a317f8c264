import type { ReactNode } from 'react';
import { useTranslation } from '../../../i18n/index.ts';
import { Select } from '../../../ui/index.ts';
import { ProblemBanner } from '../ProblemView.tsx';
import { useAnswer } from '../services/calls.ts';

const MOST_ROLES = { limit: 1_000, sort: 'name' };

/** Roles that may be given: the server leaves out those that grant more than one holds. */
export function RoleChoice({
  accountId,
  value,
  onChange,
  missing,
}: {
  accountId: number | undefined;
  value: string | null;
  onChange: (role: string) => void;
  missing: boolean;
}): ReactNode {
  const { t } = useTranslation();
  const own = useAnswer('getUserRoles', accountId === undefined ? MOST_ROLES : null);
  const below = useAnswer(
    'getSubAccountUserRoles',
    accountId === undefined ? null : { ...MOST_ROLES, account_id: accountId },
  );
  const { value: page, problem, loading } = accountId === undefined ? own : below;
  const options = (page?.rows ?? []).map((role) => ({ value: String(role.role_id), label: role.name }));
  if (problem !== null) return <ProblemBanner problem={problem} />;
  return (
    <Select
      label={t('fields.role_id')}
      options={options}
      value={value}
      onChange={onChange}
      required
      disabled={loading && page === null}
      placeholder={loading && page === null ? t('common.loading') : t('common.choose')}
      hint={page?.rows.length === 0 ? t('invite.noRoles') : undefined}
      error={missing ? t('validation.required', { field: t('fields.role_id') }) : undefined}
    />
  );
}
