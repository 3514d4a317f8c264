import { setupCodeField, setupCodeSchema, setupSchema } from '../../domain/setup/index.ts';
import type { SignedIn } from './auth.ts';
import { emptyRequest, methodOf } from './method.ts';

const setup = methodOf('setup-service');

/** How a test mail went. */
export interface MailTest {
  /** `unconfigured`: SMTP_URL is not set, so nothing was sent. */
  readonly outcome: 'sent' | 'failed' | 'unconfigured';
  /** Where it went, or would go. */
  readonly recipient: string;
  /** What the mail server answered, for people of the owner account; else empty. */
  readonly reason: string;
}

/** setup-service: the first start of a server, before it has a login, and checks of its settings. */
export const setupMethods = {
  getSetupState: setup<{ needed: boolean }>()({
    summary: 'Whether the server still waits for its first login.',
    access: 'public',
    request: emptyRequest,
  }),
  checkSetupCode: setup<Record<string, never>>()({
    summary: 'Checks the one-time code that a server without a login prints in its log.',
    access: 'public',
    request: setupCodeSchema,
    quiet: false,
  }),
  setUpServer: setup<SignedIn>()({
    summary: 'Makes the owner account and its administrator and signs them in; once, with the code of the log.',
    access: 'public',
    quiet: false,
    request: setupSchema.shape({ code: setupCodeField }),
  }),
  sendTestMail: setup<MailTest>()({
    summary: 'Sends a mail to the caller’s own address and says how that went.',
    access: { resource: 'account', action: 'u' },
    request: emptyRequest,
    quiet: false,
  }),
};
