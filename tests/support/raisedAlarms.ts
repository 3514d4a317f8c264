import type { Severity } from '../../src/domain/alert/index.ts';
import { toIso } from '../../src/domain/base/index.ts';
import { announce } from '../../server/pipeline/index.ts';
import type { Database } from '../../server/store/index.ts';

interface Raised {
  readonly severity: Severity;
  readonly now: number;
  /** The account whose alarm it is. */
  readonly account: string;
  /** Whose unit it is; left out: the same. */
  readonly of?: string;
}

let number = 0;

/** An alarm as the pipeline raises it, announced in the same transaction, twice as after a crash. */
export async function raiseAlarm(database: Database, { severity, now, account, of = account }: Raised) {
  number += 1;
  return database.transaction(async (transaction) => {
    const [row] = await transaction.query<{ id: number; account_id: number; unit_id: number; at: Date }>(
      `insert into alarm (account_id, alert_name, severity, policy, rule_id, rule_name, unit_id, unit_name, at, raised_at, open_since, last_at)
       select a.id, 'Hot', $1, '{"auto_resolve":true,"acknowledge_minutes":null,"escalation":[]}', $2, 'Too hot', u.id, u.name, $3, $3, $3, $3
       from account a, unit u join account o on o.id = u.account_id where a.name = $4 and o.name = $5 order by u.id limit 1 returning *`,
      [severity, number, toIso(now), account, of],
    );
    const announcement = {
      row: { ...row, alert_id: null, severity },
      sequence: 1,
      target: null,
      by: null,
      now,
      occasion: 'raised',
    } as const;
    await announce(transaction, announcement);
    // Repeated announcements say nothing new.
    await announce(transaction, announcement);
    return row.id;
  });
}
