import type { Need } from '../../domain/access/index.ts';
import { shellScreen, type Screen, type ScreenCrumb, type ScreenLoader } from '../shared/address/screen.ts';
import { RULE_PATHS } from './paths.ts';

const alert = (action: Need['action']): Need => ({ resource: 'alert', action });
const group: ScreenCrumb = { labelKey: 'menu.referenceData' };
const list: ScreenCrumb = { labelKey: 'menu.rules', path: RULE_PATHS.list };
const loadForm: ScreenLoader = () => import('./RuleFormScreen.tsx');

/** Rules on the values of sensors: their list and form, and what they told (specification, chapter 2). */
export const ruleScreens: readonly Screen[] = [
  shellScreen('rules', RULE_PATHS.list, alert('r'), () => import('./RuleListScreen.tsx'), {
    crumbs: [group],
    menu: { group: 'referenceData', order: 2, need: alert('m'), labelKey: 'menu.rules', icon: 'rules' },
  }),
  shellScreen('ruleCreate', RULE_PATHS.create, alert('a'), loadForm, { crumbs: [group, list] }),
  shellScreen('ruleEdit', RULE_PATHS.edit, alert('u'), loadForm, { crumbs: [group, list] }),
  shellScreen('eventList', RULE_PATHS.events, alert('r'), () => import('./EventListScreen.tsx'), {
    crumbs: [group],
    menu: { group: 'referenceData', order: 3, need: alert('m'), labelKey: 'menu.eventList', icon: 'events' },
  }),
];
