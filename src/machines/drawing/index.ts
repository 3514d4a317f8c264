export { createDrawingMachine } from './drawing.machine.ts';
