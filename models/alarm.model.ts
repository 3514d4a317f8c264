import { setup } from 'xstate';

type AlarmModelEvent =
  | 'acknowledge'
  | 'acknowledge.late'
  | 'assign'
  | 'comment'
  | 'snooze'
  | 'resolve'
  | 'reopen'
  | 'fires'
  | 'clears'
  | 'expires'
  | 'wakes'
  | 'escalates';

/** What is possible as long as an alarm is not resolved. */
const UNRESOLVED = { snooze: 'snoozed', resolve: 'resolved', clears: 'cleared' } as const;

/**
 * An alarm as two people handle it, its rule goes on (`fires`, `clears`: its alert resolves it then), and time passes
 * (`expires`: an acknowledgement, `wakes`: the end of a snooze, `escalates`: nobody acknowledged for so long).
 * `acknowledge.late`: a second person presses after the first.
 */
export const alarmModel = setup({ types: { events: {} as { type: AlarmModelEvent } } }).createMachine({
  id: 'alarmModel',
  initial: 'open',
  states: {
    open: {
      on: {
        ...UNRESOLVED,
        acknowledge: 'acknowledged',
        assign: 'open',
        comment: 'open',
        fires: 'open',
        escalates: 'escalated',
      },
    },
    escalated: { on: { ...UNRESOLVED, acknowledge: 'acknowledged', comment: 'escalated' } },
    acknowledged: {
      on: {
        ...UNRESOLVED,
        'acknowledge.late': 'acknowledged',
        assign: 'acknowledged',
        comment: 'acknowledged',
        reopen: 'open',
        fires: 'acknowledged',
        expires: 'open',
      },
    },
    snoozed: {
      on: {
        acknowledge: 'acknowledged',
        resolve: 'resolved',
        reopen: 'open',
        fires: 'snoozed',
        clears: 'cleared',
        wakes: 'open',
      },
    },
    resolved: { on: { comment: 'resolved', reopen: 'open', 'acknowledge.late': 'resolved' } },
    /** Resolved by itself. */
    cleared: { on: { reopen: 'open', 'acknowledge.late': 'cleared' } },
  },
});
