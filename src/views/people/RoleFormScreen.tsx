import type { ReactNode } from 'react';
import { beyond, within } from '../../domain/access/index.ts';
import { LENGTH } from '../../domain/base/index.ts';
import type { RoleDetails, RoleForm as RoleValues } from '../../domain/role/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Banner, LinkButton, WarningIcon } from '../../ui/index.ts';
import { Unanswered, WaitingScreen } from '../shared/AnswerView.tsx';
import { useAnswer, useFreshAnswer } from '../shared/services/calls.ts';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useScreenName } from '../shared/address/screenName.ts';
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
  const role = useFreshAnswer('getOneRole', source === null ? null : { role_id: source });
  const roles = useAnswer('getUserRoles', { limit: 1000, sort: 'name' }, ['role']);
  const grantable = useAnswer('getAllPermissions', {}, ['role']);
  const saved = edited !== null && role.value?.role_id === edited ? role.value : null;
  useScreenName(saved?.name ?? null, `/role/${edited}/view`);
  const failed = [role, roles, grantable].find((answer) => answer.value === null && answer.problem !== null);
  if (failed !== undefined)
    return (
      <Unanswered answer={failed} isScreen>
        {null}
      </Unanswered>
    );
  if (roles.value === null || grantable.value === null || (source !== null && role.value?.role_id !== source))
    return <WaitingScreen className="role-screen" blocks={[36, 320]} />;

  const own = grantable.value.permissions;
  const isOwn = saved?.members.some((member) => member.user_id === user?.user_id) ?? false;
  if (saved !== null && beyond(saved.permissions, own).length > 0) {
    return (
      <div className="role-screen">
        <h1 className="page-title">
          <bdi>{saved.name}</bdi>
        </h1>
        <Banner
          tone="caution"
          icon={<WarningIcon />}
          action={<LinkButton href={`/role/${saved.role_id}/view`}>{t('common.open')}</LinkButton>}>
          {t('roles.beyondOwn', { name: saved.name })}
        </Banner>
      </div>
    );
  }
  const initial =
    saved !== null
      ? valuesOf(saved)
      : role.value === null
        ? NEW
        : {
            ...valuesOf(role.value),
            name: t('roles.cloneName', { name: role.value.name }).slice(0, LENGTH.roleName.max).trim(),
            permissions: within(role.value.permissions, own),
          };
  return (
    <div className="role-screen">
      <h1 className="page-title">{saved === null ? t('screens.roleCreate') : saved.name}</h1>
      <RoleForm
        key={source}
        initial={initial}
        saved={saved}
        isOwn={isOwn}
        own={own}
        roles={roles.value.rows}
        draftKey={saved === null ? `role.new.${source ?? ''}` : `role.${saved.role_id}`}
      />
    </div>
  );
}

const NEW: RoleValues = { name: '', parent_role_id: null, permissions: {}, labels: [] };
const valuesOf = ({ name, parent_role_id, permissions, labels }: RoleDetails): RoleValues => ({
  name,
  parent_role_id,
  permissions,
  labels,
});
