import type { ErrorCode } from '../../domain/errors/index.ts';

/** The version that the client sends in every header (specification, chapter 1). */
export const APP_VERSION = '0.0.1';

/** Header of a call (contract, "HTTP"). */
export interface CallHeader {
  /** Minutes east of UTC. */
  timezone: number;
  lang: string;
  method: string;
  service: string;
  token: string | null;
  account: number | null;
  version: string;
}

export interface CallEnvelope {
  header: CallHeader;
  data: unknown;
}

/** One field that was refused, named with its bound. */
export interface FieldProblem {
  field: string;
  message: string;
  /** What is there now, where somebody else has changed it: a change that expects this is made. */
  current?: unknown;
}

/** The error part of an answer; null when the call succeeded. */
export interface CallError {
  code: ErrorCode;
  message: string;
  title: string;
  category: 'session' | 'permission' | 'validation' | 'conflict' | 'limit' | 'server';
  fields?: FieldProblem[];
  /** Seconds after which trying again makes sense (rate limits, database away). */
  retry_after?: number;
}

interface ReplyHeader {
  status: 'ok' | 'error';
  correlationId: string;
}

export interface ReplyEnvelope<Data = unknown> {
  error: CallError | null;
  header: ReplyHeader;
  data: Data | null;
}

/** Answer to POST /upload. */
export interface UploadedImage {
  image_id: string;
  /** Path of the picture on our server. */
  url: string;
  width: number;
  height: number;
}

/**
 * Where our page renews and ends its session: the cookie that does it is sent here alone. Takes the envelopes of
 * loginWithBearer and endSession.
 */
export const SESSION_PATH = '/api/session';

/**
 * Asks for cookies in the place of tokens in answers. No other site can send it unasked, so it proves our page as
 * well.
 */
export const COOKIE_HEADER = 'x-wayline-cookies';
