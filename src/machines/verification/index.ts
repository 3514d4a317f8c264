export {
  createVerificationMachine, type CodeSentTo, type VerificationContext, type VerificationEffects, type VerificationEvent, type VerificationMachine,
} from './verification.machine.ts';
