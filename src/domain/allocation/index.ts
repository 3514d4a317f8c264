export {
  allocationSchema,
  allocationState,
  coversInstant,
  overlaps,
  spanField,
  type Allocation,
  type AllocationForm,
  type AllocationState,
  type AllocationSpan,
} from './allocation.ts';
export { allocationProblem, type AllocationProblem } from './rules.ts';
