export {
  allocationSchema,
  allocationState,
  coversInstant,
  overlaps,
  type Allocation,
  type AllocationForm,
  type AllocationState,
  type AllocationSpan,
} from './allocation.ts';
export { allocationProblem } from './rules.ts';
