import type { CallError, FieldProblem } from '../../src/api/contract/index.ts';
import { ERROR, type ErrorCode } from '../../src/domain/errors/index.ts';
import { failure, type Result } from '../../src/domain/base/index.ts';
import type { DatabaseUnavailable } from '../store/database.types.ts';
import { isAway } from '../store/unavailable.ts';
import type { Messages, MessageValues } from './messages.ts';

/** What a refusal says beside its code. */
interface ProblemDetails {
  /** A message of its own; without it the code's. */
  key?: string;
  values?: MessageValues;
  fields?: FieldProblem[];
  /** Seconds after which trying again makes sense. */
  retryAfter?: number;
}

/** Builds errors in the caller's language. */
export interface Problems {
  error(lang: string, code: ErrorCode, details?: ProblemDetails): CallError;
  /** The same as a failed `Result`, as handlers answer it. */
  refuse(lang: string, code: ErrorCode, details?: ProblemDetails): Result<never, CallError>;
  /** A validation error about one field, in the words of `key`. */
  refuseField(lang: string, field: string, key: string, values?: MessageValues): Result<never, CallError>;
  /** The name of a field as people read it. */
  fieldName(lang: string, field: string): string;
  /** Any text; the key itself when no language has it. */
  text(lang: string, key: string, values?: MessageValues): string;
}

const CATEGORIES: Partial<Record<ErrorCode, CallError['category']>> = {
  [ERROR.accessRight]: 'permission',
  [ERROR.accountAccess]: 'permission',
  [ERROR.validation]: 'validation',
  [ERROR.wrongCredentials]: 'validation',
  [ERROR.captchaRequired]: 'validation',
  [ERROR.twoFactorRequired]: 'validation',
  [ERROR.wrongCode]: 'validation',
  [ERROR.proofRequired]: 'validation',
  [ERROR.trackerProof]: 'validation',
  [ERROR.inviteAccepted]: 'conflict',
  [ERROR.inviteInvalid]: 'validation',
  [ERROR.inviteDeclined]: 'conflict',
  [ERROR.inviteExpired]: 'validation',
  [ERROR.inviteMismatch]: 'permission',
  [ERROR.notFound]: 'validation',
  [ERROR.malformed]: 'validation',
  [ERROR.unknownMethod]: 'validation',
  [ERROR.conflict]: 'conflict',
  [ERROR.tooManyRequests]: 'limit',
  [ERROR.bodyTooLarge]: 'limit',
  [ERROR.exception]: 'server',
  [ERROR.unavailable]: 'server',
  [ERROR.timeout]: 'server',
  [ERROR.network]: 'server',
};

/** Where the catalogues word a code: under `server.`, by the code's name here unless listed. */
const KEYS: Partial<Record<ErrorCode, string>> = {
  [ERROR.accessTokenMessage]: 'accessTokenTimeout',
  [ERROR.accountMissingMessage]: 'accountMissing',
};
const NAMES = new Map<ErrorCode, string>(Object.entries(ERROR).map(([name, code]) => [code, name]));

/** Problems in the words of `messages`. Codes of the session chapter are of category `session`. */
export function createProblems(messages: Messages): Problems {
  const text = (lang: string, key: string, values?: MessageValues) => messages.text(lang, key, values) ?? key;
  const error: Problems['error'] = (lang, code, details = {}) => {
    const category = CATEGORIES[code] ?? 'session';
    return {
      code,
      message: text(lang, details.key ?? errorKey(code), details.values),
      title: text(lang, `server.title.${category}`),
      category,
      ...(details.fields ? { fields: details.fields } : {}),
      ...(details.retryAfter === undefined ? {} : { retry_after: details.retryAfter }),
    };
  };
  const fieldName = (lang: string, field: string) => {
    // `device_ids[3]` and `filters.kind` are called as their last named part.
    const name =
      field
        .replace(/\[\d+\]/g, '')
        .split('.')
        .at(-1) ?? field;
    return messages.text(lang, `fields.${name}`) ?? name.replaceAll('_', ' ');
  };
  return {
    error,
    text,
    fieldName,
    refuse: (lang, code, details) => failure(error(lang, code, details)),
    refuseField(lang, field, key, values = {}) {
      const named = { field: fieldName(lang, field), ...values };
      const message = messages.text(lang, key, named) ?? text(lang, 'validation.invalid', named);
      return failure(error(lang, ERROR.validation, { fields: [{ field, message }] }));
    },
  };
}

/** Key of the message for a database that did not do what was asked: it names the cause. */
export const unavailableKey = (error: DatabaseUnavailable): string =>
  isAway(error) ? 'server.databaseAway' : 'server.diskFull';

/** Key of a code's message. */
export function errorKey(code: ErrorCode): string {
  return `server.${KEYS[code] ?? NAMES.get(code) ?? 'exception'}`;
}
