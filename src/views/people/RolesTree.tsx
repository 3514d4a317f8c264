import { useMemo, useRef, useState, type ReactNode } from 'react';
import type { RoleSummary } from '../../domain/role/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import {
  Badge,
  Button,
  CloneIcon,
  DeleteIcon,
  EditIcon,
  EmptyState,
  IconButton,
  Link,
  LinkButton,
  PlusIcon,
  SearchField,
  ShieldIcon,
  Tooltip,
} from '../../ui/index.ts';
import { Unanswered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { WaitingRows } from '../shared/list/ServerListTable.tsx';
import { useSession } from '../shared/services/session.ts';
import { useShortcuts } from '../shared/shortcuts.tsx';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { DeleteRoleDialog } from './DeleteRoleDialog.tsx';
import { roleLines, searchRoles, type RoleLine } from './roleTree.ts';
import '../shared/list/serverList.css';

/** Roles of the account, each below the one it reports to. */
export function RolesTree(): ReactNode {
  const { t, i18n } = useTranslation();
  const { can } = useSession();
  const { query, replaceQuery } = useScreenPath();
  const answer = useAnswer('getUserRoles', { limit: 1000, sort: 'name' }, ['role', 'user']);
  const [deleting, setDeleting] = useState<RoleSummary | null>(null);
  const search = useRef<HTMLInputElement>(null);
  useShortcuts('shortcuts.list', [{ keys: ['/'], labelKey: 'shortcuts.search', run: () => search.current?.focus() }]);
  const wanted = query.get('search') ?? '';
  const lines = useMemo(
    () => roleLines(answer.value?.rows ?? [], new Intl.Collator(i18n.language)),
    [answer.value, i18n.language],
  );
  const shown = searchRoles(lines, wanted);
  const find = (text: string): void => {
    const next = new URLSearchParams(query);
    if (text === '') next.delete('search');
    else next.set('search', text);
    replaceQuery(next);
  };
  const create = can({ resource: 'role', action: 'a' }) && (
    <LinkButton variant="primary" href="/role/create" icon={<PlusIcon aria-hidden="true" />}>
      {t('roles.create')}
    </LinkButton>
  );
  return (
    <section className="server-list" aria-label={t('people.roles')} aria-busy={answer.loading}>
      <div className="server-list-tools">
        <SearchField
          ref={search}
          label={t('roles.search')}
          clearLabel={t('common.clearSearch')}
          value={wanted}
          onChange={find}
          maxLength={100}
        />
        <output className="server-list-count">{answer.value && t('list.count', { count: answer.value.total })}</output>
        {create}
      </div>
      {answer.value === null ? (
        <Unanswered answer={answer}>
          <WaitingRows />
        </Unanswered>
      ) : shown.length > 0 ? (
        <RolesTable lines={shown} onDelete={setDeleting} />
      ) : wanted === '' ? (
        <EmptyState title={t('roles.emptyTitle')} icon={<ShieldIcon />} action={create}>
          {t('roles.emptyLead')}
        </EmptyState>
      ) : (
        <EmptyState
          title={t('list.noMatchTitle')}
          action={<Button onPress={() => find('')}>{t('common.clearSearch')}</Button>}
        />
      )}
      {deleting && (
        <DeleteRoleDialog role={deleting} onClose={() => setDeleting(null)} onDeleted={() => setDeleting(null)} />
      )}
    </section>
  );
}

function RolesTable({
  lines,
  onDelete,
}: {
  lines: readonly RoleLine[];
  onDelete: (role: RoleSummary) => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  return (
    <div className="server-list-scroll">
      <table className="server-table" aria-label={t('people.roles')}>
        <thead>
          <tr>
            <th scope="col">{t('roles.name')}</th>
            <th scope="col">{t('roles.parent')}</th>
            <th scope="col" className="server-table-end">
              {t('people.users')}
            </th>
            <th scope="col" className="server-table-end">
              {t('roles.permissions')}
            </th>
            <th scope="col">{t('roles.labels')}</th>
            <th scope="col">
              <span className="visually-hidden">{t('list.actions')}</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map(({ role, depth }) => (
            <tr key={role.role_id}>
              <th scope="row" className="server-table-name">
                <RoleBranch role={role} depth={depth} />
              </th>
              <td data-label={t('roles.parent')}>
                <bdi className="dim">{role.parent_role_name}</bdi>
              </td>
              <td data-label={t('people.users')} className="server-table-end">
                <span className="figures">{formats.number(role.users)}</span>
              </td>
              <td data-label={t('roles.permissions')} className="server-table-end">
                <span className="figures">{formats.number(role.permission_count)}</span>
              </td>
              <td data-label={t('roles.labels')}>
                {role.labels.length > 0 && (
                  <span className="role-labels">
                    {role.labels.map((label) => (
                      <Badge key={label}>
                        <bdi>{label}</bdi>
                      </Badge>
                    ))}
                  </span>
                )}
              </td>
              <td className="server-table-actions">
                <RoleActions role={role} onDelete={() => onDelete(role)} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/** The name, moved in below the role that it reports to. */
function RoleBranch({ role, depth }: RoleLine): ReactNode {
  return (
    <span className="role-branch" style={{ '--depth': depth } as React.CSSProperties}>
      <Link href={`/role/${role.role_id}/view`}>
        <bdi>{role.name}</bdi>
      </Link>
    </span>
  );
}

function RoleActions({ role, onDelete }: { role: RoleSummary; onDelete: () => void }): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { go } = useScreenPath();
  const { name } = role;
  return (
    <>
      {can({ resource: 'role', action: 'u' }) && (
        <Tooltip text={t('common.edit')}>
          <IconButton
            size="compact"
            label={t('roles.editOf', { name })}
            icon={<EditIcon aria-hidden="true" />}
            onPress={() => go(`/role/${role.role_id}/edit`)}
          />
        </Tooltip>
      )}
      {can({ resource: 'role', action: 'a' }) && (
        <Tooltip text={t('roles.clone')}>
          <IconButton
            size="compact"
            label={t('roles.cloneOf', { name })}
            icon={<CloneIcon aria-hidden="true" />}
            onPress={() => go('/role/create', { from: String(role.role_id) })}
          />
        </Tooltip>
      )}
      {can({ resource: 'role', action: 'd' }) && (
        <Tooltip text={t('roles.delete')}>
          <IconButton
            size="compact"
            label={t('roles.deleteOf', { name })}
            icon={<DeleteIcon aria-hidden="true" />}
            onPress={onDelete}
          />
        </Tooltip>
      )}
    </>
  );
}
