import { DAY, HOUR, INVITATION, MINUTE, type Instant } from '../../src/domain/base/index.ts';
import { COMPANIES, PEOPLE, type Company, type CompanyKey, type Person } from './companies.ts';
import { DETAILS } from './details.ts';
import type { Logo } from './logos.ts';
import { DEMO_ALERTS } from './alerts.ts';
import { DEMO_RULES } from './rules.ts';
import { mailOf, type DemoInvitation, type Scribe } from './scribe.ts';
import { PROMOTED, ROLES, RUNS, STAFF } from './staff.ts';

/** Something that happened: acts are carried out in the order of their times. */
export interface Act {
  readonly at: Instant;
  /** The company in whose log it stands. */
  readonly company: CompanyKey;
  run(scribe: Scribe): Promise<void>;
}

export interface ChronicleOptions {
  readonly now: Instant;
  readonly logos: readonly Logo[];
  /** The password's hash by user name, of those who have no login yet. */
  readonly hashes: ReadonlyMap<string, string>;
}

/** Days ago that the first company was made, and days between one and the next. */
const BEGAN = 240;
const PACE = 7;
/** The person who runs a company comes the day after it is made; the others follow. */
const STAFF_AFTER = 3;

/** What happened in the demo's companies in the months before `now`, oldest first. */
export function chronicle(options: ChronicleOptions): Act[] {
  const day = Math.floor(options.now / DAY) * DAY;
  /** An hour of the day so many days ago; always past. */
  const at = (days: number, hour: number, minute = 0): Instant => day - days * DAY + hour * HOUR + minute * MINUTE;
  const acts = [
    ...foundings(at),
    ...roles(at),
    ...arrivals(options, at),
    ...changes(options, at),
    ...rulesMade(at),
    ...alertsMade(at),
    ...invitations(options.now, at),
  ];
  return acts.toSorted((one, other) => one.at - other.at);
}

type Clock = (days: number, hour: number, minute?: number) => Instant;

function foundedAgo(key: CompanyKey): number {
  return BEGAN - PACE * COMPANIES.findIndex((company) => company.key === key);
}

const runs = (company: Pick<Company, 'key'>): string | null => RUNS[company.key] ?? null;

function foundings(at: Clock): Act[] {
  return COMPANIES.flatMap((company) => {
    const ago = foundedAgo(company.key);
    const { address, region, country, currency, registrationNumber, settings } = DETAILS[company.key];
    const maker = company.parent === null ? null : (RUNS[company.parent] ?? null);
    const blank = { address: '', region: '', registration_number: '', is_legal_entity: false };
    const details = { address, region, registration_number: registrationNumber, is_legal_entity: true };
    return [
      {
        at: at(ago, 8),
        company: company.key,
        run: (scribe: Scribe) =>
          scribe.found(company, country, currency, { timezone: settings.timezone }, { at: at(ago, 8), by: maker }),
      },
      {
        at: at(ago - 2, 9),
        company: company.key,
        run: (scribe: Scribe) =>
          scribe.changeAccount(
            company.key,
            { ...blank, settings: { timezone: settings.timezone } },
            { ...details, settings },
            { at: at(ago - 2, 9), by: runs(company) ?? maker },
          ),
      },
    ];
  });
}

function roles(at: Clock): Act[] {
  return ROLES.flatMap(({ company, name, reportsTo, labels, first, later }, index) => {
    const ago = foundedAgo(company) - 2;
    const by = RUNS[company] ?? null;
    const made = { at: at(ago, 10, index), by };
    const widened = { at: at(ago - 30, 11, index), by };
    return [
      { at: made.at, company, run: (scribe: Scribe) => scribe.makeRole(company, name, reportsTo, first, labels, made) },
      ...(later
        ? [
            {
              at: widened.at,
              company,
              run: (scribe: Scribe) => scribe.widenRole(company, name, first, { ...first, ...later }, widened),
            },
          ]
        : []),
    ];
  });
}

function arrivals({ hashes }: ChronicleOptions, at: Clock): Act[] {
  return [...PEOPLE, ...STAFF].flatMap((person, number) =>
    person.memberships.flatMap(([company, role], index) => {
      const isFirst = RUNS[company] === person.username;
      const ago = foundedAgo(company) - (isFirst ? 1 : STAFF_AFTER);
      const joined = at(ago, 9, number);
      return [
        arrival(person, company, role, joined, hashes.get(person.username)),
        ...promotion(person, company, role, index, at(ago - 45, 15, number)),
      ];
    }),
  );
}

/** Registers the person where this is the first company that they join, and makes them a member. */
function arrival(person: Person, company: CompanyKey, role: string, joined: Instant, hash: string | undefined): Act {
  const invited = { at: joined - 20 * HOUR, by: RUNS[company] === person.username ? null : (RUNS[company] ?? null) };
  const first = isPromoted(person, company) ? 'Viewer' : role;
  return {
    at: joined,
    company,
    async run(scribe) {
      if (!scribe.people.has(person.username)) {
        if (hash === undefined) throw new Error(`No password was hashed for ${person.username}.`);
        await scribe.register(person, hash, joined);
      }
      const invitation: DemoInvitation = { company, email: mailOf(person.username), role: first };
      // Those who came first had nobody to invite them.
      if (invited.by !== null) {
        const id = await scribe.invite(invitation, invited.at + INVITATION.lifetime * DAY, {
          ...invited,
          at: joined - MINUTE,
        });
        await scribe.answer(invitation, id, 'accepted', { at: joined, by: person.username });
      }
      await scribe.join(company, person.username, first, joined);
    },
  };
}

