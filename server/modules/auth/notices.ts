import type { AccountId } from '../../../src/domain/base/index.ts';
import type { MailRequest } from '../../channels/index.ts';
import type { CallContext } from '../../call/types.ts';
import type { Transaction } from '../../store/database.types.ts';
import { dateTimeText, readMailBrand, readPersonalSettings, settingsOf } from '../shared/index.ts';
import type { AuthServices } from './services.ts';

export interface Person {
  readonly id: number;
  readonly firstName: string;
  readonly email: string;
  /** The address that the login is to have once it is proven; empty for none. */
  readonly pendingEmail: string;
  readonly mobile: string;
  readonly lang: string;
}

export async function readPerson(transaction: Pick<Transaction, 'query'>, userId: number): Promise<Person | null> {
  const [row] = await transaction.query<{
    first_name: string;
    email: string;
    pending_email: string | null;
    mobile: string;
    lang: string;
  }>('select first_name, email, pending_email, mobile, lang from app_user where id = $1', [userId]);
  if (!row) return null;
  const { first_name: firstName, email, pending_email: pending, mobile, lang } = row;
  return { id: userId, firstName, email, pendingEmail: pending ?? '', mobile, lang };
}

/**
 * Mails a person about their login, in the transaction of what it reports. Dates are written as the
 * person's first account writes them, in the person's own time zone.
 */
export async function mailPerson(
  services: Pick<AuthServices, 'directory' | 'outbox' | 'writer'>,
  transaction: Transaction,
  person: Person,
  context: Pick<CallContext, 'now' | 'remote'>,
  mail: Pick<MailRequest, 'kind'> & { recipient?: string; values?: Record<string, unknown> },
): Promise<void> {
  const [first] = await transaction.query<{ account_id: number }>(
    'select account_id from membership where user_id = $1 order by created_at, account_id limit 1',
    [person.id],
  );
  const settings = first ? await readPersonalSettings(transaction, first.account_id, person.id) : settingsOf(null);
  const brand = first ? await readMailBrand(transaction, services.directory, first.account_id as AccountId) : null;
  const message = services.writer.mail({
    kind: mail.kind,
    recipient: mail.recipient ?? person.email,
    lang: person.lang,
    brand,
    values: {
      name: person.firstName,
      remote: context.remote,
      time: dateTimeText(context.now, person.lang, settings),
      ...mail.values,
    },
  });
  await services.outbox.put(transaction, message, context.now);
}

/** Lets a person know by mail what happened to their login. */
export async function noticePerson(
  services: Pick<AuthServices, 'directory' | 'outbox' | 'writer'>,
  transaction: Transaction,
  userId: number,
  context: Pick<CallContext, 'now' | 'remote'>,
  kind: MailRequest['kind'],
  values: Record<string, unknown> = {},
): Promise<void> {
  const person = await readPerson(transaction, userId);
  if (person) await mailPerson(services, transaction, person, context, { kind, values });
}
