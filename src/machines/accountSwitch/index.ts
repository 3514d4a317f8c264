export {
  createAccountSwitchMachine,
  type AccountSwitchContext,
  type AccountSwitchEffects,
  type AccountSwitchEvent,
  type AccountSwitchMachine,
} from './accountSwitch.machine.ts';
