export {
  createSetupMachine,
  type ClaimForm,
  type NewTracker,
  type SetupEffects,
  type SetupEvent,
  type SetupMachine,
  type SetupStart,
} from './setup.machine.ts';
