import { useState, type ReactNode } from 'react';
import { can } from '../../domain/access/index.ts';
import { ACCOUNT_STATUSES, type AccountRow, type AccountType } from '../../domain/account/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { AccountsIcon, EmptyState, Link, LinkButton, PlusIcon } from '../../ui/index.ts';
import { AccountStatusChip } from '../shared/account/accountLook.tsx';
import { ServerList, type ListColumn, type ListFilter } from '../shared/list/ServerList.tsx';
import { useScreenParameters } from '../shared/address/screen.ts';
import { useScreenName } from '../shared/address/screenName.ts';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AccountActions } from './AccountActions.tsx';
import { createAccess, updateHref, updateAccess } from './places.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { useAccountTree } from './useAccountTree.ts';
import './accounts.css';

/** Dealers or consumers directly below the account, or below one of its tree: the path says which. */
export default function AccountListScreen(): ReactNode {
  const { path } = useScreenPath();
  const { account_id: id } = useScreenParameters();
  const type: AccountType = path.startsWith('/dealers') || path.startsWith('/sub-dealer') ? 'DEALER' : 'CONSUMER';
  const parent = id === undefined ? null : Number(id);
  return <AccountList key={`${type} ${parent}`} type={type} parentId={parent} />;
}

function AccountList({ type, parentId }: { type: 'DEALER' | 'CONSUMER'; parentId: number | null }): ReactNode {
  const { t } = useTranslation();
  const { account, permissions } = useSession();
  const [changing, setChanging] = useState<AccountRow | null>(null);
  const tree = useAccountTree();
  const columns = useAccountColumns(type);
  const own = account?.account_id ?? 0;
  const parent = parentId === null ? account : (tree.byId.get(parentId) ?? null);
  useScreenName(parentId === null ? null : (parent?.name ?? null));
  const word = type === 'DEALER' ? 'dealer' : 'consumer';
  const method =
    parentId === null
      ? type === 'DEALER'
        ? 'getDealerList'
        : 'getConsumerList'
      : type === 'DEALER'
        ? 'getSubDealerList'
        : 'getSubConsumerList';
  const mayCreate =
    parent !== null &&
    parent.type !== 'CONSUMER' &&
    can(permissions, { resource: 'account', action: createAccess(own, parent, type).action });
  const create = (mayCreate ||
    (parent?.type === 'CONSUMER' &&
      type === 'CONSUMER' &&
      can(permissions, { resource: 'account', action: 'caa' }))) && (
    <LinkButton
      variant="primary"
      href={`/${word}/create${parentId === null ? '' : `?account_id=${parentId}`}`}
      icon={<PlusIcon aria-hidden="true" />}>
      {t(`accounts.create.${word}`)}
    </LinkButton>
  );
  const filters: ListFilter[] = [
    {
      id: 'status',
      label: t('accounts.status'),
      options: ACCOUNT_STATUSES.map((status) => ({ value: status, label: t(`accountStatus.${status}`) })),
    },
  ];
  return (
    <>
      {parentId === null ? (
        <h1 className="visually-hidden">{t(`screens.${word}s`)}</h1>
      ) : (
        <h1 className="page-title">
          <bdi>{parent?.name}</bdi>
        </h1>
      )}
      <ServerList<'getDealerList' | 'getConsumerList' | 'getSubDealerList' | 'getSubConsumerList'>
        id={`accounts.${word}s`}
        label={t(`screens.${word}s`)}
        method={method}
        data={parentId === null ? {} : { account_id: parentId }}
        subjects={['account', 'user', 'unit']}
        columns={columns}
        rowKey={(row) => row.account_id}
        rowName={(row) => row.name}
        filters={filters}
        sort="name"
        searchLabel={t('accounts.search')}
        tools={create}
        actions={(row) => (
          <AccountActions
            row={row}
            access={updateAccess(own, row, parent?.type ?? null, permissions)}
            onStatus={() => setChanging(row)}
          />
        )}
        empty={
          <EmptyState title={t(`accounts.empty.${word}`)} icon={<AccountsIcon />} action={create}>
            {t('accounts.emptyLead')}
          </EmptyState>
        }
      />
      {changing && (
        <StatusDialog
          row={changing}
          tree={tree.lines}
          access={updateAccess(own, changing, parent?.type ?? null, permissions)}
          onClose={() => setChanging(null)}
        />
      )}
    </>
  );
}

