export { ServiceLine, ServiceParts, ServiceStateMark } from './ServiceLine.tsx';
export { partsOf, useServiceWords } from './serviceLook.ts';
