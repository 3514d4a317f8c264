import type { Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';

// Written out, so that the sign-in page does not load the schema of shares beside it.
const SHARES_UNITS: Need = { resource: 'units', action: 'ec' };

/** The account's location links. */
export const shareScreens: readonly Screen[] = [
  shellScreen('shares', '/shares', SHARES_UNITS, () => import('./SharesScreen.tsx'), {
    crumbs: [{ labelKey: 'menu.units' }],
    menu: { group: 'units', order: 4, need: SHARES_UNITS, labelKey: 'screens.shares', icon: 'share' },
  }),
];
