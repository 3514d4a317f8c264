export {
  createUnitCreationMachine,
  type AllocateForm,
  type UnitCreationContext,
  type UnitCreationEffects,
  type UnitCreationEvent,
  type UnitCreationInput,
  type UnitCreationMachine,
  type UnitCreationStep,
  type UnitForm,
} from './unitCreation.machine.ts';
