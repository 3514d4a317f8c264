/** How sending goes, as lists show it. */
interface Outcome {
  /** Messages of the last days that did not arrive. */
  readonly failed: number;
  /** ISO 8601 UTC; null: nothing was sent yet. */
  readonly last_sent: string | null;
}

/**
 * Where failed messages and the last sent one of a notification or a webhook `t` are read, and how lists sort by them.
 */
export function outcomeOf(column: 'notification_id' | 'webhook_id') {
  const deliveries = `from notification_delivery d where d.${column} = t.id`;
  const lastSent = `(select max(ended_at) ${deliveries} and d.state = 'sent')`;
  return {
    joined: { failed: `(select count(*) ${deliveries} and d.state = 'failed')`, last_sent: lastSent },
    sorts: { last_sent: `coalesce(${lastSent}, '-infinity')` },
  };
}

/** The same as the wire has it. */
export const readOutcome = ({ failed, last_sent }: Readonly<Record<keyof Outcome, unknown>>): Outcome => ({
  failed: Number(failed),
  last_sent: last_sent instanceof Date ? last_sent.toISOString() : null,
});