function isPromoted(person: Person, company: CompanyKey): boolean {
  return PROMOTED.has(person.username) && person.memberships[0]?.[0] === company;
}

function promotion(person: Person, company: CompanyKey, role: string, index: number, at: Instant): Act[] {
  if (!isPromoted(person, company) || index > 0) return [];
  return [
    {
      at,
      company,
      run: (scribe) => scribe.promote(company, person, 'Viewer', role, { at, by: RUNS[company] ?? null }),
    },
  ];
}

function changes({ logos }: ChronicleOptions, at: Clock): Act[] {
  const closed = { at: at(40, 16, 20), by: 'consumer' };
  const blocked = { at: at(12, 9, 5), by: 'dealer' };
  const labelled = { at: at(90, 11), by: 'owner' };
  const drawn = { at: at(89, 14), by: 'dmitry.volkov' };
  const look = { allow_white_labelling: true, host_name: 'fleet.volga.example', default_theme: 'orange' };
  return [
    { at: closed.at, company: 'parsYard', run: (scribe) => scribe.closeAccount('parsYard', 'inactive', closed) },
    {
      at: blocked.at,
      company: 'bosphorusFerry',
      run: (scribe) => scribe.closeAccount('bosphorusFerry', 'blocked', blocked),
    },
    {
      at: labelled.at,
      company: 'volgaDealer',
      run: (scribe) =>
        scribe.changeAccount(
          'volgaDealer',
          { allow_white_labelling: false, host_name: '', default_theme: '' },
          look,
          labelled,
        ),
    },
    ...logos.map((logo): Act => ({
      at: drawn.at,
      company: 'volgaDealer',
      run: (scribe) => scribe.addLogo('volgaDealer', logo.version, logo, drawn),
    })),
  ];
}

/** Months after the companies were made, when their fleets were fitted. */
const RULES_AGO = 100;

function rulesMade(at: Clock): Act[] {
  return DEMO_RULES.map(({ company, form }, index) => {
    const when = { at: at(RULES_AGO, 12, index), by: runs({ key: company }) };
    return { at: when.at, company, run: (scribe: Scribe) => scribe.makeRule(company, form, when) };
  });
}

/** Days after the rules. */
const ALERTS_AFTER = 4;

function alertsMade(at: Clock): Act[] {
  return DEMO_ALERTS.map((alert, index) => {
    const { company } = alert;
    const when = { at: at(RULES_AGO - ALERTS_AFTER, 12, index), by: runs({ key: company }) };
    return { at: when.at, company, run: (scribe: Scribe) => scribe.makeAlert(alert, when) };
  });
}

type Outcome = 'declined' | 'withdrawn' | 'expired' | 'pending';

/** Invitations that nobody accepted; those who did are members. The last two wait for `invited`. */
const UNACCEPTED: readonly (readonly [company: CompanyKey, to: string, role: string, sentDaysAgo: number, Outcome])[] =
  [
    ['pars', 'mobile.repairs@parsparts.example', 'Workshop', 64, 'declined'],
    ['pars', 'former.driver@demo.wayline.example', 'Dispatcher', 33, 'withdrawn'],
    ['pars', 'night.desk@demo.wayline.example', 'Shift lead', 21, 'expired'],
    ['kaveh', 'trainee@demo.wayline.example', 'Support', 15, 'expired'],
    ['kaveh', 'partner@anatolia.example', 'Viewer', 9, 'declined'],
    ['rhein', 'aushilfe@demo.wayline.example', 'Dispatcher', 4, 'pending'],
    ['pars', 'new.dispatcher@demo.wayline.example', 'Dispatcher', 2, 'pending'],
    ['rhein', mailOf('invited'), 'Dispatcher', 2, 'pending'],
    ['pars', mailOf('invited'), 'Viewer', 6, 'pending'],
  ];

function invitations(now: Instant, at: Clock): Act[] {
  return UNACCEPTED.map(([company, email, role, ago, outcome], index) => {
    const sent = { at: at(ago, 13, index), by: RUNS[company] ?? null };
    const invitation: DemoInvitation = { company, email, role };
    // Pending invitations are pending at any hour that the demo is started.
    const expires =
      outcome === 'pending'
        ? Math.max(sent.at + INVITATION.lifetime * DAY, now + 20 * HOUR)
        : sent.at + INVITATION.lifetime * DAY;
    return {
      at: sent.at,
      company,
      async run(scribe) {
        const id = await scribe.invite(invitation, expires, sent);
        if (outcome === 'declined') await scribe.answer(invitation, id, outcome, { at: sent.at + 5 * HOUR, by: null });
        if (outcome === 'withdrawn')
          await scribe.answer(invitation, id, outcome, { at: sent.at + 2 * HOUR, by: sent.by });
      },
    };
  });
}
