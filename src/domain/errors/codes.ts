/** Error codes that the wire carries (specification, chapter 8) and what the client does on each. */
export const ERROR = {
  accessToken: 'POLY_ERR_ACCESSTOKEN',
  accessTokenMessage: 'POLY_ERR_ACCESSTOKEN_MESSAGE',
  accessRight: 'POLY_ERR_ACCESSRIGHT',
  bearerToken: 'BEARER_TOKEN_INVALID_OR_EXPIRED',
  loginInactive: 'POLY_ERR_LOGIN_INACTIVE',
  loginBlocked: 'POLY_ERR_LOGIN_BLOCKED',
  methodMessage: 'POLY_ERR_METHOD_MESSAGE',
  accountMissing: 'POLY_ERR_ACCOUNT_MISSING',
  accessDenied: 'POLY_ERR_ACCESSDINED_MESSAGE',
  serviceMessage: 'POLY_ERR_SERVICE_MESSAGE',
  accountAccess: 'POLY_ERR_ACCOUNT_ACCESS_ERROR',
  accountMissingMessage: 'POLY_ERR_ACCOUNT_MISSING_MESSAGE',
  accountInactive: 'POLY_ERR_ACCOUNT_INACTIVE',
  exception: 'EXCEPTION',
  timeout: 'TIMEOUT',
  wrongCredentials: 'POLY_ERR_WRONG_CREDENTIALS',
  captchaRequired: 'POLY_ERR_CAPTCHA_REQUIRED',
  tooManyRequests: 'POLY_ERR_TOO_MANY_REQUESTS',
  validation: 'POLY_ERR_VALIDATION',
  notFound: 'POLY_ERR_NOT_FOUND',
  conflict: 'POLY_ERR_CONFLICT',
  malformed: 'POLY_ERR_MALFORMED',
  unknownMethod: 'POLY_ERR_UNKNOWN_METHOD',
  bodyTooLarge: 'POLY_ERR_BODY_TOO_LARGE',
  unavailable: 'POLY_ERR_UNAVAILABLE',
  network: 'NETWORK',
  inviteAccepted: 'POLY_ERR_INVITE_ALREADY_ACCEPTED_ERROR',
  inviteInvalid: 'POLY_ERR_INVALID_INVITE_ERROR',
  inviteDeclined: 'POLY_ERR_INVITE_ALREADY_DECLINE_ERROR',
  inviteExpired: 'POLY_ERR_EXPIRED_INVITE_ERROR',
  inviteMismatch: 'POLY_ERR_USER_MISMATCH_ERROR',
  twoFactorRequired: 'POLY_ERR_TWO_FACTOR_REQUIRED',
  wrongCode: 'POLY_ERR_WRONG_CODE',
  proofRequired: 'POLY_ERR_PROOF_REQUIRED',
  trackerProof: 'POLY_ERR_TRACKER_PROOF',
} as const;

export type ErrorCode = (typeof ERROR)[keyof typeof ERROR];

/** What the client does about a code. */
export type ErrorBehaviour = 'logout' | 'relogin' | 'unauthorised' | 'unavailable' | 'dropInvite' | 'show';

const LOGOUT: ReadonlySet<string> = new Set([
  ERROR.loginInactive,
  ERROR.loginBlocked,
  ERROR.methodMessage,
  ERROR.accountMissing,
  ERROR.accessDenied,
  ERROR.serviceMessage,
  ERROR.accountAccess,
  ERROR.accountMissingMessage,
  ERROR.accountInactive,
  ERROR.accessTokenMessage,
  ERROR.bearerToken,
]);

const DROP_INVITE: ReadonlySet<string> = new Set([
  ERROR.inviteAccepted,
  ERROR.inviteInvalid,
  ERROR.inviteDeclined,
  ERROR.inviteExpired,
  ERROR.inviteMismatch,
]);

/** Codes that end the session at once (specification, chapter 8). */
export const LOGOUT_CODES: readonly string[] = [...LOGOUT];

/**
 * Behaviour by code. An EXCEPTION without an access token forces logout, so the
 * caller says whether it holds one.
 */
export function behaviourOf(code: string, hasToken: boolean): ErrorBehaviour {
  if (code === ERROR.accessToken) return 'relogin';
  if (LOGOUT.has(code)) return 'logout';
  if (code === ERROR.exception && !hasToken) return 'logout';
  if (code === ERROR.accessRight) return 'unauthorised';
  if (DROP_INVITE.has(code)) return 'dropInvite';
  if (code === ERROR.network || code === ERROR.timeout || code === ERROR.unavailable) return 'unavailable';
  return 'show';
}
