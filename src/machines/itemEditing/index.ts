export { createItemEditingMachine, type ItemEditingEffects } from './itemEditing.machine.ts';
