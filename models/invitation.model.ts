import { setup } from 'xstate';

const dead = {
  'server.accepted': 'dropped',
  'server.declined': 'dropped',
  'server.expired': 'dropped',
  'server.invalid': 'dropped',
  'server.otherUser': 'dropped',
} as const;

/** An invitation as its receiver and the server act it out. `server.*`: what the server says when one joins. */
export const invitationAnswerModel = setup({
  types: { events: {} as { type: InvitationAnswerModelEvent } },
}).createMachine({
  id: 'invitationAnswerModel',
  initial: 'opening',
  states: {
    opening: { on: { 'link.good': 'offered', 'link.dead': 'dropped', 'link.serverAway': 'unreachable' } },
    unreachable: { on: { 'retry.good': 'offered', 'retry.dead': 'dropped', 'retry.serverAway': 'unreachable' } },
    offered: {
      on: {
        ...dead,
        joined: 'joined',
        registered: 'registered',
        'register.refused': 'offeredRefused',
        'register.dead': 'dropped',
        'server.away': 'offeredRefused',
        'signIn.asked': 'offered',
        'decline.asked': 'declining',
      },
    },
    offeredRefused: { on: { joined: 'joined', registered: 'registered', 'decline.asked': 'declining' } },
    declining: {
      on: {
        'decline.cancelled': 'offered',
        'decline.done': 'declined',
        'decline.serverAway': 'decliningRefused',
        'decline.dead': 'dropped',
      },
    },
    decliningRefused: { on: { 'decline.cancelled': 'offered', 'decline.done': 'declined' } },
    joined: {},
    registered: {},
    declined: {},
    dropped: {},
  },
});

export type InvitationAnswerModelEvent =
  | 'link.good'
  | 'link.dead'
  | 'link.serverAway'
  | 'retry.good'
  | 'retry.dead'
  | 'retry.serverAway'
  | 'server.accepted'
  | 'server.declined'
  | 'server.expired'
  | 'server.invalid'
  | 'server.otherUser'
  | 'server.away'
  | 'joined'
  | 'registered'
  | 'register.refused'
  | 'register.dead'
  | 'signIn.asked'
  | 'decline.asked'
  | 'decline.cancelled'
  | 'decline.done'
  | 'decline.serverAway'
  | 'decline.dead';

/** Invitations as their sender and the server act them out. */
export const invitationSendingModel = setup({
  types: { events: {} as { type: InvitationSendingModelEvent } },
}).createMachine({
  id: 'invitationSendingModel',
  initial: 'list',
  states: {
    list: {
      on: {
        'invite.opened': 'composing',
        'resend.done': 'list',
        'resend.refused': 'listRefused',
        'withdraw.asked': 'withdrawing',
      },
    },
    listRefused: { on: { 'invite.opened': 'composing', 'resend.done': 'list', 'withdraw.asked': 'withdrawing' } },
    composing: {
      on: {
        'invite.sent': 'reported',
        'invite.partly': 'reported',
        'invite.refused': 'composingRefused',
        'invite.serverAway': 'composingRefused',
        'invite.closed': 'list',
      },
    },
    composingRefused: { on: { 'invite.sent': 'reported', 'invite.closed': 'list' } },
    reported: { on: { 'invite.more': 'composing', 'invite.closed': 'list' } },
    withdrawing: { on: { 'withdraw.cancelled': 'list', 'withdraw.done': 'list', 'withdraw.refused': 'listRefused' } },
  },
});

export type InvitationSendingModelEvent =
  | 'invite.opened'
  | 'invite.sent'
  | 'invite.partly'
  | 'invite.refused'
  | 'invite.serverAway'
  | 'invite.closed'
  | 'invite.more'
  | 'resend.done'
  | 'resend.refused'
  | 'withdraw.asked'
  | 'withdraw.cancelled'
  | 'withdraw.done'
  | 'withdraw.refused';
