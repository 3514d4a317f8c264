export { alerts, SEVERITIES, type Alert, type AlertForm, type EscalationStep, type Severity } from './alert.ts';
