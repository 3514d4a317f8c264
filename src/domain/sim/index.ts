export { simSchema, sims, type Sim, type SimForm } from './sim.ts';
