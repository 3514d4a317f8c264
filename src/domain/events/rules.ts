import { about } from './event.ts';

const rule = about('rule');

/** What becomes of event rules beside what people do to them. */
export const ruleEvents = {
  /** Geofences that the rule asks for were changed or deleted: it looks at reports from then on as if it were new. */
  rulePlacesChanged: rule<{ readonly name: string }>(),
};
