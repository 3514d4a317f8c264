export {
  createPasswordResetMachine,
  type NewPassword,
  type PasswordResetContext,
  type PasswordResetEffects,
  type PasswordResetEvent,
  type PasswordResetInput,
  type PasswordResetMachine,
  type PasswordResetStep,
  type ResetGrant,
  type ResetProof,
} from './passwordReset.machine.ts';
