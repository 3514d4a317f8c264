import { useState, type KeyboardEvent, type ReactNode } from 'react';
import type { AccountTreeNode } from '../../api/contract/index.ts';
import { PAGE } from '../../domain/base/index.ts';
import type { AccountRow } from '../../domain/account/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { AccountsIcon, Badge, Button, EmptyState, ExpandIcon, IconButton, Link, SearchField } from '../../ui/index.ts';
import { AccountStatusChip } from '../shared/account/accountLook.tsx';
import { searchTree, unfolded, type TreeLine } from '../shared/account/accountTree.ts';
import { Unanswered } from '../shared/AnswerView.tsx';
import { useAnswer } from '../shared/services/calls.ts';
import { CutNote } from '../shared/list/CutNote.tsx';
import { WaitingRows } from '../shared/list/ServerListTable.tsx';
import { useSession } from '../shared/services/session.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AccountActions } from './AccountActions.tsx';
import { updateHref, updateAccess } from './places.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { useAccountTree, type AccountTree } from './useAccountTree.ts';
import '../shared/list/serverList.css';
import './accounts.css';

type Line = TreeLine<AccountTreeNode>;

/** Every account that one may see, from one's own down. */
export default function AccountTreeScreen(): ReactNode {
  const { t } = useTranslation();
  const { query, replaceQuery } = useScreenPath();
  const { account, permissions } = useSession();
  const search = query.get('search') ?? '';
  const { tree, isCut, counts } = useSearchedTree(search);
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set());
  const [changing, setChanging] = useState<AccountTreeNode | null>(null);
  const lines = search === '' ? unfolded(tree.lines, folded) : searchTree(tree.lines, search);
  const rows = new Map((counts?.rows ?? []).map((row) => [row.account_id, row]));
  const own = account?.account_id ?? 0;
  const accessTo = (node: AccountTreeNode) =>
    updateAccess(own, node, tree.byId.get(node.parent_id ?? -1)?.type ?? null, permissions);
  const fold = (id: number, on: boolean): void =>
    setFolded((before) => new Set(on ? [...before, id] : [...before].filter((each) => each !== id)));
  const find = (text: string): void => {
    const next = new URLSearchParams(query);
    if (text === '') next.delete('search');
    else next.set('search', text);
    replaceQuery(next);
  };
  return (
    <section className="server-list account-tree" aria-label={t('screens.accounts')}>
      <h1 className="visually-hidden">{t('screens.accounts')}</h1>
      <TreeTools
        tree={tree}
        search={search}
        count={search === '' ? tree.total : lines.length}
        folded={folded}
        onSearch={find}
        onFolded={setFolded}
      />
      <CutNote shown={tree.lines.length} total={tree.total} />
      {counts && !isCut && (
        <CutNote
          shown={counts.rows.length}
          total={counts.total}
          text={t('accounts.countsCut', { shown: counts.rows.length, total: counts.total })}
        />
      )}
      {!tree.known ? (
        <Unanswered answer={tree}>
          <WaitingRows />
        </Unanswered>
      ) : lines.length === 0 ? (
        <EmptyState
          title={t('list.noMatchTitle')}
          icon={<AccountsIcon />}
          action={<Button onPress={() => find('')}>{t('common.clearSearch')}</Button>}
        />
      ) : (
        <div className="server-list-scroll">
          <table className="server-table" aria-label={t('screens.accounts')}>
            <TreeHead />
            <tbody>
              {lines.map((line) => (
                <TreeRow
                  key={line.account.account_id}
                  line={line}
                  row={rows.get(line.account.account_id)}
                  access={accessTo(line.account)}
                  isOwn={line.account.account_id === own}
                  folded={search === '' && folded.has(line.account.account_id)}
                  onFold={(on) => fold(line.account.account_id, on)}
                  onStatus={() => setChanging(line.account)}
                />
              ))}
            </tbody>
          </table>
        </div>
      )}
      {changing && (
        <StatusDialog row={changing} tree={tree.lines} access={accessTo(changing)} onClose={() => setChanging(null)} />
      )}
    </section>
  );
}

/** The tree to search in, and the counts of its accounts as far as they are known. */
function useSearchedTree(search: string) {
  const whole = useAccountTree();
  const isCut = whole.total > whole.lines.length;
  // A whole tree is searched here; of a cut one the server knows the rest.
  const found = useAccountTree(isCut && search !== '' ? search : null);
  // Counts come with the flat list, a thousand at most; the tree holds ten thousand.
  const isBeyondCounts = whole.total > PAGE.maximumLimit;
  const counts = useAnswer(
    'getUserSubAccounts',
    { limit: PAGE.maximumLimit, sort: 'name', ...(isBeyondCounts && search !== '' && { search }) },
    ['account', 'user', 'unit'],
  );
  return { tree: isCut && search !== '' && found.known ? found : whole, isCut, counts: counts.value };
}

