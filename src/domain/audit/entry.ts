/** One line of the audit: who did what, from where, when, before and after. */
export interface AuditEntry {
  account_id: number;
  account_name: string;
  sequence: number;
  /** ISO 8601 UTC. */
  time: string;
  /** The domain event's kind, past tense: `roleUpdated`. */
  kind: string;
  subject_type: string;
  subject_id: number;
  /** Null for the product's own acts, and where the person is not named. */
  user_id: number | null;
  username: string;
  /** A person of an account above did it: they are not named, nor where they came from. */
  by_parent: boolean;
  /** Address that the act came from; empty when not known. */
  remote: string;
  data: Record<string, unknown>;
}
