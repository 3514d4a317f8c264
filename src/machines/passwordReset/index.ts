export {
  createPasswordResetMachine, type CodeOnItsWay, type NewPassword, type PasswordResetContext, type PasswordResetEffects, type PasswordResetEvent, type PasswordResetInput,
  type PasswordResetMachine, type PasswordResetStep,
} from './passwordReset.machine.ts';
