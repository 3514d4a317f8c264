import type { AccountSettings } from '../../src/domain/account/index.ts';
import type { CompanyKey } from './companies.ts';

/** What is said of a company of the demo, fitting the towns that it drives in. */
export interface CompanyDetails {
  readonly address: string;
  /** ISO 3166-1 alpha-2. */
  readonly country: string;
  readonly region: string;
  /** ISO 4217. */
  readonly currency: string;
  readonly registrationNumber: string;
  readonly settings: Partial<AccountSettings>;
}

type Formats = readonly [
  timezone: AccountSettings['timezone'],
  date: AccountSettings['date_format'],
  time: AccountSettings['time_format'],
  dateTime: AccountSettings['date_time_format'],
];

const IRAN: Formats = ['Asia/Tehran', 'YYYY-MM-DD', 'HH:mm', 'YYYY-MM-DD HH:mm'];
const GULF: Formats = ['Asia/Dubai', 'DD/MM/YYYY', 'hh:mm A', 'DD/MM/YYYY hh:mm A'];
const TURKEY: Formats = ['Europe/Istanbul', 'DD.MM.YYYY', 'HH:mm', 'DD.MM.YYYY HH:mm'];
const GERMANY: Formats = ['Europe/Berlin', 'DD.MM.YYYY', 'HH:mm', 'DD.MM.YYYY HH:mm'];
const RUSSIA: Formats = ['Europe/Moscow', 'DD.MM.YYYY', 'HH:mm', 'DD.MM.YYYY HH:mm'];
const BRITAIN: Formats = ['Europe/London', 'DD MMM YYYY', 'HH:mm', 'DD MMM YYYY HH:mm'];
const FRANCE: Formats = ['Europe/Paris', 'DD/MM/YYYY', 'HH:mm', 'DD/MM/YYYY HH:mm'];

const details = (
  address: string,
  [country, region, currency]: readonly [string, string, string],
  registrationNumber: string,
  [timezone, date_format, time_format, date_time_format]: Formats,
): CompanyDetails => ({
  address,
  country,
  region,
  currency,
  registrationNumber,
  settings: { timezone, date_format, time_format, date_time_format },
});

/** Addresses and registration numbers are made up. */
export const DETAILS: Readonly<Record<CompanyKey, CompanyDetails>> = {
  owner: details('4 Harbour Exchange, London', ['GB', 'Greater London', 'GBP'], 'GB-08140021', BRITAIN),
  kaveh: details('118 Valiasr Street, Tehran', ['IR', 'Tehran', 'IRR'], 'IR-402117', IRAN),
  volgaDealer: details('ул. Баумана, 44, Казань', ['RU', 'Татарстан', 'RUB'], 'RU-1655021', RUSSIA),
  pars: details('27 Zand Boulevard, Shiraz', ['IR', 'Fars', 'IRR'], 'IR-510338', IRAN),
  parsCold: details('9 Chahar Bagh Avenue, Isfahan', ['IR', 'Isfahan', 'IRR'], 'IR-510339', IRAN),
  parsGulf: details('Warehouse 12, Al Quoz 3, Dubai', ['AE', 'Dubai', 'AED'], 'AE-771204', GULF),
  bosphorus: details('Büyükdere Caddesi 71, Istanbul', ['TR', 'Istanbul', 'TRY'], 'TR-903155', TURKEY),
  bosphorusNight: details('Rıhtım Caddesi 5, Istanbul', ['TR', 'Istanbul', 'TRY'], 'TR-903156', TURKEY),
  rhein: details('Landsberger Straße 210, München', ['DE', 'Bayern', 'EUR'], 'DE-HRB204417', GERMANY),
  rheinBerlin: details('Storkower Straße 99, Berlin', ['DE', 'Berlin', 'EUR'], 'DE-HRB204418', GERMANY),
  volga: details('ул. Декабристов, 85, Казань', ['RU', 'Татарстан', 'RUB'], 'RU-1658117', RUSSIA),
  volgaMoscow: details('Варшавское шоссе, 120, Москва', ['RU', 'Москва', 'RUB'], 'RU-7726340', RUSSIA),
  midland: details('31 Digbeth High Street, Birmingham', ['GB', 'West Midlands', 'GBP'], 'GB-09330478', BRITAIN),
  midlandRhone: details('14 quai Rambaud, Lyon', ['FR', 'Auvergne-Rhône-Alpes', 'EUR'], 'FR-841220936', FRANCE),
  parsYard: details('Rail Yard 2, Shiraz', ['IR', 'Fars', 'IRR'], 'IR-510402', IRAN),
  bosphorusFerry: details('Eminönü İskelesi 3, Istanbul', ['TR', 'Istanbul', 'TRY'], 'TR-903170', TURKEY),
};
