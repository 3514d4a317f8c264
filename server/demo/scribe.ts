import { createHash, randomBytes } from 'node:crypto';
import { standardPermissions, STANDARD_ROLES, type Permissions } from '../../src/domain/access/index.ts';
import type { AccountStatus, LogoVersion } from '../../src/domain/account/index.ts';
import { toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf, type EventContent, type EventData } from '../../src/domain/events/index.ts';
import type { Transaction } from '../store/database.types.ts';
import type { AlertForm } from '../../src/domain/alert/index.ts';
import type { RuleForm } from '../../src/domain/rule/index.ts';
import { alertForm, type DemoAlert } from './alerts.ts';
import { COMPANIES, DEMO_MAIL_DOMAIN, type Company, type CompanyKey, type Person } from './companies.ts';
import { addGroups } from './groups.ts';
import { insertRule } from './ruleRows.ts';

/** The key in an account's settings that says which company of the demo it is; names may be changed by people. */
export const MARK = 'demo_company';

/** An act: when, and by whom; null: by the product itself. */
export interface When {
  readonly at: Instant;
  readonly by: string | null;
}

export interface DemoInvitation {
  readonly company: CompanyKey;
  readonly email: string;
  readonly role: string;
}

type AccountChange = EventData<'accountUpdated'>;

/** Writes what happened in the demo's companies: each act as the product would have left it, with its event. */
export class Scribe {
  readonly companies: Map<CompanyKey, number>;
  readonly people: Map<string, number>;
  readonly #transaction: Transaction;
  readonly #roles = new Map<string, number>();
  readonly #rules = new Map<string, number>();

  constructor(transaction: Transaction, companies: Map<CompanyKey, number>, people: Map<string, number>) {
    this.#transaction = transaction;
    this.companies = companies;
    this.people = people;
  }

