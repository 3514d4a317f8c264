import { DAY, HOUR, MINUTE, toIso, type Instant } from '../../src/domain/base/index.ts';
import { eventOf } from '../../src/domain/events/index.ts';
import { repeaters, type RepeaterForm, type RepeaterProblemCode } from '../../src/domain/repeater/index.ts';
import type { Database, Queryable, Transaction } from '../store/index.ts';
import { addGroups } from './groups.ts';
import { MARK } from './scribe.ts';

/** The counter that says that they were made: a second start adds none. */
const SEEDED = 'demo_repeater';
const COMPANY = 'pars';

interface DemoRepeater {
  readonly by: string;
  /** The group whose units it forwards. */
  readonly group: string;
  readonly form: Partial<RepeaterForm> & Pick<RepeaterForm, 'name' | 'host' | 'protocol'>;
  readonly sent: number;
  readonly refused: number;
  /** Before the start of the demo, ms. */
  readonly added: number;
  readonly lastSuccess: number;
  readonly errors: readonly { readonly ago: number; readonly code: RepeaterProblemCode; readonly detail: string }[];
}

/** Inactive, so that nothing leaves the machine of the demo. */
const DEMO_REPEATERS: readonly DemoRepeater[] = [
  {
    by: 'consumer',
    group: 'Cold chain',
    form: {
      name: 'Ministry of roads',
      protocol: 'wialon_ips',
      host: 'tracking.roads.example',
      port: 5039,
      status: 'inactive',
      description: 'Paused while the ministry moves its server',
      labels: ['authorities'],
    },
    sent: 18_240,
    refused: 3,
    added: 12 * DAY,
    lastSuccess: 2 * HOUR,
    errors: [
      { ago: 3 * DAY, code: 'refused', detail: '#AD#12' },
      { ago: DAY, code: 'noAnswer', detail: '' },
      { ago: 110 * MINUTE, code: 'notConnected', detail: 'ECONNREFUSED' },
    ],
  },
  {
    by: 'reza.ahmadi',
    group: 'Cold chain',
    form: {
      name: 'Portal of the shipper',
      protocol: 'mqtt',
      host: 'broker.shipper.example',
      port: 8883,
      tls: true,
      topic: 'fleet/{account}/{uid}/position',
      user_name: 'pars',
      status: 'inactive',
      description: 'To be switched on with the new contract',
      labels: ['partners'],
    },
    sent: 0,
    refused: 0,
    added: DAY,
    lastSuccess: 0,
    errors: [],
  },
];

/** Adds repeaters of Pars Logistics, once. */
export async function addDemoRepeaters(database: Database, now: Instant): Promise<void> {
  await database.transaction(async (transaction) => {
    const begun = await transaction.query(
      'insert into counter (name, value) values ($1, $2) on conflict (name) do nothing returning value',
      [SEEDED, DEMO_REPEATERS.length],
    );
    if (begun.length === 0) return;
    for (const demo of DEMO_REPEATERS) {
      const ids = await readIds(transaction, demo);
      if (ids) await insert(transaction, demo, ids, now);
    }
  });
}

interface Ids {
  [column: string]: unknown;
  account: number;
  person: number;
  group: number;
}

/** Undefined: somebody may have renamed what it names. */
async function readIds(database: Queryable, { by, group }: DemoRepeater): Promise<Ids | undefined> {
  const [ids] = await database.query<Ids>(
    `select a.id as account, u.id as person, l.id as "group" from account a
     join membership m on m.account_id = a.id join app_user u on u.id = m.user_id and u.username_key = $2
     join label l on l.account_id = a.id and l.kind = 'units' and l.name = $3
     where a.settings ->> '${MARK}' = $1 limit 1`,
    [COMPANY, by, group],
  );
  return ids;
}

async function insert(transaction: Transaction, demo: DemoRepeater, ids: Ids, now: Instant): Promise<void> {
  const form = repeaters.schema.validateSync({ ...demo.form, all_units: false, label_ids: [ids.group] });
  const { unit_ids: _units, label_ids: groups, ...own } = form;
  const at = toIso(now - demo.added);
  const row = { ...own, account_id: ids.account, created_at: at };
  const columns = Object.keys(row).join(', ');
  const [made] = await transaction.query<{ id: number }>(
    `insert into repeater (${columns}) select ${columns} from jsonb_populate_record(null::repeater, $1)
     on conflict do nothing returning id`,
    [JSON.stringify(row)],
  );
  if (!made) return;
  await transaction.query('insert into repeater_label (repeater_id, label_id) select $1, unnest($2::int8[])', [
    made.id,
    groups,
  ]);
  await addGroups(transaction, ids.account, 'repeaters', form.labels, at);
  await addPast(transaction, made.id, demo, now);
  const origin = { account_id: ids.account, subject_id: made.id, user_id: ids.person, time: at };
  await transaction.appendEvent(eventOf({ kind: 'repeaterCreated', data: { name: form.name, after: form } }, origin));
}

/** What it did before it was paused. */
async function addPast(transaction: Transaction, id: number, demo: DemoRepeater, now: Instant): Promise<void> {
  const { sent, refused, lastSuccess, errors } = demo;
  const last = errors.at(-1);
  await transaction.query(
    `insert into repeater_state (repeater_id, sent, refused, last_success, last_error, last_error_detail, last_error_at)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [
      id,
      sent,
      refused,
      sent === 0 ? null : toIso(now - lastSuccess),
      last?.code ?? null,
      last?.detail ?? '',
      last === undefined ? null : toIso(now - last.ago),
    ],
  );
  for (const { ago, code, detail } of errors)
    await transaction.query(
      'insert into repeater_log (repeater_id, at, code, detail, messages) values ($1, $2, $3, $4, $5)',
      [id, toIso(now - ago), code, detail, code === 'refused' ? refused : 0],
    );
}
