import type { ReactNode } from 'react';
import { can } from '../../domain/access/index.ts';
import { TIME_ZONES } from '../../domain/base/index.ts';
import { useTranslation } from '../../i18n/index.ts';
import { Unanswered, WaitingScreen } from '../shared/AnswerView.tsx';
import { useSession } from '../shared/services/session.ts';
import { useNotify } from '../shared/services/toasts.ts';
import { useAct } from '../shared/services/useAct.ts';
import { useScreenPath } from '../shared/address/useScreenPath.ts';
import { AccountForm } from './AccountForm.tsx';
import { NoAccount } from './NoAccount.tsx';
import { newAccount, type AccountValues } from './accountValues.ts';
import { createAccess, kindsBelow, updateHref, updateAccess, type Placed } from './places.ts';
import { useAccountTree } from './useAccountTree.ts';
import './accounts.css';

const HERE = Intl.DateTimeFormat().resolvedOptions().timeZone;

const TITLE = { DEALER: 'screens.dealerCreate', CONSUMER: 'screens.consumerCreate' } as const;

/** A new dealer or consumer below the account, or below the one named in the address. */
export default function CreateAccountScreen(): ReactNode {
  const { t } = useTranslation();
  const { path, query } = useScreenPath();
  const { account } = useSession();
  const tree = useAccountTree();
  const wanted = Number(query.get('account_id')) || (account?.account_id ?? 0);
  if (!tree.known)
    return (
      <Unanswered answer={tree} isScreen>
        <WaitingScreen className="account-screen" blocks={[420]} />
      </Unanswered>
    );
  const parent = tree.byId.get(wanted);
  const kind = path === '/dealer/create' ? 'DEALER' : 'CONSUMER';
  if (parent === undefined) return <NoAccount title={t(TITLE[kind])}>{t('accounts.parentMissing')}</NoAccount>;
  return <CreateAccount key={`${path} ${wanted}`} parent={parent} kind={kind} />;
}

function CreateAccount({
  parent,
  kind,
}: {
  parent: Placed & { readonly name: string };
  kind: 'DEALER' | 'CONSUMER';
}): ReactNode {
  const { t } = useTranslation();
  const { account, permissions } = useSession();
  const { goOn } = useScreenPath();
  const notify = useNotify();
  const act = useAct();
  const own = account?.account_id ?? 0;
  const kinds = kindsBelow(parent.type).filter((each) =>
    can(permissions, { resource: 'account', action: createAccess(own, parent, each).action }),
  );
  const back =
    kind === 'DEALER' && can(permissions, { resource: 'account', action: 'dm' })
      ? '/dealers'
      : can(permissions, { resource: 'account', action: 'cm' })
        ? '/consumers'
        : '/accounts';
  if (kinds.length === 0)
    return <NoAccount title={t(TITLE[kind])}>{t('accounts.mayNotCreate', { name: parent.name })}</NoAccount>;
  // Of the accounts below one the server knows; one's own is said by the session, and nothing typed here would be
  // taken.
  if (parent.account_id === own && account?.restrict_sub_accounts === true)
    return <NoAccount title={t(TITLE[kind])}>{t('accounts.restricted', { name: parent.name })}</NoAccount>;

  const create = async (values: AccountValues): Promise<boolean> => {
    const access = createAccess(own, parent, values.type);
    const made =
      access.method === 'createDealerConsumerAccounts'
        ? await act.run(access.method, values)
        : await act.run(access.method, { ...values, parent_account_id: parent.account_id });
    if (made === null) return false;
    notify.done(t('success.accountCreated', { name: made.name, email: values.default_owner_email }));
    // Logos belong to an account that exists: who wants them goes on there.
    const next = made.allow_white_labelling ? updateAccess(own, made, parent.type, permissions) : null;
    if (next === null) goOn(back);
    else goOn(next.path, Object.fromEntries(new URLSearchParams(updateHref(next, made.account_id).split('?')[1])));
    return true;
  };
  const first = kinds.includes(kind) ? kind : kinds[0];
  return (
    <div className="account-screen">
      <h1 className="page-title">{t(TITLE[first])}</h1>
      <p className="dim">{t('accounts.below', { name: parent.name })}</p>
      <AccountForm
        initial={newAccount(first, (TIME_ZONES as readonly string[]).includes(HERE) ? HERE : 'UTC')}
        isNew
        kinds={kinds}
        grants
        draftKey={`account.new.${first}.${parent.account_id}`}
        problem={act.problem}
        busy={act.busy}
        label={t('accounts.form')}
        onSubmit={create}
        onCancel={() => goOn(back)}
      />
    </div>
  );
}
