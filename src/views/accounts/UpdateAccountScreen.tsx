import { useState, type ReactNode } from 'react';
import type { AccountDetails } from '../../domain/account/index.ts';
import { useFormats, useTranslation } from '../../i18n/index.ts';
import { AuditIcon, Banner, Button, InfoIcon, LinkButton, UsersIcon } from '../../ui/index.ts';
import { AccountStatusChip } from '../shared/account/accountLook.tsx';
import { Unanswered, WaitingScreen } from '../shared/AnswerView.tsx';
import { useFreshAnswer } from '../shared/services/calls.ts';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useOwnChanges } from '../shared/form/ownChanges.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useScreenName } from '../shared/address/screenName.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AccountForm } from './AccountForm.tsx';
import { NoAccount } from './NoAccount.tsx';
import { changesOf, valuesOf, type AccountValues } from './accountValues.ts';
import { BrandingPanel } from './BrandingPanel.tsx';
import { readMethod, updateAccess, type Placed, type UpdateAccess } from './places.ts';
import { StatusDialog } from './StatusDialog.tsx';
import { useAccountTree, type AccountTree } from './useAccountTree.ts';
import './accounts.css';

const WAITING = { className: 'account-screen', blocks: [180, 180] };

/** Changes the account that one is in, or one of its tree: what it takes follows from where the account is. */
export default function UpdateAccountScreen(): ReactNode {
  const { t } = useTranslation();
  const { path, query } = useScreenPath();
  const { account, permissions } = useSession();
  const tree = useAccountTree();
  const own = account?.account_id ?? 0;
  const wanted = path === '/account/update' ? own : Number(query.get('account_id'));
  if (!tree.known)
    return (
      <Unanswered answer={tree} isScreen>
        <WaitingScreen {...WAITING} />
      </Unanswered>
    );
  const target = tree.byId.get(wanted);
  const access =
    target === undefined
      ? null
      : updateAccess(own, target, tree.byId.get(target.parent_id ?? -1)?.type ?? null, permissions);
  if (target === undefined || access === null)
    return <NoAccount title={t('screens.childAccountUpdate')}>{t('accounts.missing')}</NoAccount>;
  return <UpdateAccount key={wanted} target={target} access={access} tree={tree} />;
}

function UpdateAccount({
  target,
  access,
  tree,
}: {
  target: Placed;
  access: UpdateAccess;
  tree: AccountTree;
}): ReactNode {
  const { t } = useTranslation();
  const { account, permissions } = useSession();
  const method = readMethod(
    account?.account_id ?? 0,
    target,
    tree.byId.get(target.parent_id ?? -1)?.type ?? null,
    permissions,
  );
  const own = useFreshAnswer('getAccountDetails', method === 'getAccountDetails' ? {} : null, ['account']);
  const dealer = useFreshAnswer(
    'getDealerAccountDetails',
    method === 'getDealerAccountDetails' ? { account_id: target.account_id } : null,
    ['account'],
  );
  const consumer = useFreshAnswer(
    'getConsumerAccountDetails',
    method === 'getConsumerAccountDetails' ? { account_id: target.account_id } : null,
    ['account'],
  );
  const answer = method === 'getAccountDetails' ? own : method === 'getDealerAccountDetails' ? dealer : consumer;
  if (method === null) return <NoAccount title={t('screens.childAccountUpdate')}>{t('accounts.missing')}</NoAccount>;
  if (answer.value === null)
    return (
      <Unanswered answer={answer} isScreen>
        <WaitingScreen {...WAITING} />
      </Unanswered>
    );
  return <AccountPage details={answer.value} access={access} tree={tree} onChanged={answer.reload} />;
}

