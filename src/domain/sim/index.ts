export { SIM_STATUSES, simSchema, updateSimSchema, type Sim, type SimForm, type SimStatus } from './sim.ts';
