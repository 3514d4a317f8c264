import { DEFAULT_SETTINGS, type AccountSettings } from '../../../src/domain/account/index.ts';
import { createDateFormatter, type Instant } from '../../../src/domain/base/index.ts';
import type { Queryable } from '../../store/database.types.ts';

/** Stored settings with the defaults of what was never chosen. */
export function settingsOf(stored: Partial<AccountSettings> | null | undefined): AccountSettings {
  const names = Object.keys(DEFAULT_SETTINGS) as (keyof AccountSettings)[];
  return Object.fromEntries(names.map((name) => [name, stored?.[name] ?? DEFAULT_SETTINGS[name]])) as AccountSettings;
}

export async function readSettings(database: Queryable, accountId: number): Promise<AccountSettings> {
  const [row] = await database.query<{ settings: Partial<AccountSettings> }>('select settings from account where id = $1', [accountId]);
  return settingsOf(row?.settings);
}

/** An instant as the account writes it, with its zone: a mail is read anywhere. */
export function dateTimeText(instant: Instant, lang: string, settings: AccountSettings): string {
  return `${createDateFormatter(lang, settings.timezone).format(instant, settings.date_time_format)} (${settings.timezone})`;
}