function AccountPage({
  details,
  access,
  tree,
  onChanged,
}: {
  details: AccountDetails;
  access: UpdateAccess;
  tree: AccountTree;
  onChanged: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const { can } = useSession();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const own = useOwnChanges();
  const [changing, setChanging] = useState(false);
  /** What the form started with: others' changes meanwhile are shown, not mixed into what is being typed. */
  const [start, setStart] = useState(() => valuesOf(details));
  const [round, setRound] = useState(0);
  const isOwn = access.status === null;
  // One's own is called what leads to it: account settings.
  useScreenName(isOwn ? null : details.name);
  const isBehind = Object.keys(changesOf(start, valuesOf(details))).length > 0;
  const adopt = (): void => {
    own.restart();
    setStart(valuesOf(details));
    setRound(round + 1);
  };
  const save = async (values: AccountValues): Promise<boolean> => {
    const changed = changesOf(start, values);
    if (Object.keys(changed).length === 0) return true;
    const changes = own.of(start, { ...start, ...changed }, act.problem);
    const saved =
      access.update === 'updateAccountDetails'
        ? await act.run(access.update, changes)
        : await act.run(access.update, { ...changes, account_id: details.account_id });
    if (saved === null) return false;
    own.restart();
    setStart(valuesOf(saved));
    notify.done(t('success.accountSaved'));
    onChanged();
    return true;
  };
  return (
    <div className="account-screen">
      <AccountHead details={details} access={access} onStatus={() => setChanging(true)} />
      {isBehind && !act.busy && (
        <Banner tone="info" icon={<InfoIcon />} action={<Button onPress={adopt}>{t('accounts.showLatest')}</Button>}>
          {t('accounts.changedMeanwhile')}
        </Banner>
      )}
      <AccountForm
        key={round}
        initial={start}
        isNew={false}
        kinds={[]}
        grants={!isOwn}
        draftKey={`account.${details.account_id}`}
        problem={act.problem}
        busy={act.busy}
        label={t('accounts.form')}
        onSubmit={save}
        onCancel={() => goOn(can({ resource: 'vw_user_accounts', action: 'r' }) ? '/accounts' : '/')}
      />
      {details.allow_white_labelling && can({ resource: 'account', action: 'u' }) && (
        <BrandingPanel details={details} onChanged={onChanged} />
      )}
      {changing && <StatusDialog row={details} tree={tree.lines} access={access} onClose={() => setChanging(false)} />}
    </div>
  );
}

/** Whose account it is, what leads on from it, and where it is in the tree. */
function AccountHead({
  details,
  access,
  onStatus,
}: {
  details: AccountDetails;
  access: UpdateAccess;
  onStatus: () => void;
}): ReactNode {
  const { t } = useTranslation();
  const formats = useFormats();
  const { can } = useSession();
  const isOwn = access.status === null;
  return (
    <>
      <header className="page-head">
        <h1 className="page-title">
          <bdi>{isOwn ? t('userMenu.accountSettings') : details.name}</bdi>
        </h1>
        <AccountStatusChip status={details.status} />
        {can({ resource: 'account', action: isOwn ? 'r' : 'ar' }) && (
          <LinkButton
            variant="quiet"
            icon={<AuditIcon aria-hidden="true" />}
            href={isOwn ? '/audit' : `/audit?account_id=${details.account_id}`}>
            {t('menu.audit')}
          </LinkButton>
        )}
        {!isOwn && can({ resource: 'user', action: 'r' }) && can({ resource: 'users_accounts', action: 'r' }) && (
          <LinkButton
            variant="quiet"
            icon={<UsersIcon aria-hidden="true" />}
            href={`/users?account_id=${details.account_id}`}>
            {t('menu.users')}
          </LinkButton>
        )}
        {access.status !== null && <Button onPress={onStatus}>{t('accounts.changeStatus')}</Button>}
      </header>
      <p className="dim account-origin">
        {[
          t(`accountType.${details.type}`),
          details.parent_name && t('accounts.below', { name: details.parent_name }),
          t('accounts.createdOn', { date: formats.date(Date.parse(details.created_at)) }),
        ]
          .filter(Boolean)
          .join(' · ')}
      </p>
    </>
  );
}
