export { createAccountSwitchMachine, type AccountSwitchEffects } from './accountSwitch.machine.ts';
