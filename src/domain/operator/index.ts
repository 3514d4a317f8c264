export { operators, type Operator, type OperatorForm } from './operator.ts';
