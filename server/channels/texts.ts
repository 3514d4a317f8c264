import type { Messages, MessageValues } from '../call/messages.ts';
import { COLORS } from './colors.ts';
import type { Message } from './types.ts';

/** Mails by what they are about; their words are `mail.<kind>` of the catalogues. */
type MailKind =
  | 'invitation'
  | 'passwordReset'
  | 'passwordChanged'
  | 'verifyEmail'
  | 'emailChanged'
  | 'emailInUse'
  | 'newSignIn'
  | 'passkeyAdded'
  | 'apiKeyCreated'
  | 'twoFactorOn'
  | 'twoFactorOff'
  | 'test'
  | 'alarm';
/** Text messages. */
type SmsKind = 'verifyMobile' | 'alarm';

/** Whose product a mail comes from: the account that puts its name and logo in the place of ours. */
export interface MailBrand {
  readonly name: string;
  /** A PNG; null: the account has none. */
  readonly logo: Buffer | null;
}

export interface MailRequest {
  readonly kind: MailKind;
  readonly recipient: string;
  readonly lang: string;
  readonly values: MessageValues;
  /** Where the button leads; without one there is none. */
  readonly link?: string;
  /** Null: the product's own name. */
  readonly brand?: MailBrand | null;
}

/** Words mails and text messages in the receiver's language. */
export interface MessageWriter {
  mail(request: MailRequest): Message;
  sms(kind: SmsKind, recipient: string, lang: string, values: MessageValues): Message;
}

export function createMessageWriter(messages: Messages): MessageWriter {
  const text = (lang: string, key: string, values: MessageValues = {}) => messages.text(lang, key, values) ?? key;
  return {
    mail({ kind, recipient, lang, values, link, brand = null }) {
      const product = brand?.name || text(lang, 'app.name');
      const logo = brand?.logo ?? null;
      const all = { ...values, product };
      const subject = oneLine(text(lang, `mail.${kind}.subject`, all));
      const paragraphs = text(lang, `mail.${kind}.body`, all).split('\n\n');
      const action = link === undefined ? null : { link, label: text(lang, `mail.${kind}.action`, all) };
      const footer = text(lang, 'mail.footer', all);
      return {
        channel: 'email',
        recipient,
        subject,
        text: [...paragraphs, ...(action ? [`${action.label}:\n${action.link}`] : []), `-- \n${footer}`].join('\n\n'),
        html: htmlOf({
          lang: messages.resolve(lang),
          direction: directionOf(messages, lang),
          subject,
          paragraphs,
          action,
          footer,
          product,
          hasLogo: logo !== null,
        }),
        ...(logo && { logo }),
      };
    },
    sms(kind, recipient, lang, values) {
      const words = text(lang, `mail.${kind}.text`, { ...values, product: text(lang, 'app.name') });
      return { channel: 'sms', recipient, subject: '', text: words, html: '' };
    },
  };
}

interface HtmlMail {
  readonly lang: string;
  readonly direction: 'ltr' | 'rtl';
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly link: string; readonly label: string } | null;
  readonly footer: string;
  readonly product: string;
  readonly hasLogo: boolean;
}

/** By which the HTML of a mail names the picture that comes with it. */
export const LOGO_ID = 'logo';

/**
 * One column, system fonts, no picture but the logo that comes with it: it looks the same in every reader and loads
 * nothing.
 */
function htmlOf({ lang, direction, subject, paragraphs, action, footer, product, hasLogo }: HtmlMail): string {
  const paragraph = (content: string, style = '') => `<p style="margin:0 0 16px;${style}">${content}</p>`;
  const small = `font-size:13px;color:${COLORS.textMuted}`;
  const head = hasLogo
    ? `<img src="cid:${LOGO_ID}" alt="${escapeHtml(product)}" height="40" style="display:block;height:40px;max-width:240px">`
    : `<strong>${escapeHtml(product)}</strong>`;
  const body = [paragraph(head), ...paragraphs.map((each) => paragraph(escapeHtml(each).replaceAll('\n', '<br>')))];
  if (action) {
    const link = escapeHtml(action.link);
    body.push(
      paragraph(
        `<a href="${link}" style="display:inline-block;padding:10px 20px;border-radius:8px;background:${COLORS.accent};color:${COLORS.onAccent};text-decoration:none">${escapeHtml(action.label)}</a>`,
      ),
      paragraph(`<span dir="ltr">${link}</span>`, `${small};word-break:break-all`),
    );
  }
  body.push(paragraph(escapeHtml(footer), small));
  return (
    `<!doctype html><html lang="${lang}" dir="${direction}"><head><meta charset="utf-8"><title>${escapeHtml(subject)}</title></head>` +
    `<body style="margin:0;padding:24px;font:16px/1.5 system-ui,'Segoe UI',Tahoma,sans-serif;color:${COLORS.text};background:${COLORS.paper}"><div style="max-width:560px;margin:0 auto">${body.join('')}</div></body></html>`
  );
}

function directionOf(messages: Messages, lang: string): 'ltr' | 'rtl' {
  return messages.languages.find(({ code }) => code === messages.resolve(lang))?.direction ?? 'ltr';
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`);
}

/** Names come from people: a line break in one must not begin a header of its own. */
function oneLine(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
