export { solveCaptcha, type SolveOptions } from './captcha.ts';
export { createClient } from './client.ts';
export type { CallFailure, CallOptions, Client, ClientOptions, ClientSession } from './types.ts';
