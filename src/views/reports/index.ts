import { needsOf } from '../../domain/entity/index.ts';
import { REPORT_SITE } from '../../domain/report/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

const needs = needsOf(REPORT_SITE.resource);
const below = { crumbs: [{ labelKey: 'reports.title', path: REPORT_SITE.paths.list }] };

/** Reports: the list, the choice of what is to be known, the form, and what came of it (specification, chapter 2). */
export const reportScreens: readonly Screen[] = [
  ...entityScreens(
    REPORT_SITE,
    { group: 'reports', order: 1, isAlone: true },
    {
      list: () => import('./ReportListScreen.tsx'),
      form: () => import('./ReportFormScreen.tsx'),
      view: () => import('./ReportViewScreen.tsx'),
    },
  ),
  shellScreen('reportSelect', '/report', needs.add, () => import('./SelectReportScreen.tsx'), {
    ...below,
    menu: { group: 'reports', order: 2, need: needs.menu, labelKey: 'menu.selectReport', icon: 'select' },
  }),
  shellScreen('reportUnits', '/report/units', needs.add, () => import('./SelectUnitsScreen.tsx'), below),
];
