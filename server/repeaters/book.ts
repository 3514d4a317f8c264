import { coversInstant, type AllocationSpan } from '../../src/domain/allocation/index.ts';
import type { AccountId, Instant } from '../../src/domain/base/index.ts';
import { subjectsOf } from '../../src/domain/events/index.ts';
import type { RepeaterProtocol } from '../../src/domain/repeater/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { followTable, type Database, type FollowedTable, type Sealer } from '../store/index.ts';
import type { RepeatedUnit } from './message.ts';
import type { TargetAddress } from './targets/index.ts';

/** A repeater as the engine knows it. */
export interface BookedRepeater {
  readonly id: number;
  readonly accountId: AccountId;
  readonly isActive: boolean;
  readonly address: TargetAddress;
  readonly allUnits: boolean;
  /** Units that are named, and those of its groups. */
  readonly unitIds: ReadonlySet<number>;
}

/** A repeater that gets what a unit reports. */
interface UnitRepeater {
  readonly repeater: BookedRepeater;
  /** When its account sees the unit; null is always. */
  readonly sight: readonly AllocationSpan[] | null;
}

export interface BookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query'>;
  readonly directory: Pick<
    UnitDirectory,
    'accountsSeeing' | 'everSeenBy' | 'nameOf' | 'scopeOf' | 'sightOf' | 'statusOf'
  >;
  readonly sealer: Sealer;
  onFailure(error: unknown): void;
}

interface RepeaterRow extends Omit<TargetAddress, 'repeaterId' | 'protocol' | 'password'> {
  [column: string]: unknown;
  id: number;
  account_id: AccountId;
  status: string;
  protocol: RepeaterProtocol;
  password: string | null;
  all_units: boolean;
  unit_ids: number[];
}

const NONE: readonly UnitRepeater[] = [];
const SUBJECTS = ['repeater', 'label', 'unit', 'device', 'account'] as const;

/** True where the account sees the unit at the instant. */
export const isSeen = (sight: UnitRepeater['sight'], at: Instant): boolean =>
  sight === null || sight.some((span) => coversInstant(span, at));

/** Repeaters in memory, with their units: looked up for every report. */
export class RepeaterBook {
  readonly #options: BookOptions;
  readonly #table: FollowedTable;
  readonly #listeners = new Set<() => void>();
  #repeaters: ReadonlyMap<number, BookedRepeater> = new Map();
  #ofAccount: ReadonlyMap<number, readonly BookedRepeater[]> = new Map();
  readonly #ofUnit = new Map<number, readonly UnitRepeater[]>();
  readonly #units = new Map<number, RepeatedUnit>();

  constructor(options: BookOptions) {
    this.#options = options;
    this.#table = followTable<true>({
      name: 'repeaters',
      database: options.database,
      readAll: () => this.#read(),
      // Units come into groups and accounts, and go, with any of these.
      changeOf: (events) => SUBJECTS.some((subject) => subjectsOf(events, subject).length > 0) || null,
      read: () => this.#read(),
      onFailure: options.onFailure,
    });
  }

  /** Rejects with DatabaseUnavailable when it is closed first. */
  current(): Promise<void> {
    return this.#table.current();
  }

  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  get isEmpty(): boolean {
    return this.#repeaters.size === 0;
  }

  get all(): Iterable<BookedRepeater> {
    return this.#repeaters.values();
  }

  get(id: number): BookedRepeater | undefined {
    return this.#repeaters.get(id);
  }

  /** Nothing is sent for an inactive one, and for a closed account. */
  isPaused({ isActive, accountId }: BookedRepeater): boolean {
    return !isActive || this.#options.directory.statusOf(accountId) !== 'active';
  }

  /** Repeaters that get what the unit reports. */
  of(unitId: number): readonly UnitRepeater[] {
    if (this.isEmpty) return NONE;
    const known = this.#ofUnit.get(unitId);
    if (known) return known;
    const found = this.#find(unitId);
    this.#ofUnit.set(unitId, found);
    return found;
  }

  /** When the repeater's account sees the unit; undefined: it is none of the repeater's. */
  sightOf(id: number, unitId: number): UnitRepeater['sight'] | undefined {
    return this.of(unitId).find(({ repeater }) => repeater.id === id)?.sight;
  }

  /** Units that the repeater gets something of. */
  unitsOf({ id, allUnits, accountId, unitIds }: BookedRepeater): number[] {
    const units = allUnits ? this.#options.directory.everSeenBy([accountId]) : [...unitIds];
    return units.filter((unitId) => this.sightOf(id, unitId) !== undefined);
  }

  /** The unit as it is named to receivers. */
  async unit(unitId: number): Promise<RepeatedUnit> {
    const known = this.#units.get(unitId);
    if (known) return known;
    const [row] = await this.#options.database.query<{ uid: string }>(
      `select d.unique_identifier as uid from unit_device c join device d on d.id = c.device_id
       where c.unit_id = $1 order by c.position limit 1`,
      [unitId],
    );
    const unit = { unitId, name: this.#options.directory.nameOf(unitId), uid: row?.uid ?? String(unitId) };
    this.#units.set(unitId, unit);
    return unit;
  }

  /** Allocations of units change by the clock, too. */
  forgetUnits(): void {
    this.#ofUnit.clear();
    this.#units.clear();
  }

  close(): void {
    this.#table.close();
    this.#listeners.clear();
  }

  #find(unitId: number): readonly UnitRepeater[] {
    const { directory } = this.#options;
    const found: UnitRepeater[] = [];
    for (const account of directory.accountsSeeing(unitId))
      for (const repeater of this.#ofAccount.get(account) ?? []) {
        const { allUnits, unitIds, accountId } = repeater;
        if (!allUnits && !unitIds.has(unitId)) continue;
        // All units are the account's own; one that is named may be of a sub-account.
        const accounts = allUnits ? [accountId] : directory.scopeOf(accountId);
        const sight = directory.sightOf(new Set(accounts), unitId);
        if (sight === null || sight.length > 0) found.push({ repeater, sight });
      }
    return found.length === 0 ? NONE : found;
  }

  async #read(): Promise<void> {
    const rows = await this.#options.database.query<RepeaterRow>(
      `select t.id, t.account_id, a.name as account, t.status, t.protocol, t.host, t.port, t.tls, t.path, t.topic,
         t.user_name as username, t.password, t.all_units,
         array(select unit_id from repeater_unit where repeater_id = t.id
               union select u.id from repeater_label g join label l on l.id = g.label_id and l.kind = 'units'
                 join unit u on u.account_id = l.account_id and u.labels @> jsonb_build_array(l.name)
               where g.repeater_id = t.id) as unit_ids
       from repeater t join account a on a.id = t.account_id order by t.id`,
    );
    const repeaters = rows.map((row) => this.#booked(row));
    this.#repeaters = new Map(repeaters.map((repeater) => [repeater.id, repeater]));
    this.#ofAccount = Map.groupBy(repeaters, ({ accountId }) => accountId);
    this.forgetUnits();
    for (const listener of this.#listeners) listener();
  }

  #booked({ id, account_id, status, password, all_units, unit_ids, ...address }: RepeaterRow): BookedRepeater {
    const { protocol, host, port, tls, path, topic, username, account } = address;
    const opened = password === null ? '' : (this.#options.sealer.open(password) ?? '');
    return {
      id,
      accountId: account_id,
      isActive: status === 'active',
      address: { repeaterId: id, protocol, host, port, tls, path, topic, username, password: opened, account },
      allUnits: all_units,
      unitIds: new Set(all_units ? [] : unit_ids),
    };
  }
}