interface TreeToolsProps {
  tree: AccountTree;
  search: string;
  /** Accounts that match. */
  count: number;
  folded: ReadonlySet<number>;
  onSearch: (text: string) => void;
  onFolded: (folded: ReadonlySet<number>) => void;
}

/** The search, the count, and collapsing or expanding all. */
function TreeTools({ tree, search, count, folded, onSearch, onFolded }: TreeToolsProps): ReactNode {
  const { t } = useTranslation();
  const parents = tree.lines
    .filter(({ children, depth }) => children > 0 && depth > 0)
    .map((line) => line.account.account_id);
  return (
    <div className="server-list-tools">
      <SearchField
        label={t('accounts.search')}
        clearLabel={t('common.clearSearch')}
        value={search}
        onChange={onSearch}
        maxLength={100}
      />
      <output className="server-list-count">{tree.known && t('list.count', { count })}</output>
      <Button
        variant="quiet"
        isDisabled={parents.length === 0}
        onPress={() => onFolded(new Set(folded.size > 0 ? [] : parents))}>
        {t(folded.size > 0 ? 'accounts.unfoldAll' : 'accounts.foldAll')}
      </Button>
    </div>
  );
}

function TreeHead(): ReactNode {
  const { t } = useTranslation();
  return (
    <thead>
      <tr>
        <th scope="col">{t('accounts.name')}</th>
        <th scope="col">{t('accounts.type')}</th>
        <th scope="col">{t('accounts.status')}</th>
        {(['children', 'users', 'units'] as const).map((id) => (
          <th key={id} scope="col" className="server-table-end">
            {t(`accounts.${id}`)}
          </th>
        ))}
        <th scope="col">
          <span className="visually-hidden">{t('list.actions')}</span>
        </th>
      </tr>
    </thead>
  );
}

interface TreeRowProps {
  line: Line;
  row: AccountRow | undefined;
  access: ReturnType<typeof updateAccess>;
  isOwn: boolean;
  folded: boolean;
  onFold: (folded: boolean) => void;
  onStatus: () => void;
}

function TreeRow({
  line: { account, depth, children },
  row,
  access,
  isOwn,
  folded,
  onFold,
  onStatus,
}: TreeRowProps): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const figure = (value: number | undefined): string => formats.number(value ?? Number.NaN);
  /** As in a tree: one arrow folds, the other unfolds. */
  const onKeyDown = (event: KeyboardEvent): void => {
    if (children === 0 || (event.key !== 'ArrowLeft' && event.key !== 'ArrowRight')) return;
    const opens = (event.key === 'ArrowRight') === (getComputedStyle(event.currentTarget).direction === 'ltr');
    event.preventDefault();
    onFold(!opens);
  };
  return (
    <tr onKeyDown={onKeyDown}>
      <th scope="row" className="server-table-name">
        <span className="tree-branch" style={{ '--depth': depth } as React.CSSProperties}>
          {children > 0 ? (
            <IconButton
              size="compact"
              className="tree-fold"
              aria-expanded={!folded}
              label={t(folded ? 'accounts.unfold' : 'accounts.fold', { name: account.name })}
              icon={<ExpandIcon aria-hidden="true" />}
              onPress={() => onFold(!folded)}
            />
          ) : (
            <span className="tree-leaf" aria-hidden="true" />
          )}
          {access === null ? (
            <bdi>{account.name}</bdi>
          ) : (
            <Link href={updateHref(access, account.account_id)}>
              <bdi>{account.name}</bdi>
            </Link>
          )}
          {isOwn && <Badge tone="accent">{t('accounts.own')}</Badge>}
        </span>
      </th>
      <td data-label={t('accounts.type')}>
        <span className="dim">{t(`accountType.${account.type}`)}</span>
      </td>
      <td data-label={t('accounts.status')}>
        <AccountStatusChip status={account.status} />
      </td>
      <td data-label={t('accounts.children')} className="server-table-end">
        <span className="figures">{figure(children)}</span>
      </td>
      <td data-label={t('accounts.users')} className="server-table-end">
        <span className="figures">{figure(row?.users)}</span>
      </td>
      <td data-label={t('accounts.units')} className="server-table-end">
        <span className="figures">{figure(row?.units)}</span>
      </td>
      <td className="server-table-actions">
        <AccountActions row={account} access={access} onStatus={onStatus} />
      </td>
    </tr>
  );
}
