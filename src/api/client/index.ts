export { solveCaptcha } from './captcha.ts';
export { createClient } from './client.ts';
export type { CallFailure, Client } from './types.ts';
