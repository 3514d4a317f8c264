import type { ReactNode } from 'react';
import { beyond, within } from '../../domain/access/index.ts';
import { LENGTH } from '../../domain/base/index.ts';
import type { RoleDetails, RoleForm as RoleValues } from '../../domain/role/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, LinkButton, Skeleton, WarningIcon } from '../../ui/index.ts';
import { useAnswer } from '../shared/services/calls.ts';
import { ProblemState } from '../shared/ProblemView.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { RoleForm } from './RoleForm.tsx';
import './people.css';

/** Creates a role (from scratch or from another one) or changes one. */
export default function RoleFormScreen(): ReactNode {
  const { t } = useTranslation();
  const { id } = useScreenParameters();
  const { query } = useScreenPath();
  const { user } = useSession();
  const edited = id === undefined ? null : Number(id);
  const source = edited ?? (Number(query.get('from')) || null);
  const role = useAnswer('getOneRole', source === null ? null : { role_id: source });
  const roles = useAnswer('getUserRoles', { limit: 1000, sort: 'name' }, ['role']);
  const grantable = useAnswer('getAllPermissions', {}, ['role']);
  const problem = [role, roles, grantable].find((answer) => answer.value === null && answer.problem !== null);
  if (problem?.problem) return <ProblemState problem={problem.problem} onRetry={problem.reload} />;
  if (roles.value === null || grantable.value === null || (source !== null && role.value?.role_id !== source)) return <WaitingForm />;

  const held = grantable.value.permissions;
  const saved = edited === null ? null : role.value;
  const isOwn = saved?.members.some((member) => member.user_id === user?.user_id) ?? false;
  if (saved !== null && beyond(saved.permissions, held).length > 0) {
    return (
      <Banner tone="caution" icon={<WarningIcon />} action={<LinkButton href={`/role/${saved.role_id}/view`}>{t('common.open')}</LinkButton>}>
        {t('roles.beyondOwn', { name: saved.name })}
      </Banner>
    );
  }
  const initial = saved !== null ? valuesOf(saved) : role.value === null ? NEW : { ...valuesOf(role.value), name: t('roles.cloneName', { name: role.value.name }).slice(0, LENGTH.roleName.max).trim(), permissions: within(role.value.permissions, held) };
  return (
    <div className="role-screen">
      <h1 className="page-title">{saved === null ? t('screens.roleCreate') : saved.name}</h1>
      <RoleForm key={source} initial={initial} saved={saved} isOwn={isOwn} held={held} roles={roles.value.rows} draftKey={saved === null ? `role.new.${source ?? ''}` : `role.${saved.role_id}`} />
    </div>
  );
}

const NEW: RoleValues = { name: '', parent_role_id: null, permissions: {}, labels: [] };
const valuesOf = ({ name, parent_role_id, permissions, labels }: RoleDetails): RoleValues => ({ name, parent_role_id, permissions, labels });

function WaitingForm(): ReactNode {
  return (
    <div className="role-screen" aria-busy="true">
      <Skeleton width="30%" height="1.75rem" />
      <Skeleton height="36px" />
      <Skeleton height="320px" />
    </div>
  );
}
