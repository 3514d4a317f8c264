export { createBackground } from './background.ts';
export { createCaptcha, readOrCreateSecret } from './captcha.ts';
export { createAuthHandlers } from './handlers.ts';
export { createPasswordHasher, type PasswordHasher } from './password.ts';
export { hashInQueue } from './passwordCheck.ts';
export { resetPasswordByOperator, type ResetLogin } from './passwordByOperator.ts';
export { readProfile } from './profile.ts';
export type { AuthServices } from './services.ts';
export { createSessions, type Sessions } from './sessions.ts';
