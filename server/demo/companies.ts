import type { AccountType } from '../../src/domain/account/index.ts';
import type { RegionKey } from './geography/index.ts';

/**
 * The demo's accounts and people.
 *
 *     Wayline (owner)                                   sees 100 % of the units
 *     ├─ Kaveh Telematics (dealer)                      `dealer`: 74 %
 *     │  ├─ Pars Logistics                              `consumer`, `operator`, `viewer`: 38 %
 *     │  │  ├─ Pars Cold Chain                          `multi` (dispatcher): 8 %
 *     │  │  ├─ Pars Gulf, restricted                    `restricted`: 6 %
 *     │  │  └─ Pars Yard Services, inactive             without units
 *     │  ├─ Bosphorus Transit
 *     │  │  ├─ Bosphorus Night Lines
 *     │  │  └─ Bosphorus Ferry Shuttle, blocked         without units
 *     │  └─ Rhein-Isar Kurier                           `multi` (administrator): 22 %
 *     │     └─ Rhein-Isar Berlin
 *     └─ Волга Мониторинг (dealer), white-labelled
 *        ├─ Волга Транс                                 `multi` (viewer): 16 %
 *        │  └─ Волга Транс Москва
 *        └─ Midland Couriers                            `invited` (viewer): 10 %
 *           └─ Midland Rhône
 *
 * Units belong to consumers and their sub-accounts; dealers and the owner reach them from above. A company
 * works in one region, so that a map of one account is a map of one place.
 */
export interface Company {
  readonly key: CompanyKey;
  readonly parent: CompanyKey | null;
  readonly name: string;
  readonly type: AccountType;
  readonly restricted: boolean;
  /** Units of each hundred, and where they drive. */
  readonly share: number;
  readonly regions: readonly RegionKey[];
}

export type CompanyKey =
  | 'owner'
  | 'kaveh'
  | 'volgaDealer'
  | 'pars'
  | 'parsCold'
  | 'parsGulf'
  | 'bosphorus'
  | 'bosphorusNight'
  | 'rhein'
  | 'rheinBerlin'
  | 'volga'
  | 'volgaMoscow'
  | 'midland'
  | 'midlandRhone'
  | 'parsYard'
  | 'bosphorusFerry';

const company = (
  key: CompanyKey,
  parent: CompanyKey | null,
  name: string,
  type: AccountType,
  share = 0,
  regions: readonly RegionKey[] = [],
): Company => ({ key, parent, name, type, share, regions, restricted: key === 'parsGulf' });

/** Parents before children. */
export const COMPANIES: readonly Company[] = [
  company('owner', null, 'Wayline', 'OWNER'),
  company('kaveh', 'owner', 'Kaveh Telematics', 'DEALER'),
  company('volgaDealer', 'owner', 'Волга Мониторинг', 'DEALER'),
  company('pars', 'kaveh', 'Pars Logistics', 'CONSUMER', 24, ['shiraz', 'tehran']),
  company('parsCold', 'pars', 'Pars Cold Chain', 'CONSUMER', 8, ['isfahan']),
  company('parsGulf', 'pars', 'Pars Gulf', 'CONSUMER', 6, ['dubai']),
  company('bosphorus', 'kaveh', 'Bosphorus Transit', 'CONSUMER', 10, ['istanbul']),
  company('bosphorusNight', 'bosphorus', 'Bosphorus Night Lines', 'CONSUMER', 4, ['istanbul']),
  company('rhein', 'kaveh', 'Rhein-Isar Kurier', 'CONSUMER', 14, ['munich', 'liechtenstein']),
  company('rheinBerlin', 'rhein', 'Rhein-Isar Berlin', 'CONSUMER', 8, ['berlin']),
  company('volga', 'volgaDealer', 'Волга Транс', 'CONSUMER', 10, ['kazan']),
  company('volgaMoscow', 'volga', 'Волга Транс Москва', 'CONSUMER', 6, ['moscow']),
  company('midland', 'volgaDealer', 'Midland Couriers', 'CONSUMER', 6, ['birmingham']),
  company('midlandRhone', 'midland', 'Midland Rhône', 'CONSUMER', 4, ['lyon']),
  company('parsYard', 'pars', 'Pars Yard Services', 'CONSUMER'),
  company('bosphorusFerry', 'bosphorus', 'Bosphorus Ferry Shuttle', 'CONSUMER'),
];

/** Someone who works in the demo's companies. */
export interface Person {
  readonly username: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly lang: string;
  readonly memberships: readonly (readonly [company: CompanyKey, role: string])[];
}

/** One password for all: they are printed at the start and live on a machine that listens to itself only. */
export const DEMO_PASSWORD = 'Demo#2026';
export const DEMO_MAIL_DOMAIN = 'demo.wayline.example';

/** The sign-ins that the start prints. */
export const PEOPLE: readonly Person[] = [
  { username: 'owner', firstName: 'Mina', lastName: 'Rahimi', lang: 'en', memberships: [['owner', 'Administrator']] },
  { username: 'dealer', firstName: 'Kaveh', lastName: 'Moradi', lang: 'en', memberships: [['kaveh', 'Administrator']] },
  {
    username: 'consumer',
    firstName: 'Leila',
    lastName: 'Karimi',
    lang: 'en',
    memberships: [['pars', 'Administrator']],
  },
  { username: 'operator', firstName: 'Omid', lastName: 'Sharifi', lang: 'en', memberships: [['pars', 'Dispatcher']] },
  { username: 'viewer', firstName: 'Sara', lastName: 'Azizi', lang: 'en', memberships: [['pars', 'Viewer']] },
  {
    username: 'restricted',
    firstName: 'Yousef',
    lastName: 'Nasser',
    lang: 'en',
    memberships: [['parsGulf', 'Administrator']],
  },
  { username: 'invited', firstName: 'Grace', lastName: 'Whitfield', lang: 'en', memberships: [['midland', 'Viewer']] },
  {
    username: 'multi',
    firstName: 'Анна',
    lastName: 'Лебедева',
    lang: 'en',
    memberships: [
      ['parsCold', 'Dispatcher'],
      ['rhein', 'Administrator'],
      ['volga', 'Viewer'],
    ],
  },
];
