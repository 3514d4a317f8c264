export {
  createInvitationAnswerMachine,
  type InvitationAnswerEffects,
  type InvitationAnswerEvent,
} from './answer.machine.ts';
export { createInvitationSendingMachine, type InvitationSendingEffects } from './sending.machine.ts';
