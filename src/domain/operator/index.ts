export { operators, type Operator, type OperatorForm } from './operator.ts';
export { shownBinding, type OperatorBinding, type UnknownKey } from './binding.ts';
export { bindingsByKey, ownerOfKey, type BindingEnd, type KeyOwner, type UnitSpan } from './bindings.ts';
export { drivingWithin, dutyOf, RESTED, restAt, type Drive } from './duty.ts';
export { drivenSinceRest, dutyCrossings, type DutyLimit } from './dutyLimit.ts';
export type { OperatorDrive, OperatorRest, OperatorTimeline } from './timeline.ts';
