import { useState, type ReactNode } from 'react';
import type { AccountUser } from '../../api/contract/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { LOGIN_STATUSES } from '../../domain/user/index.ts';
import {
  Badge,
  BlockIcon,
  Button,
  EditIcon,
  EmptyState,
  IconButton,
  InviteIcon,
  Link,
  RemoveUserIcon,
  Tooltip,
  UsersIcon,
} from '../../ui/index.ts';
import { AccountStatusChip } from '../shared/account/accountLook.tsx';
import { Avatar } from '../shared/account/Avatar.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { InviteDialog } from '../shared/invitation/InviteDialog.tsx';
import { ServerList, type ListColumn } from '../shared/list/ServerList.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNow } from '../shared/time/useNow.ts';
import { ChangeRoleDialog } from './ChangeRoleDialog.tsx';
import { LoginStatusDialog } from './LoginStatusDialog.tsx';
import { fullName } from './names.ts';
import { RemoveUsersDialog } from './RemoveUsersDialog.tsx';

type Task =
  | { readonly kind: 'invite' }
  | { readonly kind: 'role' | 'status'; readonly user: AccountUser }
  | { readonly kind: 'remove'; readonly users: readonly AccountUser[] };

/** People of the account, or of one below it. */
export function PeopleList({ accountId }: { accountId: number | null }): ReactNode {
  const { t } = useTranslation();
  const { can, user: me } = useSession();
  const [task, setTask] = useState<Task | null>(null);
  const columns = usePeopleColumns();
  const resource = accountId === null ? 'user' : 'users_accounts';
  const may = {
    add: can({ resource, action: 'a' }),
    change: can({ resource, action: 'u' }),
    remove: can({ resource, action: 'd' }),
  };
  const byRole = accountId === null && can({ resource: 'role', action: 'r' });
  const roles = useAnswer('getUserRoles', byRole ? { limit: 1000, sort: 'name' } : null, ['role']);
  const close = (): void => setTask(null);
  const invite = may.add && (
    <Button variant="primary" icon={<InviteIcon aria-hidden="true" />} onPress={() => setTask({ kind: 'invite' })}>
      {t('people.invite')}
    </Button>
  );
  // The filter is shown before its choices are known: an address may name one already.
  const filters = [
    ...(byRole
      ? [
          {
            id: 'role_id',
            label: t('people.role'),
            numeric: true,
            options: (roles.value?.rows ?? []).map((role) => ({ value: String(role.role_id), label: role.name })),
          },
        ]
      : []),
    {
      id: 'status',
      label: t('people.status'),
      options: LOGIN_STATUSES.map((status) => ({ value: status, label: t(`accountStatus.${status}`) })),
    },
  ];

  return (
    <>
      {accountId === null && <PendingInvitations />}
      <ServerList<'getUsersList' | 'getAccountUsers'>
        key={accountId}
        id="people"
        label={t('people.users')}
        method={accountId === null ? 'getUsersList' : 'getAccountUsers'}
        data={accountId === null ? {} : { account_id: accountId }}
        subjects={['user', 'role', 'invitation']}
        columns={columns}
        rowKey={(row) => row.user_id}
        rowName={fullName}
        filters={filters}
        sort="name"
        searchLabel={t('people.search')}
        tools={invite}
        actions={
          may.change || may.remove
            ? (row) => <PersonActions row={row} self={row.user_id === me?.user_id} may={may} onTask={setTask} />
            : undefined
        }
        bulk={
          may.remove ? (rows) => <BulkRemoval rows={rows} self={me?.user_id ?? null} onTask={setTask} /> : undefined
        }
        empty={
          <EmptyState title={t('people.emptyTitle')} icon={<UsersIcon />} action={invite}>
            {t('people.emptyLead')}
          </EmptyState>
        }
      />
      {task?.kind === 'invite' && <InviteDialog onClose={close} {...(accountId === null ? {} : { accountId })} />}
      {task?.kind === 'role' && <ChangeRoleDialog user={task.user} accountId={accountId} onClose={close} />}
      {task?.kind === 'status' && <LoginStatusDialog user={task.user} accountId={accountId} onClose={close} />}
      {task?.kind === 'remove' && <RemoveUsersDialog users={task.users} accountId={accountId} onClose={close} />}
    </>
  );
}