function useAccountColumns(type: 'DEALER' | 'CONSUMER'): readonly ListColumn<AccountRow>[] {
  const { t, i18n } = useTranslation();
  const formats = useFormats();
  const { permissions, account } = useSession();
  const countries = new Intl.DisplayNames(i18n.language, { type: 'region' });
  const country = (row: AccountRow): string => (row.country === '' ? '' : (countries.of(row.country) ?? row.country));
  const category = (row: AccountRow): string => (row.category === '' ? '' : t(`accounts.categories.${row.category}`));
  const figure = (id: 'children' | 'users' | 'units'): ListColumn<AccountRow> => ({
    id,
    header: t(`accounts.${id}`),
    sortable: true,
    align: 'end',
    text: (row) => String(row[id]),
    cell: (row) => <Figure id={id} row={row} type={type} />,
  });
  return [
    {
      id: 'name',
      header: t('accounts.name'),
      sortable: true,
      text: (row) => row.name,
      cell: (row) => <AccountName row={row} own={account?.account_id ?? 0} permissions={permissions} />,
    },
    {
      id: 'status',
      header: t('accounts.status'),
      sortable: true,
      text: (row) => t(`accountStatus.${row.status}`),
      cell: (row) => <AccountStatusChip status={row.status} />,
    },
    { id: 'country', header: t('accounts.country'), sortable: true, text: country, cell: country },
    {
      id: 'region',
      header: t('accounts.region'),
      shown: false,
      sortable: true,
      text: (row) => row.region,
      cell: (row) => <bdi>{row.region}</bdi>,
    },
    { id: 'category', header: t('accounts.category'), shown: false, sortable: true, text: category, cell: category },
    figure('children'),
    figure('users'),
    figure('units'),
    {
      id: 'created_at',
      header: t('accounts.created'),
      sortable: true,
      text: (row) => formats.date(Date.parse(row.created_at)),
      cell: (row) => <span className="dim">{formats.date(Date.parse(row.created_at))}</span>,
    },
  ];
}

/** The name leads to the account's own page where one may change it. */
function AccountName({
  row,
  own,
  permissions,
}: {
  row: AccountRow;
  own: number;
  permissions: Parameters<typeof updateAccess>[3];
}): ReactNode {
  const access = updateAccess(own, row, null, permissions);
  return access === null ? (
    <bdi>{row.name}</bdi>
  ) : (
    <Link href={updateHref(access, row.account_id)}>
      <bdi>{row.name}</bdi>
    </Link>
  );
}

function Figure({
  id,
  row,
  type,
}: {
  id: 'children' | 'users' | 'units';
  row: AccountRow;
  type: 'DEALER' | 'CONSUMER';
}): ReactNode {
  const { t } = useTranslation();
  const { can: may } = useSession();
  const formats = useFormats();
  const text = <span className="figures">{formats.number(row[id])}</span>;
  if (row[id] === 0) return text;
  if (id === 'children') {
    // A dealer's accounts are mostly consumers; a consumer's are nothing else.
    return (
      <span className="account-children">
        {may({ resource: 'account', action: 'car' }) ? (
          <Link href={`/sub-consumer/${row.account_id}`}>{text}</Link>
        ) : (
          text
        )}
        {type === 'DEALER' && may({ resource: 'account', action: 'dm' }) && (
          <Link href={`/sub-dealer/${row.account_id}`}>{t('screens.subDealers')}</Link>
        )}
      </span>
    );
  }
  if (id === 'users' && may({ resource: 'users_accounts', action: 'r' }) && may({ resource: 'user', action: 'r' }))
    return <Link href={`/users?account_id=${row.account_id}`}>{text}</Link>;
  return text;
}
