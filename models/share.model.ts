import { setup } from 'xstate';

type ShareModelEvent =
  | 'create'
  | 'create.dated'
  | 'create.limited'
  | 'begins'
  | 'open'
  | 'open.again'
  | 'reload'
  | 'ends'
  | 'revoke';

/**
 * A location link as its account makes and ends it, one visitor opens it (`open.again`: another browser does, `reload`:
 * the same page is loaded again), and time passes (`begins`, `ends`). `limited`: it may be opened once.
 */
export const shareModel = setup({ types: { events: {} as { type: ShareModelEvent } } }).createMachine({
  id: 'shareModel',
  initial: 'none',
  states: {
    none: { on: { create: 'running', 'create.dated': 'upcoming', 'create.limited': 'limited' } },
    upcoming: { on: { open: 'upcoming', begins: 'running', revoke: 'revoked' } },
    running: { on: { open: 'opened', ends: 'expired', revoke: 'revoked' } },
    opened: { on: { 'open.again': 'opened', reload: 'opened', ends: 'expired', revoke: 'revoked' } },
    limited: { on: { open: 'usedUp', ends: 'expired', revoke: 'revoked' } },
    /** The viewer who opened it goes on, and nobody else gets in. */
    usedUp: { on: { 'open.again': 'usedUp', reload: 'usedUp', ends: 'expired', revoke: 'revoked' } },
    expired: { on: { open: 'expired' } },
    revoked: { on: { open: 'revoked' } },
  },
});
