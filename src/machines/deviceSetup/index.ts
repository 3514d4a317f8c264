export {
  createDeviceSetupMachine, type DeviceSetupContext, type DeviceSetupEffects, type DeviceSetupEvent, type DeviceSetupInput, type DeviceSetupMachine, type DeviceSetupStep, type SettingsPrompt,
} from './deviceSetup.machine.ts';
