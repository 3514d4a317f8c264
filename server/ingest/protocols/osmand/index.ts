export * from './encode.ts';
export { osmand } from './protocol.ts';
