export { actorOf, behaviourIn, problemIn, valueIn, type Answered, type WorkflowProblem } from './effects.ts';
export {
  createCodeMachine,
  type CodeContext,
  type CodeEffects,
  type CodeEvent,
  type CodeMachine,
  type CodeOutcome,
  type CodeSent,
} from './code.machine.ts';
export { ASKING, failedTo, formOf, problemActions, refusedTo, succeeded } from './step.ts';
