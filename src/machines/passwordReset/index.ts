export {
  createPasswordResetMachine,
  type ChosenPassword,
  type PasswordResetEffects,
  type PasswordResetInput,
  type PasswordResetStep,
  type ResetGrant,
  type ResetProof,
} from './passwordReset.machine.ts';
