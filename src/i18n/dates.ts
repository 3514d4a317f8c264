/** Dates as an account wants them; mails of the server are dated by the same rule, so it lives in the domain. */
export { dateFormatterOf } from '../domain/base/index.ts';
