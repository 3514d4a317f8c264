export { createTraccarHandler } from './handler.ts';
