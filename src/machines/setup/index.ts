export {
  createSetupMachine,
  type ClaimForm,
  type ClaimedUnit,
  type NewTracker,
  type SetupContext,
  type SetupEffects,
  type SetupEvent,
  type SetupMachine,
  type SetupStart,
} from './setup.machine.ts';
