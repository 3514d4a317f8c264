import { about } from './event.ts';

const repeater = about('repeater');

/** Repeaters, beside what happens to every entity. A password is never in an event. */
export const repeaterEvents = {
  repeaterPasswordChanged: repeater<{ readonly name: string; readonly removed: boolean }>(),
  repeaterPeriodResent: repeater<{ readonly name: string; readonly from: string; readonly to: string }>(),
};
