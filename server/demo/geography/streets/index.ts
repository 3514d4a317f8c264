export { loadStreets, type Streets } from './streets.ts';
