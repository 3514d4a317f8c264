import type { Permissions } from '../../src/domain/access/index.ts';
import type { CompanyKey, Person } from './companies.ts';

/** A role that a company made for itself. */
export interface DemoRole {
  readonly company: CompanyKey;
  readonly name: string;
  /** A role that is before this one in the list, or a standard one. */
  readonly reportsTo: string;
  readonly labels: readonly string[];
  /** What it was made with. */
  readonly first: Permissions;
  /** What was added a month later; none: it stayed as it was. */
  readonly later?: Permissions;
}

/** Chiefs before those who report to them; none grants what its chief lacks. */
export const ROLES: readonly DemoRole[] = [
  {
    company: 'owner',
    name: 'Auditor',
    reportsTo: 'Administrator',
    labels: [],
    first: {
      widgets: ['r', 'dash'],
      account: ['r', 'm', 'ar', 'dm', 'cm'],
      user: ['r', 'm'],
      role: ['r', 'm'],
      vw_accounts: ['r', 'm'],
    },
  },
  {
    company: 'kaveh',
    name: 'Account manager',
    reportsTo: 'Administrator',
    labels: ['sales'],
    first: {
      widgets: ['r', 'dash'],
      account: ['r', 'a', 'm', 'ar', 'aa', 'cm', 'dash_a_r'],
      vw_accounts: ['r', 'm'],
      units: ['r', 'm', 'ar'],
      users_accounts: ['r', 'a'],
    },
    later: { account: ['r', 'a', 'm', 'ar', 'aa', 'au', 'cm', 'cr', 'ca', 'cu', 'dash_a_r'] },
  },
  {
    company: 'kaveh',
    name: 'Support',
    reportsTo: 'Account manager',
    labels: ['hotline'],
    first: { account: ['r', 'ar'], units: ['r', 'm', 'ar'], users_accounts: ['r'] },
  },
  {
    company: 'pars',
    name: 'Fleet manager',
    reportsTo: 'Administrator',
    labels: ['shiraz', 'tehran'],
    first: {
      widgets: ['r', 'dash'],
      units: ['r', 'a', 'u', 'm', 'ar', 'aa', 'au', 'st', 'ss', 'se', 'sh', 'ec', 'ch'],
      operator: ['r', 'a', 'u', 'm'],
      service_reminders: ['r', 'a', 'u', 'm'],
      report: ['r', 'a', 'm'],
      alert: ['r', 'a', 'u', 'd', 'm'],
      notification: ['r', 'a', 'u', 'd', 'm', 'ns'],
    },
    later: { units: ['r', 'a', 'u', 'm', 'ar', 'aa', 'au', 'st', 'ss', 'se', 'sv', 'sa', 'sh', 'ec', 'ch'] },
  },
  {
    company: 'pars',
    name: 'Shift lead',
    reportsTo: 'Fleet manager',
    labels: ['night'],
    first: {
      units: ['r', 'm', 'st', 'se', 'sh'],
      operator: ['r', 'm'],
      report: ['r', 'm'],
      alert: ['r', 'u', 'm'],
      notification: ['r', 'ns'],
    },
  },
  {
    company: 'pars',
    name: 'Workshop',
    reportsTo: 'Fleet manager',
    labels: [],
    first: { units: ['r', 'm'], service_reminders: ['r', 'a', 'u', 'm'] },
  },
  {
    company: 'rhein',
    name: 'Disposition',
    reportsTo: 'Administrator',
    labels: ['münchen'],
    first: {
      units: ['r', 'm', 'st', 'se', 'sh'],
      geofences: ['r', 'm'],
      routes: ['r', 'm'],
      alert: ['r', 'u', 'm'],
      notification: ['r', 'ns'],
    },
    later: { geofences: ['r', 'a', 'u', 'm'], routes: ['r', 'a', 'u', 'm'] },
  },
  {
    company: 'volga',
    name: 'Логист',
    reportsTo: 'Administrator',
    labels: [],
    first: {
      units: ['r', 'm', 'st', 'sh'],
      report: ['r', 'a', 'm'],
      alert: ['r', 'u', 'm'],
      notification: ['r', 'ns'],
    },
  },
];

