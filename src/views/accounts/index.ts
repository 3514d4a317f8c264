import type { Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../shared/address/screen.ts';

const account = (action: Need['action']): Need => ({ resource: 'account', action });
const area: ScreenCrumb = { labelKey: 'menu.accounts' };
const dealers: ScreenCrumb = { labelKey: 'menu.dealers', path: '/dealers' };
const consumers: ScreenCrumb = { labelKey: 'menu.consumers', path: '/consumers' };
const tree: ScreenCrumb = { labelKey: 'menu.accountTree', path: '/accounts' };
const loadList = () => import('./AccountListScreen.tsx');
const loadCreate = () => import('./CreateAccountScreen.tsx');
const loadUpdate: ScreenLoader = () => import('./UpdateAccountScreen.tsx');
const update = (id: string, path: string, need: Need, crumbs: readonly ScreenCrumb[]): Screen =>
  shellScreen(id, path, need, loadUpdate, { crumbs });

/** Accounts: lists, tree, creation and the six ways to change one (specification, chapter 2). */
export const accountScreens: readonly Screen[] = [
  shellScreen('dealers', '/dealers', account('dm'), loadList, {
    crumbs: [area],
    menu: { group: 'accounts', order: 1, need: account('dm'), labelKey: 'menu.dealers', icon: 'dealers' },
  }),
  shellScreen('subDealers', '/sub-dealer/:account_id', account('dm'), loadList, { crumbs: [area, dealers] }),
  shellScreen('dealerCreate', '/dealer/create', [account('a'), account('aa')], loadCreate, { crumbs: [area, dealers] }),
  shellScreen('consumers', '/consumers', account('cm'), loadList, {
    crumbs: [area],
    menu: { group: 'accounts', order: 2, need: account('cm'), labelKey: 'menu.consumers', icon: 'consumers' },
  }),
  shellScreen('subConsumers', '/sub-consumer/:account_id', account('car'), loadList, { crumbs: [area, consumers] }),
  shellScreen('consumerCreate', '/consumer/create', [account('ca'), account('aa'), account('caa')], loadCreate, {
    crumbs: [area, consumers],
  }),
  shellScreen(
    'accounts',
    '/accounts',
    { resource: 'vw_user_accounts', action: 'r' },
    () => import('./AccountTreeScreen.tsx'),
    { menu: { group: 'accounts', order: 3, need: account('m'), labelKey: 'menu.accountTree', icon: 'accounts' } },
  ),
  update('accountUpdate', '/account/update', account('u'), []),
  update('consumerAccountUpdate', '/consumer-account/update', account('cu'), [area, consumers]),
  update('childAccountUpdate', '/child/account/update', account('au'), [area, tree]),
  update('childSubAccountUpdate', '/child/sub-account/update', account('au'), [area, tree]),
  update('childConsumerAccountUpdate', '/child/consumer-account/update', account('cau'), [area, tree]),
  update('childConsumerSubAccountUpdate', '/child/consumer-sub-account/update', account('cau'), [area, tree]),
];
