export { createVerificationMachine, type VerificationEffects } from './verification.machine.ts';
