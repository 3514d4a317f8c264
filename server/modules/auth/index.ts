export { createCaptcha, readOrCreateSecret, type Captcha } from './captcha.ts';
export { createAuthHandlers, type AuthServices } from './handlers.ts';
export { createPasswordHasher, type PasswordHasher } from './password.ts';
export { createSessions, type Sessions, type SessionsOptions } from './sessions.ts';
