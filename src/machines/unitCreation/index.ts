export {
  createUnitCreationMachine,
  type UnitCreationEffects,
  type UnitCreationEvent,
  type UnitCreationInput,
  type UnitCreationMachine,
  type UnitForm,
} from './unitCreation.machine.ts';
