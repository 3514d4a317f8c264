import nodemailer from 'nodemailer';
import { SECOND } from '../../src/domain/base/index.ts';
import { LOGO_ID } from './texts.ts';
import { Undeliverable, type Channel } from './types.ts';

const CONNECT_TIMEOUT = 10 * SECOND;
const SOCKET_TIMEOUT = 30 * SECOND;

/**
 * Mail by SMTP: `smtp://user:password@host:587` (STARTTLS where the server offers it) or
 * `smtps://…:465`. `?from=` names the sender; without it no-reply at the server's host.
 */
export function createEmailChannel(smtpUrl: string): Channel {
  const url = new URL(smtpUrl);
  const from = url.searchParams.get('from') ?? `Wayline <no-reply@${url.hostname}>`;
  const secure = url.protocol === 'smtps:';
  const transport = nodemailer.createTransport({
    host: url.hostname.replace(/^\[|\]$/g, ''),
    port: Number(url.port || (secure ? 465 : 587)),
    secure,
    ...(url.username
      ? { auth: { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) } }
      : {}),
    connectionTimeout: CONNECT_TIMEOUT,
    greetingTimeout: CONNECT_TIMEOUT,
    socketTimeout: SOCKET_TIMEOUT,
    // A mail is text of ours: it can name no file and no address to read from.
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  return {
    name: 'email',
    async send({ recipient, subject, text, html, replyTo, logo }) {
      try {
        await transport.sendMail({
          from,
          to: { name: '', address: recipient },
          ...(replyTo !== undefined && { replyTo }),
          subject,
          text,
          html,
          headers: { 'Auto-Submitted': 'auto-generated' },
          ...(logo && {
            attachments: [
              {
                cid: LOGO_ID,
                filename: 'logo.png',
                content: logo,
                contentType: 'image/png',
                contentDisposition: 'inline' as const,
              },
            ],
          }),
        });
      } catch (error) {
        const { code, responseCode } = error as { code?: string; responseCode?: number };
        // The server knows the address and does not want it (RFC 5321: 5yz is permanent).
        if (code === 'EENVELOPE' && responseCode !== undefined && responseCode >= 500)
          throw new Undeliverable((error as Error).message);
        throw error;
      }
    },
    close: () => transport.close(),
  };
}