function usePeopleColumns(): readonly ListColumn<AccountUser>[] {
  const { t } = useTranslation();
  const formats = useFormats();
  const now = useNow();
  const { user: me } = useSession();
  const seen = (row: AccountUser): string =>
    row.last_seen_at === null ? t('time.never') : formats.relative(Date.parse(row.last_seen_at), now);
  return [
    {
      id: 'name',
      header: t('people.name'),
      sortable: true,
      text: fullName,
      cell: (row) => (
        <span className="cell-person">
          <Avatar person={row} />
          <span>
            <bdi>{fullName(row)}</bdi>
            {row.user_id === me?.user_id && (
              <>
                {' '}
                <Badge tone="accent">{t('people.you')}</Badge>
              </>
            )}
          </span>
        </span>
      ),
    },
    {
      id: 'username',
      header: t('people.username'),
      sortable: true,
      text: (row) => row.username,
      cell: (row) => <bdi dir="ltr">{row.username}</bdi>,
    },
    {
      id: 'email',
      header: t('people.email'),
      sortable: true,
      text: (row) => row.email,
      cell: (row) => (
        <a className="link" href={`mailto:${row.email}`}>
          <bdi dir="ltr">{row.email}</bdi>
        </a>
      ),
    },
    {
      id: 'mobile',
      header: t('people.mobile'),
      shown: false,
      text: (row) => row.mobile,
      cell: (row) => <bdi dir="ltr">{row.mobile}</bdi>,
    },
    {
      id: 'role_name',
      header: t('people.role'),
      sortable: true,
      text: (row) => row.role_name,
      cell: (row) => <RoleName row={row} />,
    },
    {
      id: 'status',
      header: t('people.status'),
      sortable: true,
      text: (row) => t(`accountStatus.${row.status}`),
      cell: (row) => <AccountStatusChip status={row.status} />,
    },
    {
      id: 'last_seen_at',
      header: t('people.lastSeen'),
      sortable: true,
      text: (row) => (row.last_seen_at === null ? '' : formats.dateTime(Date.parse(row.last_seen_at))),
      cell: (row) => (
        <span
          className="dim"
          title={row.last_seen_at === null ? undefined : formats.dateTime(Date.parse(row.last_seen_at))}>
          {seen(row)}
        </span>
      ),
    },
    {
      id: 'joined_at',
      header: t('people.joined'),
      sortable: true,
      shown: false,
      text: (row) => formats.date(Date.parse(row.joined_at)),
      cell: (row) => formats.date(Date.parse(row.joined_at)),
    },
  ];
}

/** The role, as a link to it where one may look and it is of one's own account. */
function RoleName({ row }: { row: AccountUser }): ReactNode {
  const { can, account } = useSession();
  const isLinked = can({ resource: 'role', action: 'r' }) && row.account_id === account?.account_id;
  return isLinked ? (
    <Link href={`/role/${row.role_id}/view`}>
      <bdi>{row.role_name}</bdi>
    </Link>
  ) : (
    <bdi>{row.role_name}</bdi>
  );
}

interface PersonActionsProps {
  row: AccountUser;
  self: boolean;
  may: { readonly change: boolean; readonly remove: boolean };
  onTask: (task: Task) => void;
}

function PersonActions({ row, self, may, onTask }: PersonActionsProps): ReactNode {
  const { t } = useTranslation();
  const name = fullName(row);
  return (
    <>
      {may.change && (
        <Tooltip text={self ? t('people.notOwnRole') : t('people.changeRole')}>
          <IconButton
            label={t('people.changeRoleOf', { name })}
            size="compact"
            aria-disabled={self || undefined}
            icon={<EditIcon aria-hidden="true" />}
            onPress={() => !self && onTask({ kind: 'role', user: row })}
          />
        </Tooltip>
      )}
      {may.change && (
        <Tooltip text={self ? t('people.notOwnStatus') : t('people.changeStatus')}>
          <IconButton
            label={t('people.changeStatusOf', { name })}
            size="compact"
            aria-disabled={self || undefined}
            icon={<BlockIcon aria-hidden="true" />}
            onPress={() => !self && onTask({ kind: 'status', user: row })}
          />
        </Tooltip>
      )}
      {may.remove && (
        <Tooltip text={self ? t('people.notSelf') : t('people.remove')}>
          <IconButton
            label={t('people.removeOf', { name })}
            size="compact"
            aria-disabled={self || undefined}
            icon={<RemoveUserIcon aria-hidden="true" />}
            onPress={() => !self && onTask({ kind: 'remove', users: [row] })}
          />
        </Tooltip>
      )}
    </>
  );
}

function BulkRemoval({
  rows,
  self,
  onTask,
}: {
  rows: readonly AccountUser[];
  self: number | null;
  onTask: (task: Task) => void;
}): ReactNode {
  const { t } = useTranslation();
  const others = rows.filter((row) => row.user_id !== self);
  return (
    <>
      <Button
        variant="danger"
        icon={<RemoveUserIcon aria-hidden="true" />}
        isDisabled={others.length === 0}
        onPress={() => onTask({ kind: 'remove', users: others })}>
        {t('people.remove')}
      </Button>
      {others.length < rows.length && <span>{t('people.notSelf')}</span>}
    </>
  );
}

/** How many invitations wait for an answer. */
function PendingInvitations(): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const answer = useAnswer(
    'getInvitationList',
    can({ resource: 'user_accounts_invitations', action: 'r' }) ? { limit: 1, filters: { status: 'pending' } } : null,
    ['invitation'],
  );
  const count = answer.value?.total ?? 0;
  if (count === 0) return null;
  return (
    <p className="people-pending">
      <Link href="/user-invitations?tab=sent">{t('people.pending', { count })}</Link>
    </p>
  );
}
