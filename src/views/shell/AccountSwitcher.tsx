import { useMachine } from '@xstate/react';
import { useContext, useMemo, useState, type KeyboardEvent, type ReactNode } from 'react';
import type { Account, Membership } from '../../domain/account/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { createAccountSwitchMachine } from '../../machines/accountSwitch/index.ts';
import { Badge, Button, Popover, SearchField, Skeleton, SwitchIcon } from '../../ui/index.ts';
import { AccountStatusChip } from '../shared/account/accountLook.tsx';
import { searchTree, treeLines, type TreeLine } from '../shared/account/accountTree.ts';
import { useAnswer, useCalls } from '../shared/services/calls.ts';
import { LeaveGuardContext } from '../shared/address/leaveGuard.ts';
import { ProblemBanner } from '../shared/ProblemView.tsx';
import { useSession } from '../shared/services/session.ts';

/** From this many accounts on, typing is faster than looking. */
const SEARCH_FROM = 7;

/** The account that one is in; with several, a way to the others. */
export function AccountSwitcher(): ReactNode {
  const { t } = useTranslation();
  const { account, memberships } = useSession();
  if (account === null) return null;
  const text = t('shell.account', { account: account.name });
  if (memberships.length > 1) return <Switcher key={account.account_id} account={account} />;
  return (
    <span className="navbar-account" title={text}>
      <span className="visually-hidden">{text}</span>
      <bdi aria-hidden="true">{account.name}</bdi>
    </span>
  );
}

function Switcher({ account }: { account: Account }): ReactNode {
  const { t } = useTranslation();
  const { call } = useCalls();
  const { send: sendSession } = useSession();
  const guard = useContext(LeaveGuardContext);
  const [machine] = useState(() =>
    createAccountSwitchMachine(
      {
        async accounts(signal) {
          const answer = await call('getUserAccounts', {}, signal);
          return answer.ok ? { ok: true, value: answer.value.accounts } : answer;
        },
        ask: (accountId, signal) => call('selectAccount', { account_id: accountId }, signal),
        leaveFor(accountId) {
          const leave = (): void => sendSession({ type: 'session.selectAccount', accountId });
          if (guard === null) leave();
          else guard.leave(leave);
        },
        unexpectedText: () => t('errors.unexpected'),
      },
      account.account_id,
    ),
  );
  const [snapshot, send] = useMachine(machine);
  const { accounts, chosen, problem } = snapshot.context;
  const open = snapshot.hasTag('open');
  const text = t('shell.account', { account: account.name });
  return (
    <Popover
      label={t('accountSwitch.title')}
      placement="bottom end"
      open={open}
      onOpenChange={(next) => send({ type: next ? 'accountSwitch.open' : 'accountSwitch.close' })}
      trigger={
        <Button
          variant="quiet"
          className="navbar-account"
          icon={<SwitchIcon aria-hidden="true" />}
          aria-label={t('accountSwitch.open', { account: text })}>
          <bdi>{account.name}</bdi>
        </Button>
      }>
      <div className="account-switch">
        {problem !== null && (
          <ProblemBanner
            problem={problem}
            action={
              snapshot.matches({ open: 'failed' }) && (
                <Button onPress={() => send({ type: 'accountSwitch.retry' })}>{t('accountSwitch.retry')}</Button>
              )
            }
          />
        )}
        {accounts === null && problem === null && <Skeleton height="120px" />}
        {accounts !== null && (
          <Choice
            accounts={accounts}
            current={account.account_id}
            entering={snapshot.hasTag('busy') ? chosen : null}
            onChoose={(accountId) => send({ type: 'accountSwitch.choose', accountId })}
          />
        )}
      </div>
    </Popover>
  );
}

interface ChoiceProps {
  accounts: readonly Membership[];
  current: number;
  /** The account that is being opened, or null. */
  entering: number | null;
  onChoose: (accountId: Membership['account_id']) => void;
}

type Placed = Membership & { readonly parent_id: number | null };

/** The accounts as a tree as far as one can see it, found by typing, gone through by arrows. */
function Choice({ accounts, current, entering, onChoose }: ChoiceProps): ReactNode {
  const { t, i18n } = useTranslation();
  const [search, setSearch] = useState('');
  const tree = useAnswer('getChildAccounts', {});
  const lines = useMemo(
    () => treeLines(placedAmong(accounts, tree.value?.accounts ?? []), new Intl.Collator(i18n.language)),
    [accounts, tree.value, i18n.language],
  );
  const shown = searchTree(lines, search);
  return (
    // Arrows are a shortcut: every account is a button that Tab reaches.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="account-switch-list" onKeyDown={moveByArrows}>
      {accounts.length >= SEARCH_FROM && (
        <SearchField
          label={t('selectAccount.search')}
          clearLabel={t('common.clearSearch')}
          value={search}
          onChange={setSearch}
          maxLength={100}
        />
      )}
      <ul aria-label={t('selectAccount.list')}>
        {shown.map((line) => (
          <AccountOption
            key={line.account.account_id}
            line={line}
            isCurrent={line.account.account_id === current}
            entering={entering}
            onChoose={onChoose}
          />
        ))}
      </ul>
      {shown.length === 0 && <p className="account-switch-none">{t('selectAccount.noMatches')}</p>}
    </div>
  );
}

function AccountOption({
  line: { account, depth },
  isCurrent,
  entering,
  onChoose,
}: { line: TreeLine<Placed>; isCurrent: boolean } & Pick<ChoiceProps, 'entering' | 'onChoose'>): ReactNode {
  const { t } = useTranslation();
  const isOpen = account.status === 'active';
  const note =
    entering === account.account_id
      ? t('accountSwitch.opening', { account: account.name })
      : isOpen
        ? t('selectAccount.role', { role: account.role })
        : t(`accountSwitch.unavailable.${account.status}`);
  return (
    <li style={{ '--depth': depth } as React.CSSProperties}>
      <button
        type="button"
        className="account-option"
        aria-current={isCurrent || undefined}
        aria-disabled={!isOpen || entering !== null || undefined}
        onClick={() => isOpen && entering === null && onChoose(account.account_id)}>
        <span className="account-option-name">
          <bdi>{account.name}</bdi>
          {isCurrent && <Badge tone="accent">{t('selectAccount.current')}</Badge>}
          {!isOpen && <AccountStatusChip status={account.status} />}
        </span>
        <span className="account-option-note">
          {t(`accountType.${account.type}`)} · {note}
        </span>
      </button>
    </li>
  );
}

/** Each account below the nearest one above it that one may enter too, as far as the tree is known. */
function placedAmong(
  accounts: readonly Membership[],
  tree: readonly { readonly account_id: number; readonly parent_id: number | null }[],
): Placed[] {
  const parents = new Map(tree.map((node) => [node.account_id, node.parent_id]));
  const own = new Set<number>(accounts.map(({ account_id: id }) => id));
  return accounts.map((account) => {
    const seen = new Set<number>();
    let parent = parents.get(account.account_id) ?? null;
    while (parent !== null && !own.has(parent) && !seen.has(parent)) {
      seen.add(parent);
      parent = parents.get(parent) ?? null;
    }
    return { ...account, parent_id: parent };
  });
}

/** Arrows go from the search into the list and through it. */
function moveByArrows(event: KeyboardEvent<HTMLDivElement>): void {
  if (event.key !== 'ArrowDown' && event.key !== 'ArrowUp') return;
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input, .account-option')];
  const at = stops.indexOf(document.activeElement as HTMLElement);
  const next = stops[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (next === undefined) return;
  event.preventDefault();
  next.focus();
}
