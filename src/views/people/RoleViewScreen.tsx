import { useState, type ReactNode } from 'react';
import type { RoleDetails } from '../../domain/role/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import {
  Badge,
  Button,
  CloneIcon,
  DeleteIcon,
  EditIcon,
  EmptyState,
  InviteIcon,
  LinkButton,
  Link,
  Panel,
  UsersIcon,
} from '../../ui/index.ts';
import { AnswerScreen } from '../shared/AnswerView.tsx';
import { Fact } from '../shared/Fact.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AddUsersDialog } from './AddUsersDialog.tsx';
import { DeleteRoleDialog } from './DeleteRoleDialog.tsx';
import { PermissionEditor } from './PermissionEditor.tsx';
import './people.css';

/** One role: what it grants, and who holds it. */
export default function RoleViewScreen(): ReactNode {
  const { id = '' } = useScreenParameters();
  const answer = useAnswer('getOneRole', { role_id: Number(id) }, ['role', 'user']);
  return (
    <AnswerScreen
      answer={answer}
      isAsked={(role) => String(role.role_id) === id}
      named={({ name }) => ({ name })}
      className="role-screen"
      blocks={[120, 320]}>
      {(role) => <RoleView role={role} />}
    </AnswerScreen>
  );
}

function RoleView({ role }: { role: RoleDetails }): ReactNode {
  const { t } = useTranslation();
  const { can, permissions } = useSession();
  const { query, replaceQuery, goOn } = useScreenPath();
  const [deleting, setDeleting] = useState(false);
  const mayAdd = can({ resource: 'user', action: 'u' }) || can({ resource: 'user', action: 'a' });
  const add = (open: boolean): void => {
    const next = new URLSearchParams(query);
    if (open) next.set('add', '1');
    else next.delete('add');
    replaceQuery(next);
  };
  return (
    <div className="role-screen">
      <header className="page-head">
        <h1 className="page-title">
          <bdi>{role.name}</bdi>
        </h1>
        <RoleActions role={role} onDelete={() => setDeleting(true)} />
      </header>
      <RoleFacts role={role} />
      <RoleMembers role={role} onAdd={mayAdd ? () => add(true) : null} />
      <Panel title={t('roles.permissions')}>
        <PermissionEditor permissions={role.permissions} own={permissions} />
      </Panel>
      {query.get('add') === '1' && mayAdd && <AddUsersDialog role={role} onClose={() => add(false)} />}
      {deleting && (
        <DeleteRoleDialog role={role} onClose={() => setDeleting(false)} onDeleted={() => goOn('/roles-list')} />
      )}
    </div>
  );
}

/** What may be done with the role. */
function RoleActions({ role, onDelete }: { role: RoleDetails; onDelete: () => void }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  return (
    <>
      {can({ resource: 'role', action: 'd' }) && (
        <Button variant="quiet" icon={<DeleteIcon aria-hidden="true" />} onPress={onDelete}>
          {t('roles.delete')}
        </Button>
      )}
      {can({ resource: 'role', action: 'a' }) && (
        <LinkButton href={`/role/create?from=${role.role_id}`} icon={<CloneIcon aria-hidden="true" />}>
          {t('roles.clone')}
        </LinkButton>
      )}
      {can({ resource: 'role', action: 'u' }) && (
        <LinkButton variant="primary" href={`/role/${role.role_id}/edit`} icon={<EditIcon aria-hidden="true" />}>
          {t('common.edit')}
        </LinkButton>
      )}
    </>
  );
}

/** Its place in the hierarchy, and since when. */
function RoleFacts({ role }: { role: RoleDetails }): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <dl className="fact-grid">
      <Fact label={t('roles.parent')}>
        {role.parent_role_id === null ? (
          t('roles.noParent')
        ) : (
          <Link href={`/role/${role.parent_role_id}/view`}>
            <bdi>{role.parent_role_name}</bdi>
          </Link>
        )}
      </Fact>
      <Fact label={t('roles.childRoles')}>
        <span className="figures">{formats.number(role.child_roles)}</span>
      </Fact>
      <Fact label={t('roles.created')}>
        <span className="figures">{formats.dateTime(Date.parse(role.created_at))}</span>
      </Fact>
      {role.labels.length > 0 && (
        <Fact label={t('roles.labels')}>
          {role.labels.map((label) => (
            <Badge key={label}>
              <bdi>{label}</bdi>
            </Badge>
          ))}
        </Fact>
      )}
    </dl>
  );
}

/** Who holds the role; `onAdd` is null for those who may not give it to others. */
function RoleMembers({ role, onAdd }: { role: RoleDetails; onAdd: (() => void) | null }): ReactNode {
  const { t } = useTranslation();
  return (
    <Panel
      title={t('roles.members', { count: role.members.length })}
      actions={
        onAdd !== null && (
          <Button icon={<InviteIcon aria-hidden="true" />} onPress={onAdd}>
            {t('roles.addUsers')}
          </Button>
        )
      }>
      {role.members.length === 0 ? (
        <EmptyState title={t('roles.noMembers')} icon={<UsersIcon />} />
      ) : (
        <ul className="role-members">
          {role.members.map((member) => (
            <li key={member.user_id}>
              <bdi>{member.name}</bdi>{' '}
              <bdi dir="ltr" className="dim">
                {member.username}
              </bdi>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
