import { setup } from 'xstate';

/**
 * Switching the account as its user and the server act it out: an event is an act of the user
 * together with what the server answers, a state is what the user then sees.
 */
export type AccountSwitchModelEventType =
  | 'open.listed'
  | 'open.listFailed'
  | 'open.listBroke'
  | 'retry.listed'
  | 'retry.listFailed'
  | 'choose.current'
  | 'choose.blocked'
  | 'choose.unknown'
  | 'choose.entered'
  | 'choose.refused'
  | 'choose.broke'
  | 'close';

export type AccountSwitchModelState = 'closed' | 'listed' | 'listFailed' | 'refused' | 'gone';

const choice = {
  'choose.current': 'closed',
  'choose.entered': 'gone',
  'choose.refused': 'refused',
  'choose.broke': 'refused',
  close: 'closed',
} as const;

export const accountSwitchModelMachine = setup({
  types: { events: {} as { type: AccountSwitchModelEventType } },
}).createMachine({
  id: 'accountSwitchModel',
  initial: 'closed',
  states: {
    closed: { on: { 'open.listed': 'listed', 'open.listFailed': 'listFailed', 'open.listBroke': 'listFailed' } },
    listFailed: { on: { 'retry.listed': 'listed', 'retry.listFailed': 'listFailed', close: 'closed' } },
    listed: { on: { ...choice, 'choose.blocked': 'listed', 'choose.unknown': 'listed' } },
    refused: { on: { ...choice, 'choose.blocked': 'refused', 'choose.unknown': 'refused' } },
    gone: { on: { close: 'closed', 'open.listed': 'listed' } },
  },
});
