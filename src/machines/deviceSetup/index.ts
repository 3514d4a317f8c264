export {
  NOTHING_DUE,
  createDeviceSetupMachine,
  type DeviceSetupEffects,
  type DeviceSetupInput,
  type DeviceSetupStep,
  type DueSettings,
  type SettingsPrompt,
} from './deviceSetup.machine.ts';