const person = (
  username: string,
  firstName: string,
  lastName: string,
  ...memberships: Person['memberships']
): Person => ({ username, firstName, lastName, lang: 'en', memberships });

/** Ordinary users. All of them came by invitation. */
export const STAFF: readonly Person[] = [
  person('nina.berg', 'Nina', 'Berg', ['owner', 'Auditor']),
  person('shirin.tavakoli', 'Shirin', 'Tavakoli', ['kaveh', 'Account manager']),
  person('babak.hosseini', 'Babak', 'Hosseini', ['kaveh', 'Support']),
  { ...person('dmitry.volkov', 'Дмитрий', 'Волков', ['volgaDealer', 'Administrator']), lang: 'ru' },
  person('reza.ahmadi', 'Reza', 'Ahmadi', ['pars', 'Fleet manager']),
  { ...person('nasrin.jafari', 'Nasrin', 'Jafari', ['pars', 'Shift lead']), lang: 'fa' },
  person('hamed.ebrahimi', 'Hamed', 'Ebrahimi', ['pars', 'Workshop']),
  person('farhad.rezaei', 'Farhad', 'Rezaei', ['parsCold', 'Administrator']),
  person('ayse.yilmaz', 'Ayşe', 'Yılmaz', ['bosphorus', 'Administrator'], ['bosphorusNight', 'Administrator']),
  person('mehmet.demir', 'Mehmet', 'Demir', ['bosphorusNight', 'Dispatcher']),
  person('lukas.huber', 'Lukas', 'Huber', ['rhein', 'Dispatcher'], ['rheinBerlin', 'Administrator']),
  person('sophie.wagner', 'Sophie', 'Wagner', ['rhein', 'Disposition']),
  { ...person('ivan.petrov', 'Иван', 'Петров', ['volga', 'Administrator']), lang: 'ru' },
  { ...person('olga.smirnova', 'Ольга', 'Смирнова', ['volga', 'Логист']), lang: 'ru' },
  person('james.carter', 'James', 'Carter', ['midland', 'Administrator']),
  person('claire.dubois', 'Claire', 'Dubois', ['midlandRhone', 'Administrator']),
  person('maryam.sadeghi', 'Maryam', 'Sadeghi', ['parsYard', 'Administrator']),
  person('can.ozturk', 'Can', 'Öztürk', ['bosphorusFerry', 'Administrator']),
];

/** Began as viewers and were given their role later. */
export const PROMOTED: ReadonlySet<string> = new Set(['reza.ahmadi', 'lukas.huber', 'olga.smirnova', 'mehmet.demir']);

/** Who runs a company, and makes the accounts below it. */
export const RUNS: Readonly<Partial<Record<CompanyKey, string>>> = {
  owner: 'owner',
  kaveh: 'dealer',
  volgaDealer: 'dmitry.volkov',
  pars: 'consumer',
  parsCold: 'farhad.rezaei',
  parsGulf: 'restricted',
  bosphorus: 'ayse.yilmaz',
  bosphorusNight: 'ayse.yilmaz',
  rhein: 'multi',
  rheinBerlin: 'lukas.huber',
  volga: 'ivan.petrov',
  midland: 'james.carter',
  midlandRhone: 'claire.dubois',
  parsYard: 'maryam.sadeghi',
  bosphorusFerry: 'can.ozturk',
};

/** Who handles the alarms of a company. */
export const HANDLERS: Readonly<Partial<Record<CompanyKey, readonly string[]>>> = {
  kaveh: ['dealer'],
  pars: ['nasrin.jafari', 'reza.ahmadi', 'nasrin.jafari', 'consumer'],
  parsCold: ['farhad.rezaei'],
  parsGulf: ['restricted'],
  rhein: ['sophie.wagner', 'multi'],
  rheinBerlin: ['lukas.huber'],
  volga: ['olga.smirnova', 'ivan.petrov'],
  bosphorus: ['ayse.yilmaz'],
};
