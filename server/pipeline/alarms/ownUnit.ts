/**
 * SQL: true where the unit belonged to the account, or was allocated to it at the instant; else it is one of a
 * sub-account. All are expressions.
 */
export const isOwnUnit = (account: string, unit: string, at: string): string =>
  `(exists (select from unit own where own.id = ${unit} and own.account_id = ${account})
    or exists (select from unit_allocation l where l.unit_id = ${unit} and l.account_id = ${account} and l.start_at <= ${at} and (l.end_at is null or l.end_at > ${at})))`;
