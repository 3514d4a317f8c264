export { REPEATER_PROTOCOLS, traitsOf, type RepeaterProtocol } from './protocols.ts';
export { repeaters, type Repeater, type RepeaterForm } from './repeater.ts';
export { repeaterPasswordSchema, resendSchema } from './requests.ts';
export { type RepeaterLogEntry, type RepeaterProblemCode, type RepeaterState, type RepeaterTest } from './state.ts';
export { topicOf } from './topic.ts';
