import { DAY, HOUR, SECOND, toIso, type Instant } from '../../src/domain/base/index.ts';
import { CLUES, guessModel, type Clue, type UnclaimedDevice } from '../../src/domain/device/index.ts';
import { PROTOCOL_CODES, type ProtocolName } from '../../src/domain/telemetry/index.ts';
import type { Queryable } from '../store/database.types.ts';
import { addressOf } from './addresses.ts';

interface Entry {
  readonly identifier: string;
  readonly protocol: ProtocolName;
  address: string;
  readonly firstSeen: Instant;
  lastSeen: Instant;
  attempts: number;
  /** Attempts that the table does not know of yet. */
  unsaved: number;
  savedAt: Instant;
  /** What it let on of its make, the first heard first. */
  clues: readonly string[];
}

export interface UnclaimedQuery {
  /** From 1. */
  readonly page: number;
  readonly limit: number;
  /** Part of identifier, protocol or address; empty: all. */
  readonly search?: string;
  /** Which trackers the reader may see; absent: all. */
  readonly sees?: (tracker: Pick<UnclaimedDevice, 'identifier' | 'address'>) => boolean;
}

/** Devices remembered in all. */
const CAPACITY = 10_000;
/** Of one address: a network of trackers may stand behind one, and so may somebody who makes numbers up. */
const PER_ADDRESS = 200;
/** Of one connection (an address with its port): a tracker has one identifier and a gateway a handful. */
const PER_CONNECTION = 20;
/** A tracker that tried again and again for so long is confirmed: floods do not push it out. */
const CONFIRMED_AFTER = 2 * HOUR;
const CONFIRMED_ATTEMPTS = 3;
/** A confirmed one that has been silent for so long makes room again. */
const FORGOTTEN_AFTER = 7 * DAY;
/** A Traccar server speaks for a whole fleet over one connection. */
const FORWARDS: ReadonlySet<ProtocolName> = new Set<ProtocolName>(['traccar']);
/** One device is written no more often than this. */
const SAVE_INTERVAL = 10 * SECOND;
/** Longest identifier that is kept: what comes from the network is not to fill the memory. */
const LONGEST_IDENTIFIER = 64;

const nameOf = (identifier: string): string => identifier.replaceAll(/\p{Cc}/gu, '').slice(0, LONGEST_IDENTIFIER);
const keyOf = (identifier: string, protocol: string): string => `${protocol}\n${identifier}`;

const isConfirmed = ({ firstSeen, lastSeen, attempts }: Entry): boolean =>
  attempts >= CONFIRMED_ATTEMPTS && lastSeen - firstSeen >= CONFIRMED_AFTER;

/** Entries of one connection, of one address, or all of them. */
interface Group {
  /** Keys in order of last sight, oldest first: these make room. */
  readonly unconfirmed: Set<string>;
  confirmed: number;
}

const newGroup = (): Group => ({ unconfirmed: new Set(), confirmed: 0 });

/**
 * Trackers that reported and are registered nowhere. Past each bound the unconfirmed one that was unseen for longest
 * is forgotten.
 */
export class UnclaimedDevices {
  /** In order of last sight, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #all = newGroup();
  /** By connection, and by address. */
  readonly #groups = new Map<string, Group>();
  #evicted: Entry[] = [];
  readonly #capacity: number;

  constructor(capacity = CAPACITY) {
    this.#capacity = capacity;
  }

  get size(): number {
    return this.#entries.size;
  }

