import type { Zone, ZoneLayer } from '../../src/domain/detection/index.ts';
import { ZoneIndex } from '../../src/domain/detection/index.ts';
import { SECOND, toIso, type AccountId, type Instant } from '../../src/domain/base/index.ts';
import { eventOf, subjectsOf } from '../../src/domain/events/index.ts';
import { probeOf, type Shape } from '../../src/domain/geometry/index.ts';
import type { UnitDirectory } from '../call/ports.ts';
import { followTable, type Database, type FollowedTable, type Queryable } from '../store/index.ts';

export interface ZoneBookOptions {
  readonly database: Pick<Database, 'onEvents' | 'query' | 'transaction'>;
  readonly directory: Pick<UnitDirectory, 'accountsSeeing' | 'everSeenBy' | 'scopeOf' | 'sightOf'>;
  readonly logger: { warn(details: object, message: string): void };
}

/** A zone whose visits were not looked for in the past yet, as it is now. */
export interface NewZone {
  readonly zone: Zone;
  readonly accountId: AccountId;
  /** What the table keeps once they were. */
  readonly visitsOf: string;
}

interface BookedZone extends NewZone {
  readonly isNew: boolean;
}

/** Zones of an account. The index is made when it is asked for: an import changes a thousand of them at once. */
interface AccountZones {
  readonly zones: Map<number, BookedZone>;
  index: ZoneIndex | null;
}

const NONE: readonly ZoneLayer[] = [];

/** Geofences in memory, by account: looked up for every unit that is followed. */
export class ZoneBook {
  readonly #options: ZoneBookOptions;
  readonly #accounts = new Map<AccountId, AccountZones>();
  readonly #accountOf = new Map<number, AccountId>();
  readonly #listeners = new Set<() => void>();
  readonly #table: FollowedTable;
  #wasRead = false;

