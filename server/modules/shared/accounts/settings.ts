import { DEFAULT_SETTINGS, type AccountSettings } from '../../../../src/domain/account/index.ts';
import { dateFormatterOf, type Instant } from '../../../../src/domain/base/index.ts';
import type { Queryable } from '../../../store/database.types.ts';

/** Stored settings with the defaults of what was never chosen. */
export function settingsOf(stored: Partial<AccountSettings> | null | undefined): AccountSettings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof AccountSettings)[];
  return Object.fromEntries(names.map((name) => [name, stored?.[name] ?? DEFAULT_SETTINGS[name]])) as AccountSettings;
}

export async function readSettings(database: Queryable, accountId: number): Promise<AccountSettings> {
  const [row] = await database.query<{ settings: Partial<AccountSettings> }>(
    'select settings from account where id = $1',
    [accountId],
  );
  return settingsOf(row?.settings);
}

/** The account's settings as they count for a person: in their own time zone where they chose one. */
export async function readPersonalSettings(
  database: Queryable,
  accountId: number,
  userId: number,
): Promise<AccountSettings> {
  const [row] = await database.query<{
    settings: Partial<AccountSettings>;
    time_zone: AccountSettings['timezone'] | '' | null;
  }>('select settings, (select time_zone from app_user where id = $2) as time_zone from account where id = $1', [
    accountId,
    userId,
  ]);
  const settings = settingsOf(row?.settings);
  return row?.time_zone ? { ...settings, timezone: row.time_zone } : settings;
}

/** An instant as the account writes it, with its zone: a mail is read anywhere. */
export function dateTimeText(instant: Instant, lang: string, settings: AccountSettings): string {
  const { timezone, date_time_format: pattern } = settings;
  return `${dateFormatterOf(lang, timezone).format(instant, pattern)} (${timezone})`;
}
