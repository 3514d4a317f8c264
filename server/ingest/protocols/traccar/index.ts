export { createTraccarHandler, type ForwardAnswer } from './handler.ts';
