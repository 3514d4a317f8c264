import { needsOf } from '../../domain/entity/index.ts';
import { RULE_SITE } from '../../domain/rule/registry.ts';
import { shellScreen, type Screen } from '../shared/address/screen.ts';
import { pathnameOf } from '../shared/entity/paths.ts';
import { entityScreens } from '../shared/entity/screens.tsx';

/**
 * Rules on the values of sensors: their list and form, and the events that they recorded (specification, chapter 2).
 */
export const ruleScreens: readonly Screen[] = [
  ...entityScreens(
    RULE_SITE,
    { group: 'referenceData', order: 3 },
    { list: () => import('./RuleListScreen.tsx'), form: () => import('./RuleFormScreen.tsx'), view: null },
  ),
  shellScreen(
    'eventList',
    pathnameOf(RULE_SITE.paths.view),
    needsOf(RULE_SITE.resource).read,
    () => import('./EventListScreen.tsx'),
    {
      crumbs: [{ labelKey: 'menu.referenceData' }],
      menu: {
        group: 'referenceData',
        order: 4,
        need: needsOf(RULE_SITE.resource).menu,
        labelKey: 'menu.eventList',
        icon: 'events',
      },
    },
  ),
];