  constructor(options: ZoneBookOptions) {
    this.#options = options;
    const { database, logger } = options;
    this.#table = followTable<readonly number[]>({
      name: 'geofences',
      database,
      readAll: () => this.#read(null),
      changeOf(events) {
        const zoneIds = subjectsOf(events, 'geofence');
        return zoneIds.length === 0 ? null : zoneIds;
      },
      read: (zoneIds) => this.#read(zoneIds),
      onFailure: (error) => logger.warn({ error: String(error) }, 'geofences could not be read; trying again'),
    });
  }

  /**
   * Resolves when every change so far is in the book, or could not be read. Until it was read once, it waits: an empty
   * book would end the visits. Rejects with DatabaseUnavailable when it is closed first.
   */
  settled(): Promise<void> {
    return this.#wasRead ? this.#table.settled() : this.#table.current();
  }

  /** Called when zones were added, changed or removed. */
  onChanged(listener: () => void): void {
    this.#listeners.add(listener);
  }

  /** The zones of every account that sees the unit, its own and those above it with their sub-accounts. */
  of(unitId: number): readonly ZoneLayer[] {
    if (this.#accounts.size === 0) return NONE;
    const layers: ZoneLayer[] = [];
    for (const account of this.#options.directory.accountsSeeing(unitId)) {
      const sight = this.#sightOf(account as AccountId, unitId);
      const index = sight === null || sight.length > 0 ? this.#indexOf(account as AccountId) : null;
      if (index) layers.push({ index, sight });
    }
    return layers.length === 0 ? NONE : layers;
  }

  /** Zones of one account whose visits in the past are to be looked for; null: there are none. */
  nextNew(): readonly NewZone[] | null {
    for (const { zones } of this.#accounts.values()) {
      const found = [...zones.values()].filter(({ isNew }) => isNew);
      if (found.length > 0) return found;
    }
    return null;
  }

  /** How many zones of the account wait for their visits in the past. */
  countNew(account: AccountId): number {
    return [...(this.#accounts.get(account)?.zones.values() ?? [])].filter(({ isNew }) => isNew).length;
  }

  /** Units that zones of the account watch now, or did at any time. */
  unitsOf(account: AccountId): readonly number[] {
    return this.#options.directory.everSeenBy(this.#options.directory.scopeOf(account));
  }

  /** These zones alone, as a layer of the unit's; null: the account never sees it. */
  layerOf(news: readonly NewZone[], index: ZoneIndex, unitId: number): ZoneLayer | null {
    const sight = this.#sightOf(news[0].accountId, unitId);
    return sight === null || sight.length > 0 ? { index, sight } : null;
  }

  /** The zone is still as it was. */
  isCurrent({ zone, accountId, visitsOf }: NewZone): boolean {
    return this.#accounts.get(accountId)?.zones.get(zone.id)?.visitsOf === visitsOf;
  }

  /** Visits of the past are stored, as far as the zones are still the same: lists read them, and nobody is notified. */
  async foundPast(news: readonly NewZone[], now: Instant): Promise<void> {
    const rows = news.map(({ zone, visitsOf }) => ({ id: zone.id, visitsOf }));
    const [{ accountId }] = news;
    await this.#options.database.transaction(async (transaction) => {
      await transaction.query(
        `update geofence g set visits_of = w.visits_of from unnest($1::int8[], $2::text[]) as w (id, visits_of)
       where g.id = w.id and ${VISITS_OF} = w.visits_of`,
        [rows.map(({ id }) => id), rows.map(({ visitsOf }) => visitsOf)],
      );
      await transaction.appendEvents([
        eventOf(
          { kind: 'visitsOfPastFound', data: { geofences: news.length } },
          {
            account_id: accountId,
            subject_id: news.length === 1 ? news[0].zone.id : 0,
            user_id: null,
            time: toIso(now),
          },
        ),
      ]);
    });
    for (const each of news) {
      const zones = this.#accounts.get(each.accountId)?.zones;
      if (zones && this.isCurrent(each)) zones.set(each.zone.id, { ...each, isNew: false });
    }
  }

  close(): void {
    this.#table.close();
    this.#listeners.clear();
  }

  #sightOf(account: AccountId, unitId: number) {
    const { directory } = this.#options;
    return directory.sightOf(new Set<number>(directory.scopeOf(account)), unitId);
  }

  #indexOf(account: AccountId): ZoneIndex | null {
    const own = this.#accounts.get(account);
    if (!own) return null;
    return (own.index ??= new ZoneIndex([...own.zones.values()].map(({ zone }) => zone)));
  }

  /** Reads these zones, or all. */
  async #read(zoneIds: readonly number[] | null): Promise<void> {
    const found = new Map((await readZones(this.#options.database, zoneIds)).map((zone) => [zone.zone.id, zone]));
    const known = zoneIds ?? [...this.#accountOf.keys()];
    // A new name or colour changes nothing here.
    const others = [...found.values()].filter((zone) => !this.isCurrent(zone) || zone.isNew);
    const gone = known.filter((zoneId) => this.#accountOf.has(zoneId) && !found.has(zoneId));
    this.#wasRead = true;
    if (others.length === 0 && gone.length === 0) return;
    for (const zoneId of [...gone, ...others.map(({ zone }) => zone.id)]) this.#remove(zoneId);
    for (const zone of others) this.#add(zone);
    for (const listener of this.#listeners) listener();
  }

  #add(booked: BookedZone): void {
    const own = this.#accounts.get(booked.accountId) ?? { zones: new Map<number, BookedZone>(), index: null };
    own.zones.set(booked.zone.id, booked);
    own.index = null;
    this.#accounts.set(booked.accountId, own);
    this.#accountOf.set(booked.zone.id, booked.accountId);
  }

  #remove(zoneId: number): void {
    const account = this.#accountOf.get(zoneId);
    const own = account === undefined ? undefined : this.#accounts.get(account);
    if (account === undefined || !own) return;
    this.#accountOf.delete(zoneId);
    own.zones.delete(zoneId);
    own.index = null;
    if (own.zones.size === 0) this.#accounts.delete(account);
  }
}

/** What visits are of: the shape, and the least stay. */
const VISITS_OF = "left(md5(g.shape::text), 12) || '/' || g.min_stay";

interface ZoneRow {
  id: number;
  account_id: number;
  shape: Shape;
  min_stay: number;
  visits_of: string;
  is_new: boolean;
}

async function readZones(database: Queryable, zoneIds: readonly number[] | null): Promise<BookedZone[]> {
  const rows = await database.query<ZoneRow>(
    `select g.id, g.account_id, g.shape, g.min_stay, ${VISITS_OF} as visits_of, g.visits_of is distinct from ${VISITS_OF} as is_new
     from geofence g where $1::int8[] is null or g.id = any($1) order by g.id`,
    [zoneIds],
  );
  return rows.map(({ id, account_id, shape, min_stay, visits_of, is_new }) => ({
    accountId: account_id as AccountId,
    visitsOf: visits_of,
    isNew: is_new,
    // A state of another shape says nothing; of another least stay it does.
    zone: { id, key: `${id}@${visits_of.split('/')[0]}`, probe: probeOf(shape), minimumStay: min_stay * SECOND },
  }));
}
