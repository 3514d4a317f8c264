export {
  createInvitationAnswerMachine,
  type InvitationAnswerContext,
  type InvitationAnswerEffects,
  type InvitationAnswerEvent,
  type InvitationAnswerMachine,
} from './answer.machine.ts';
export {
  createInvitationSendingMachine,
  type InvitationSendingContext,
  type InvitationSendingEffects,
  type InvitationSendingEvent,
  type InvitationSendingMachine,
} from './sending.machine.ts';
