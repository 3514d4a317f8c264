import { setup } from 'xstate';

/** The first start of a server as its operator and the server act it out. */
export const setupModel = setup({ types: { events: {} as { type: SetupModelEvent } } }).createMachine({
  id: 'setupModel',
  initial: 'opening',
  states: {
    opening: {
      on: { 'server.waits': 'code', 'server.isSetUp': 'over', 'server.knowsUs': 'mail', 'server.away': 'unreachable' },
    },
    unreachable: { on: { 'retry.waits': 'code', 'retry.away': 'unreachable' } },
    code: { on: { 'code.right': 'owner', 'code.wrong': 'codeRefused', 'code.tooLate': 'over' } },
    codeRefused: { on: { 'code.right': 'owner', 'code.wrong': 'codeRefused', 'code.tooLate': 'over' } },
    owner: {
      on: {
        'owner.created': 'mail',
        'owner.refused': 'ownerRefused',
        'owner.codeChanged': 'codeRefused',
        'owner.tooLate': 'over',
        'owner.back': 'code',
      },
    },
    ownerRefused: { on: { 'owner.created': 'mail', 'owner.refused': 'ownerRefused', 'owner.back': 'code' } },
    mail: { on: { 'mail.sent': 'mailAnswered', 'mail.refused': 'mailRefused', 'mail.skipped': 'people' } },
    mailAnswered: { on: { 'mail.sent': 'mailAnswered', 'mail.refused': 'mailRefused', 'mail.skipped': 'people' } },
    mailRefused: { on: { 'mail.sent': 'mailAnswered', 'mail.skipped': 'people' } },
    people: { on: { 'people.done': 'waiting', 'people.back': 'mailAgain' } },
    mailAgain: { on: { 'mail.skipped': 'people' } },
    waiting: { on: { 'tracker.chosen': 'claiming', 'tracker.back': 'people' } },
    claiming: { on: { 'claim.done': 'reporting', 'claim.refused': 'claimRefused', 'claim.back': 'waiting' } },
    claimRefused: { on: { 'claim.done': 'reporting', 'claim.back': 'waiting' } },
    reporting: { on: { 'report.none': 'reporting', 'report.unknown': 'reporting', 'report.came': 'placed' } },
    placed: {},
    over: {},
  },
});

export type SetupModelEvent =
  | 'server.waits'
  | 'server.isSetUp'
  | 'server.knowsUs'
  | 'server.away'
  | 'retry.waits'
  | 'retry.away'
  | 'code.right'
  | 'code.wrong'
  | 'code.tooLate'
  | 'owner.created'
  | 'owner.refused'
  | 'owner.codeChanged'
  | 'owner.tooLate'
  | 'owner.back'
  | 'mail.sent'
  | 'mail.refused'
  | 'mail.skipped'
  | 'people.done'
  | 'people.back'
  | 'tracker.chosen'
  | 'tracker.back'
  | 'claim.done'
  | 'claim.refused'
  | 'claim.back'
  | 'report.none'
  | 'report.unknown'
  | 'report.came';
