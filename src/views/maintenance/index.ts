import { needsOf } from '../../domain/entity/index.ts';
import { SERVICE_SITE } from '../../domain/maintenance/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

const needs = needsOf(SERVICE_SITE.resource);
const below = { crumbs: [{ labelKey: 'service_reminders.title', path: SERVICE_SITE.paths.list }] };

/**
 * Maintenance reminders: the list, one with its history, its form, and services that were done (specification, chapter
 * 2).
 */
export const maintenanceScreens: readonly Screen[] = [
  ...entityScreens(
    SERVICE_SITE,
    { group: 'maintenance', order: 1, isAlone: true },
    {
      list: () => import('./ServiceListScreen.tsx'),
      form: () => import('./ServiceFormScreen.tsx'),
      view: () => import('./ServiceViewScreen.tsx'),
    },
  ),
  shellScreen('serviceBill', '/maintenance-reminder/:id/bill', needs.change, () => import('./BillScreen.tsx'), below),
  shellScreen(
    'serviceHistory',
    '/maintenance-reminder/:id/history',
    needs.read,
    () => import('./HistoryScreen.tsx'),
    below,
  ),
  shellScreen('serviceRecord', '/maintenance-history/:id', needs.read, () => import('./RecordScreen.tsx'), below),
];
