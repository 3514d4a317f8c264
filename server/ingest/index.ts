export { IngestCounters, type ProtocolCounters } from './counters.ts';
export {
  createDeviceWire,
  type AnswerListener,
  type CommandOutcome,
  type ConnectedListener,
  type DeviceWire,
  type Switchboard,
} from './deviceWire.ts';
export { DeviceRegistry } from './deviceRegistry.ts';
export { HeldReports } from './heldReports.ts';
export { createIntake, type IngestLogger, type IntakeOptions, type IntakeService } from './intake.ts';
export { isPortError, openListeners, PortError, type ListenerOptions, type Listeners } from './listeners.ts';
export { createGt06, createTraccarHandler, PROTOCOLS } from './registry.ts';
export { rereadMessages, type RereadOptions, type RereadResult } from './reread.ts';
export { UnclaimedDevices, type UnclaimedQuery } from './unclaimed.ts';
export type * from './types.ts';
