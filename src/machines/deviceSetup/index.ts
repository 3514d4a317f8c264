export {
  NOTHING_DUE,
  createDeviceSetupMachine,
  type DeviceSetupContext,
  type DeviceSetupEffects,
  type DeviceSetupEvent,
  type DeviceSetupInput,
  type DeviceSetupMachine,
  type DeviceSetupStep,
  type DueSettings,
  type SettingsPrompt,
} from './deviceSetup.machine.ts';
