import { setup } from 'xstate';

export type RouteRunModelEvent =
  | 'leave'
  | 'comeBack'
  | 'startByHand'
  | 'sleep'
  | 'goOff'
  | 'goBack'
  | 'finish'
  | 'abort'
  | 'end';

const OVER = { abort: 'abortedByHand', end: 'unfinished' } as const;

/**
 * A run of a route as its unit drives it, its dispatcher steps in, and time passes (`sleep`: the device says nothing
 * until the next checkpoint is overdue; `end`: nothing until the time of the run is over).
 */
export const routeRunModel = setup({ types: { events: {} as { type: RouteRunModelEvent } } }).createMachine({
  id: 'routeRunModel',
  initial: 'planned',
  states: {
    planned: {
      on: {
        leave: 'started',
        startByHand: 'startedByHand',
        sleep: 'overdue',
        abort: 'abortedByHand',
        end: 'neverStarted',
      },
    },
    overdue: { on: { leave: 'late', startByHand: 'lateByHand', abort: 'abortedByHand', end: 'neverStarted' } },
    /** Leaving and coming back to the start undoes a start that was found, not one by hand. */
    started: { on: { ...OVER, comeBack: 'planned', goOff: 'offRoute', sleep: 'late', finish: 'finished' } },
    startedByHand: { on: { ...OVER, leave: 'drivenByHand', sleep: 'lateByHand' } },
    drivenByHand: { on: { ...OVER, comeBack: 'startedByHand', goOff: 'offRoute', finish: 'finished' } },
    lateByHand: { on: { ...OVER, leave: 'late' } },
    late: { on: { ...OVER, goOff: 'lateOffRoute', finish: 'finishedLate' } },
    offRoute: { on: { ...OVER, goBack: 'backOnRoute', sleep: 'lateOffRoute', finish: 'finishedOffRoute' } },
    backOnRoute: { on: { ...OVER, goOff: 'offRoute', sleep: 'late', finish: 'finishedOffRoute' } },
    lateOffRoute: { on: { ...OVER, goBack: 'late', finish: 'finishedLate' } },
    finished: {},
    finishedOffRoute: {},
    finishedLate: {},
    abortedByHand: {},
    neverStarted: {},
    unfinished: {},
  },
});