  /** A company with its standard roles. `settings` are noted beside its mark. */
  async found(company: Company, country: string, currency: string, settings: object, when: When): Promise<void> {
    const id = await this.#transaction.nextId('account');
    const parent = company.parent === null ? null : (this.companies.get(company.parent) ?? null);
    await this.#transaction.query(
      `insert into account (id, parent_id, name, type, status, restrict_sub_accounts, settings, country, currency, created_at, tracker_networks)
       values ($1, $2, $3, $4, 'active', $5, $6, $7, $8, $9, '127.0.0.1, ::1')`,
      [
        id,
        parent,
        company.name,
        company.type,
        company.restricted,
        JSON.stringify({ [MARK]: company.key, ...settings }),
        country,
        currency,
        toIso(when.at),
      ],
    );
    this.companies.set(company.key, id);
    const after: EventData<'accountCreated'>['after'] = {
      name: company.name,
      type: company.type,
      parent_id: parent,
      status: 'active',
      restrict_sub_accounts: company.restricted,
      country,
      currency,
    };
    await this.#record(company.key, when, id, {
      kind: 'accountCreated',
      data: { name: company.name, type: company.type, after },
    });
    const [first, ...others] = STANDARD_ROLES;
    await this.makeRole(company.key, first, null, standardPermissions(first, company.type), [], when);
    for (const name of others)
      await this.makeRole(company.key, name, first, standardPermissions(name, company.type), [], when);
  }

  /** Changes columns of the company's account; `before` is what they held. */
  async changeAccount(
    company: CompanyKey,
    before: AccountChange['before'],
    after: AccountChange['after'],
    when: When,
  ): Promise<void> {
    const columns = Object.entries(after);
    const sets = columns.map(([column], index) =>
      column === 'settings' ? `settings = settings || $${index + 2}::jsonb` : `${column} = $${index + 2}`,
    );
    const values = columns.map(([column, value]) => (column === 'settings' ? JSON.stringify(value) : value));
    const id = this.#company(company);
    await this.#transaction.query(`update account set ${sets.join(', ')} where id = $1`, [id, ...values]);
    await this.#record(company, when, id, { kind: 'accountUpdated', data: { before, after } });
  }

  /** Deactivates or blocks an account that was active. */
  async closeAccount(company: CompanyKey, status: AccountStatus, when: When): Promise<void> {
    const id = this.#company(company);
    await this.#transaction.query('update account set status = $2 where id = $1', [id, status]);
    await this.#record(company, when, id, {
      kind: 'accountStatusChanged',
      data: { name: nameOf(company), before: { status: 'active' }, after: { status } },
    });
  }

  async addLogo(
    company: CompanyKey,
    version: LogoVersion,
    picture: { readonly data: Buffer; readonly width: number; readonly height: number },
    when: When,
  ): Promise<void> {
    const image = randomBytes(18).toString('base64url');
    const account = this.#company(company);
    await this.#transaction.query(
      "insert into image (id, account_id, user_id, type, width, height, data, created_at) values ($1, $2, $3, 'image/png', $4, $5, $6, $7)",
      [image, account, this.#actor(when.by), picture.width, picture.height, picture.data, toIso(when.at)],
    );
    await this.#transaction.query('insert into account_logo (account_id, version, image_id) values ($1, $2, $3)', [
      account,
      version,
      image,
    ]);
    await this.#record(company, when, account, { kind: 'accountLogoChanged', data: { version, removed: false } });
  }

  async makeRole(
    company: CompanyKey,
    name: string,
    reportsTo: string | null,
    permissions: Permissions,
    labels: readonly string[],
    when: When,
  ): Promise<void> {
    await addGroups(this.#transaction, this.#company(company), 'roles', labels, toIso(when.at));
    const id = await this.#transaction.nextId('role');
    const parent = reportsTo === null ? null : this.#role(company, reportsTo);
    await this.#transaction.query(
      'insert into role (id, account_id, name, parent_role_id, permissions, labels, created_at) values ($1, $2, $3, $4, $5, $6, $7)',
      [id, this.#company(company), name, parent, JSON.stringify(permissions), JSON.stringify(labels), toIso(when.at)],
    );
    this.#roles.set(`${company}/${name}`, id);
    await this.#record(company, when, id, {
      kind: 'roleCreated',
      data: { name, after: { name, parent_role_id: parent, permissions, labels: [...labels] } },
    });
  }

  async widenRole(
    company: CompanyKey,
    name: string,
    before: Permissions,
    after: Permissions,
    when: When,
  ): Promise<void> {
    const id = this.#role(company, name);
    await this.#transaction.query('update role set permissions = $2 where id = $1', [id, JSON.stringify(after)]);
    await this.#record(company, when, id, {
      kind: 'roleUpdated',
      data: { name, before: { permissions: before }, after: { permissions: after } },
    });
  }

  /** A rule that watches every unit of the company since then; a dealer's watches those of its sub-accounts. */
  async makeRule(company: CompanyKey, form: RuleForm, when: When): Promise<void> {
    const subAccounts = COMPANIES.some(({ key, type }) => key === company && type === 'DEALER');
    const id = await insertRule(this.#transaction, this.#company(company), form, { at: when.at, subAccounts });
    this.#rules.set(`${company}/${form.name}`, id);
    await this.#record(company, when, id, { kind: 'ruleCreated', data: { name: form.name, after: form } });
  }

  /** An alert on rules that the company made before. */
  async makeAlert(alert: DemoAlert, when: When): Promise<void> {
    const { company } = alert;
    const id = await this.#transaction.nextId('alert');
    const form: AlertForm = alertForm(alert, {
      rule: (name) => found(this.#rules.get(`${company}/${name}`), `${company}/${name}`),
      role: (name) => this.#role(company, name),
      person: (name) => this.#person(name),
    });
    await this.#transaction.query(
      `insert into alert (id, account_id, name, status, description, labels, severity, allow_child, auto_resolve, acknowledge_minutes, escalation, created_at)
       values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)`,
      [
        id,
        this.#company(company),
        form.name,
        form.status,
        form.description,
        JSON.stringify(form.labels),
        form.severity,
        form.allow_child,
        form.auto_resolve,
        form.acknowledge_minutes,
        JSON.stringify(form.escalation),
        toIso(when.at),
      ],
    );
    await this.#transaction.query('insert into alert_rule (alert_id, rule_id) select $1, unnest($2::int8[])', [
      id,
      form.rule_ids,
    ]);
    await this.#record(company, when, id, { kind: 'alertCreated', data: { name: form.name, after: form } });
  }

  /** The person's login; it belongs to no company yet. */
  async register(person: Person, hash: string, at: Instant): Promise<void> {
    const id = await this.#transaction.nextId('app_user');
    await this.#transaction.query(
      `insert into app_user (id, username, username_key, email, email_key, first_name, last_name, password_hash, status, lang, created_at, email_verified_at)
       values ($1, $2, $2, $3, $3, $4, $5, $6, 'active', $7, $8, $8)`,
      [id, person.username, mailOf(person.username), person.firstName, person.lastName, hash, person.lang, toIso(at)],
    );
    this.people.set(person.username, id);
  }

  async join(company: CompanyKey, username: string, role: string, at: Instant): Promise<void> {
    const userId = this.#person(username);
    const roleId = await this.#roleId(company, role);
    await this.#transaction.query(
      'insert into membership (user_id, account_id, role_id, created_at) values ($1, $2, $3, $4)',
      [userId, this.#company(company), roleId, toIso(at)],
    );
    await this.#record(company, { at, by: username }, userId, {
      kind: 'userJoined',
      data: { user_id: userId, username, email: mailOf(username), role_id: roleId, role_name: role },
    });
  }

  async promote(company: CompanyKey, person: Person, from: string, to: string, when: When): Promise<void> {
    const userId = this.#person(person.username);
    const [before, after] = [this.#role(company, from), this.#role(company, to)];
    await this.#transaction.query('update membership set role_id = $3 where user_id = $1 and account_id = $2', [
      userId,
      this.#company(company),
      after,
    ]);
    await this.#record(company, when, userId, {
      kind: 'userRoleChanged',
      data: { ...memberOf(person), before: { role_id: before, role: from }, after: { role_id: after, role: to } },
    });
  }

  /** Nobody knows its link: those who have a login answer it in the product. Answers its id. */
  async invite({ company, email, role }: DemoInvitation, expires: Instant, when: When): Promise<number> {
    const id = await this.#transaction.nextId('invitation');
    const roleId = await this.#roleId(company, role);
    await this.#transaction.query(
      `insert into invitation (id, account_id, role_id, role_name, email, email_key, token_hash, status, invited_by, created_at, sent_at, expires_at)
       values ($1, $2, $3, $4, $5, $5, $6, 'pending', $7, $8, $8, $9)`,
      [
        id,
        this.#company(company),
        roleId,
        role,
        email,
        createHash('sha256').update(randomBytes(32)).digest(),
        this.#actor(when.by),
        toIso(when.at),
        toIso(expires),
      ],
    );
    await this.#record(company, when, id, {
      kind: 'invitationSent',
      data: { email, role_id: roleId, role_name: role, account_name: nameOf(company) },
    });
    return id;
  }

  async answer(
    { company, email, role }: DemoInvitation,
    id: number,
    outcome: 'accepted' | 'declined' | 'withdrawn',
    when: When,
  ): Promise<void> {
    // A withdrawal is the inviter's; an answer is the receiver's, who may have no login.
    const answerer = outcome === 'withdrawn' ? null : this.#actor(when.by);
    await this.#transaction.query('update invitation set status = $2, answered_at = $3, user_id = $4 where id = $1', [
      id,
      outcome,
      toIso(when.at),
      answerer,
    ]);
    const roleId = await this.#roleId(company, role);
    await this.#record(company, when, id, {
      kind: ANSWERED[outcome],
      data: { email, role_id: roleId, role_name: role, account_name: nameOf(company) },
    });
  }

  async #record(company: CompanyKey, { at, by }: When, subject: number, event: EventContent): Promise<void> {
    const actor = this.#actor(by);
    await this.#transaction.appendEvent({
      ...eventOf(event, { account_id: this.#company(company), subject_id: subject, user_id: actor, time: toIso(at) }),
      // One of the addresses that are set aside for examples.
      ...(actor === null ? {} : { remote: `203.0.113.${10 + (actor % 200)}` }),
    });
  }

  #actor(username: string | null): number | null {
    return username === null ? null : (this.people.get(username) ?? null);
  }

  #company(key: CompanyKey): number {
    return found(this.companies.get(key), key);
  }

  #person(username: string): number {
    return found(this.people.get(username), username);
  }

  #role(company: CompanyKey, name: string): number {
    return found(this.#roles.get(`${company}/${name}`), `${company}/${name}`);
  }

  /** Also of a company that an earlier start made. */
  async #roleId(company: CompanyKey, name: string): Promise<number> {
    const known = this.#roles.get(`${company}/${name}`);
    if (known !== undefined) return known;
    const [row] = await this.#transaction.query<{ id: number }>(
      'select id from role where account_id = $1 and name = $2 order by id',
      [this.#company(company), name],
    );
    return found(row, `${company}/${name}`).id;
  }
}

const nameOf = (key: CompanyKey): string => COMPANIES.find((company) => company.key === key)?.name ?? '';

const ANSWERED = {
  accepted: 'invitationAccepted',
  declined: 'invitationDeclined',
  withdrawn: 'invitationWithdrawn',
} as const;

const memberOf = ({ username, firstName, lastName }: Person) => ({ username, name: `${firstName} ${lastName}` });

export function mailOf(username: string): string {
  return `${username}@${DEMO_MAIL_DOMAIN}`;
}

function found<Value>(value: Value | undefined, name: string): Value {
  if (value === undefined) throw new Error(`The demo world knows no ${name} yet.`);
  return value;
}