  /** Counts one refused login. */
  note(identifier: string, protocol: ProtocolName, address: string, now: Instant): void {
    const name = nameOf(identifier);
    if (name === '') return;
    const key = keyOf(name, protocol);
    const entry = this.#entries.get(key) ?? {
      identifier: name,
      protocol,
      address,
      firstSeen: now,
      lastSeen: now,
      attempts: 0,
      unsaved: 0,
      savedAt: Number.NEGATIVE_INFINITY,
      clues: [],
    };
    this.#remove(key, entry);
    entry.address = address;
    entry.lastSeen = now;
    entry.attempts++;
    entry.unsaved++;
    this.#add(key, entry);
    for (const [name, bound] of groupsOf(entry)) this.#makeRoom(this.#groups.get(name), bound, now);
    this.#makeRoom(this.#all, this.#capacity, now);
  }

  /** Adds to what is known of a device's make; of one that is not in the list nothing is kept. */
  noteClues(identifier: string, protocol: ProtocolName, clues: readonly Clue[]): void {
    const entry = this.#entries.get(keyOf(nameOf(identifier), protocol));
    if (!entry) return;
    const fresh = clues.map((clue) => clue.slice(0, CLUES.longest)).filter((clue) => !entry.clues.includes(clue));
    if (fresh.length > 0) entry.clues = [...entry.clues, ...new Set(fresh)].slice(0, CLUES.most);
  }

  #add(key: string, entry: Entry): void {
    this.#entries.set(key, entry);
    join(this.#all, key, entry);
    for (const [name] of groupsOf(entry)) {
      const group = this.#groups.get(name) ?? newGroup();
      this.#groups.set(name, group);
      join(group, key, entry);
    }
  }

  #remove(key: string, entry: Entry): void {
    if (!this.#entries.delete(key)) return;
    leave(this.#all, key);
    for (const [name] of groupsOf(entry)) {
      const group = this.#groups.get(name);
      if (!group) continue;
      leave(group, key);
      if (group.unconfirmed.size + group.confirmed === 0) this.#groups.delete(name);
    }
  }

  /**
   * Forgets the unconfirmed entry that was unseen for longest; the one that has just come, where all others are
   * confirmed.
   */
  #makeRoom(group: Group | undefined, bound: number, now: Instant): void {
    if (!group || group.unconfirmed.size + group.confirmed <= bound) return;
    const [oldest] = this.#entries;
    const isForgotten = group === this.#all && oldest !== undefined && now - oldest[1].lastSeen >= FORGOTTEN_AFTER;
    this.#evict(isForgotten ? oldest[0] : group.unconfirmed.keys().next().value);
  }

  #evict(key: string | undefined): void {
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return;
    this.#remove(key, entry);
    if (entry.savedAt !== Number.NEGATIVE_INFINITY) this.#evicted.push(entry);
  }

  /** One page, the latest seen first. `claimed` says which identifiers were registered meanwhile. */
  list(query: UnclaimedQuery, claimed: (identifier: string) => boolean): { rows: UnclaimedDevice[]; total: number } {
    const search = (query.search ?? '').trim().toLowerCase();
    const found = [...this.#entries.values()]
      .filter((entry) => !claimed(entry.identifier) && query.sees?.(entry) !== false)
      .filter(
        (entry) =>
          search === '' || `${entry.identifier}\n${entry.protocol}\n${entry.address}`.toLowerCase().includes(search),
      )
      .toSorted((a, b) => b.lastSeen - a.lastSeen);
    const from = (query.page - 1) * query.limit;
    return { rows: found.slice(from, from + query.limit).map(toRow), total: found.length };
  }

  /** When a tracker that calls itself so was heard last, and where; null where none is in the list. */
  heard(identifier: string): { readonly at: Instant; readonly address: string } | null {
    const name = nameOf(identifier);
    let latest: Entry | undefined;
    for (const protocol of Object.keys(PROTOCOL_CODES)) {
      const entry = this.#entries.get(keyOf(name, protocol));
      if (entry && entry.lastSeen > (latest?.lastSeen ?? Number.NEGATIVE_INFINITY)) latest = entry;
    }
    return latest ? { at: latest.lastSeen, address: latest.address } : null;
  }

  /** Reads what earlier processes saw. */
  async load(database: Queryable): Promise<void> {
    const rows = await database.query<{
      identifier: string;
      protocol: ProtocolName;
      address: string;
      first_seen: Date;
      last_seen: Date;
      attempts: number;
      clues: string[];
    }>(
      'select identifier, protocol, address, first_seen, last_seen, attempts, clues from unclaimed_device order by last_seen desc limit $1',
      [this.#capacity],
    );
    for (const row of rows.toReversed()) {
      const { identifier, protocol, address } = row;
      const lastSeen = new Date(row.last_seen).getTime();
      this.#add(keyOf(identifier, protocol), {
        identifier,
        protocol,
        address,
        firstSeen: new Date(row.first_seen).getTime(),
        lastSeen,
        attempts: row.attempts,
        unsaved: 0,
        savedAt: lastSeen,
        clues: row.clues,
      });
    }
  }

  /** Writes what changed. Rejects when the database is away; nothing is lost, the next call writes it. */
  async flush(database: Queryable, now: Instant): Promise<void> {
    const due = [...this.#entries.values()].filter(
      (entry) => entry.unsaved > 0 && now - entry.savedAt >= SAVE_INTERVAL,
    );
    if (due.length > 0) await save(database, due, now);
    if (this.#evicted.length > 0) await this.#forgetEvicted(database);
  }

  async #forgetEvicted(database: Queryable): Promise<void> {
    const gone = this.#evicted.filter((entry) => !this.#entries.has(keyOf(entry.identifier, entry.protocol)));
    const taken = this.#evicted.length;
    await database.query(
      `delete from unclaimed_device u using unnest($1::text[], $2::text[]) as g (identifier, protocol)
       where u.identifier = g.identifier and u.protocol = g.protocol`,
      [gone.map((entry) => entry.identifier), gone.map((entry) => entry.protocol)],
    );
    this.#evicted = this.#evicted.slice(taken);
  }
}

