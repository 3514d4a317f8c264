import { keyForms, type DriverLookup, type DriverPresence } from '../../src/domain/detection/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import { isAbout, subjectsOf, type DomainEvent } from '../../src/domain/events/index.ts';
import { ownerOfKey, type KeyOwner } from '../../src/domain/operator/index.ts';
import { followTable, type Database, type FollowedTable } from '../store/index.ts';

export interface DriverBookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query'>;
  readonly directory: {
    accountOf(unitId: number): number;
    allocationAt(unitId: number, instant: Instant): { readonly accountId: number } | null;
  };
  readonly logger: { warn(details: object, message: string): void };
}

interface Assigned {
  readonly operatorId: number;
  readonly from: Instant;
  readonly to: Instant;
}
interface Released {
  readonly operatorId: number;
  readonly at: Instant;
}

const NO_OPERATORS: readonly number[] = [];

/** Who may drive what, in memory, for rules on drivers: keys of operators, and what people decided by hand. */
export class DriverBook {
  readonly #options: DriverBookOptions;
  readonly #table: FollowedTable;
  #owners = new Map<string, KeyOwner[]>();
  #assigned = new Map<number, Assigned[]>();
  #released = new Map<number, Released[]>();
  /** Counts what was read: answers of before are not used again. */
  #version = 0;

  constructor(options: DriverBookOptions) {
    this.#options = options;
    this.#table = followTable<true>({
      name: 'drivers of rules',
      database: options.database,
      readAll: () => this.#read(),
      changeOf: (events) => (events.some(isDecision) ? true : null),
      read: () => this.#read(),
      onFailure: (error) =>
        options.logger.warn({ error: String(error) }, 'drivers of rules could not be read; trying again'),
    });
  }

  settled(): Promise<void> {
    return this.#table.settled();
  }

  close(): void {
    this.#table.close();
  }

  /** Says who is at the unit; what was found for a key is kept while it is signed in. */
  of(unitId: number): DriverLookup {
    let known: { key: string; since: Instant; version: number; owner: number | null } | null = null;
    return {
      at: (key, since, time): DriverPresence => {
        if (known?.key !== key || known.since !== since || known.version !== this.#version)
          known = { key, since, version: this.#version, owner: this.#ownerOf(unitId, key, since) };
        return {
          hasKey: key !== '',
          isKnown: known.owner !== null,
          operators: this.#at(unitId, known.owner, since, time),
        };
      },
    };
  }

  /** By hand comes before a key. */
  #at(unitId: number, owner: number | null, since: Instant, time: Instant): readonly number[] {
    const byHand = (this.#assigned.get(unitId) ?? [])
      .filter(({ from, to }) => from <= time && time < to)
      .map(({ operatorId }) => operatorId);
    if (byHand.length > 0) return byHand;
    if (owner === null) return NO_OPERATORS;
    const isReleased = (this.#released.get(unitId) ?? []).some(
      ({ operatorId, at }) => operatorId === owner && at >= since && at <= time,
    );
    return isReleased ? NO_OPERATORS : [owner];
  }

  /** Of the account that held the unit then, or of its owner: in this order, as bindings have it. */
  #ownerOf(unitId: number, key: string, since: Instant): number | null {
    if (key === '') return null;
    const { directory } = this.#options;
    const holder = directory.allocationAt(unitId, since)?.accountId;
    const accounts = [...(holder === undefined ? [] : [holder]), directory.accountOf(unitId)];
    const forms = keyForms(key);
    return ownerOfKey(
      forms,
      accounts,
      since,
      forms.flatMap((form) => this.#owners.get(form) ?? []),
    );
  }

  async #read(): Promise<void> {
    const { database } = this.#options;
    const keys = await database.query<{
      operator_id: number;
      account_id: AccountId;
      key: string;
      from_at: Date | null;
      to_at: Date | null;
    }>('select operator_id, account_id, key, from_at, to_at from operator_key order by id');
    const assigned = await database.query<{ unit_id: number; operator_id: number; from_at: Date; to_at: Date | null }>(
      "select unit_id, operator_id, from_at, to_at from operator_binding where source = 'manual' order by id",
    );
    const released = await database.query<{ unit_id: number; operator_id: number; at: Date }>(
      'select unit_id, operator_id, at from operator_release order by at',
    );
    this.#owners = Map.groupBy(
      keys.map((row) => ({
        operatorId: row.operator_id,
        accountId: row.account_id,
        key: row.key,
        from: row.from_at?.getTime() ?? Number.NEGATIVE_INFINITY,
        to: row.to_at?.getTime() ?? Number.POSITIVE_INFINITY,
      })),
      ({ key }) => key,
    );
    this.#assigned = byUnit(assigned, (row) => ({
      operatorId: row.operator_id,
      from: row.from_at.getTime(),
      to: row.to_at?.getTime() ?? Number.POSITIVE_INFINITY,
    }));
    this.#released = byUnit(released, (row) => ({ operatorId: row.operator_id, at: row.at.getTime() }));
    this.#version++;
  }
}

/** Operators and their keys changed, or somebody assigned or released one by hand; what keys do is known without. */
const isDecision = (event: DomainEvent): boolean =>
  subjectsOf([event], 'operator').length > 0 || (isAbout(event, 'driver') && event.user_id !== null);

function byUnit<Row extends { unit_id: number }, Own>(
  rows: readonly Row[],
  ownOf: (row: Row) => Own,
): Map<number, Own[]> {
  return new Map([...Map.groupBy(rows, ({ unit_id }) => unit_id)].map(([unitId, own]) => [unitId, own.map(ownOf)]));
}
