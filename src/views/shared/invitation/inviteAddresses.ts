import { INVITATION } from '../../../domain/base/index.ts';
import { emailField } from '../../../domain/user/index.ts';

/** One address as it was given. */
export interface InviteAddress {
  readonly email: string;
  /** Why it cannot be invited; null = it can. */
  readonly problem: 'invalid' | 'duplicate' | null;
}

/**
 * The addresses of a list as people paste it: separated by commas, semicolons, blanks or lines; "Name <a@b.c>" counts
 * as its address.
 */
export function splitAddresses(text: string): string[] {
  return text
    .split(/[\s,;،؛]+/u)
    .map((part) => part.replaceAll(/^[<"'(]+|[>"')]+$/g, ''))
    .filter((part) => part !== '' && (part.includes('@') || !/<\S+@\S+>/.test(text)));
}

/** Each address checked at once; of two that are the same, the second is named. */
export function checkAddresses(emails: readonly string[]): InviteAddress[] {
  const seen = new Set<string>();
  return emails.map((email) => {
    const key = email.toLowerCase();
    const isSecond = seen.has(key);
    seen.add(key);
    if (!emailField.isValidSync(email) || email === '') return { email, problem: 'invalid' };
    return { email, problem: isSecond ? 'duplicate' : null };
  });
}

/** True when more were given than one sending takes (specification, chapter 5). */
export function isTooMany(emails: readonly string[]): boolean {
  return emails.length > INVITATION.perSend;
}