/** The groups that an entry counts in, by name, with the most that each may have. */
function groupsOf({ address, protocol }: Entry): readonly (readonly [name: string, bound: number])[] {
  if (address === '' || FORWARDS.has(protocol)) return [];
  return [
    [`connection ${address}`, PER_CONNECTION],
    [`address ${addressOf(address)}`, PER_ADDRESS],
  ];
}

function join(group: Group, key: string, entry: Entry): void {
  if (isConfirmed(entry)) group.confirmed++;
  else group.unconfirmed.add(key);
}

/** An entry that is not among the unconfirmed was counted as confirmed when it joined. */
function leave(group: Group, key: string): void {
  if (!group.unconfirmed.delete(key)) group.confirmed--;
}

async function save(database: Queryable, due: readonly Entry[], now: Instant): Promise<void> {
  const counts = due.map((entry) => entry.unsaved);
  await database.query(
    `insert into unclaimed_device (identifier, protocol, address, first_seen, last_seen, attempts, clues)
     select * from unnest($1::text[], $2::text[], $3::text[], $4::timestamptz[], $5::timestamptz[], $6::int8[], $7::jsonb[])
     on conflict (identifier, protocol) do update set
       address = excluded.address, last_seen = excluded.last_seen, attempts = unclaimed_device.attempts + excluded.attempts, clues = excluded.clues`,
    [
      due.map((entry) => entry.identifier),
      due.map((entry) => entry.protocol),
      due.map((entry) => entry.address),
      due.map((entry) => toIso(entry.firstSeen)),
      due.map((entry) => toIso(entry.lastSeen)),
      counts,
      due.map((entry) => JSON.stringify(entry.clues)),
    ],
  );
  for (const [index, entry] of due.entries()) {
    // Attempts that came while the statement ran stay unsaved.
    entry.unsaved -= counts[index];
    entry.savedAt = now;
  }
}

function toRow(entry: Entry): UnclaimedDevice {
  return {
    identifier: entry.identifier,
    protocol: entry.protocol,
    address: entry.address,
    first_seen: toIso(entry.firstSeen),
    last_seen: toIso(entry.lastSeen),
    attempts: entry.attempts,
    model: guessModel(entry.protocol, entry.clues),
  };
}
