export {
  createItemEditingMachine,
  type ItemEditingContext,
  type ItemEditingEffects,
  type ItemEditingEvent,
  type ItemEditingMachine,
} from './itemEditing.machine.ts';
