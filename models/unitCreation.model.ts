import { setup } from 'xstate';

const allocate = { 'allocate.done': 'allocated', 'allocate.closed': 'offered' } as const;

/**
 * The creation of a unit as a person, the address and the server act it out. `open.*`: what the address holds when the
 * page is opened or loaded again.
 */
export const unitCreationModel = setup({ types: { events: {} as { type: UnitCreationModelEvent } } }).createMachine({
  id: 'unitCreationModel',
  initial: 'outside',
  states: {
    outside: {
      on: { 'open.new': 'empty', 'open.details': 'writing', 'open.unit': 'offered', 'open.unitAway': 'unreachable' },
    },
    unreachable: { on: { 'retry.found': 'offered', 'retry.away': 'unreachable' } },
    empty: {
      on: {
        'device.chosen': 'chosen',
        'next.empty': 'missing',
        'claim.done': 'chosen',
        'claim.refused': 'claimRefused',
        left: 'left',
      },
    },
    missing: { on: { 'device.chosen': 'chosen' } },
    claimRefused: { on: { 'claim.done': 'chosen' } },
    chosen: { on: { 'device.removed': 'empty', next: 'writing' } },
    writing: {
      on: {
        back: 'chosen',
        'save.done': 'offered',
        'save.refused': 'writingRefused',
        'save.serverAway': 'writingRefused',
        'save.deviceTaken': 'taken',
        left: 'left',
      },
    },
    writingRefused: { on: { 'save.done': 'offered' } },
    taken: { on: { 'device.removed': 'empty' } },
    offered: { on: { 'allocate.opened': 'allocating', 'device.setUp': 'handedOver', later: 'done' } },
    allocating: { on: { ...allocate, 'allocate.refused': 'allocatingRefused' } },
    allocatingRefused: { on: allocate },
    allocated: { on: { finished: 'done' } },
    handedOver: {},
    done: {},
    left: {},
  },
});

export type UnitCreationModelEvent =
  | 'open.new'
  | 'open.details'
  | 'open.unit'
  | 'open.unitAway'
  | 'retry.found'
  | 'retry.away'
  | 'device.chosen'
  | 'device.removed'
  | 'next.empty'
  | 'next'
  | 'back'
  | 'claim.done'
  | 'claim.refused'
  | 'left'
  | 'save.done'
  | 'save.refused'
  | 'save.serverAway'
  | 'save.deviceTaken'
  | 'allocate.opened'
  | 'allocate.done'
  | 'allocate.refused'
  | 'allocate.closed'
  | 'device.setUp'
  | 'later'
  | 'finished';
