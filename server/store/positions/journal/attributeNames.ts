import { FIRST_DYNAMIC_ATTRIBUTE, fixedAttributeName } from '../../../../src/domain/telemetry/index.ts';
import type { Queryable } from '../../database.types.ts';
import type { StoreLogger } from '../../logger.ts';

/** Whoever sends made-up names must not grow this list, which lives in memory, without end. */
const MOST_NAMES = 20_000;
const LONGEST_NAME = 64;

/** Numbers for attribute names that the product does not know. One process hands them out. */
export class AttributeNames {
  readonly #database: Queryable;
  readonly #logger: StoreLogger;
  readonly #ids = new Map<string, number>();
  readonly #names: string[] = [];
  /** The fixed ones by number. */
  readonly #fixed = Array.from({ length: FIRST_DYNAMIC_ATTRIBUTE }, (_, id) => fixedAttributeName(id));
  #persisted = 0;
  #full = false;

  private constructor(database: Queryable, logger: StoreLogger) {
    this.#database = database;
    this.#logger = logger;
  }

  static async load(database: Queryable, logger: StoreLogger): Promise<AttributeNames> {
    const names = new AttributeNames(database, logger);
    await names.#load();
    return names;
  }

  /** The name's number; -1 when no more names are taken. */
  idOf(name: string): number {
    const known = this.#ids.get(name);
    if (known !== undefined) return known;
    if (name.length === 0 || name.length > LONGEST_NAME || this.#names.length >= MOST_NAMES) return this.#refuse(name);
    const id = FIRST_DYNAMIC_ATTRIBUTE + this.#names.push(name) - 1;
    this.#ids.set(name, id);
    return id;
  }

  /** Throws a RangeError for a number that was never handed out. */
  nameOf(id: number): string {
    const name = id < FIRST_DYNAMIC_ATTRIBUTE ? this.#fixed[id] : this.#names[id - FIRST_DYNAMIC_ATTRIBUTE];
    if (name === undefined) throw new RangeError(`Attribute ${id} has no name`);
    return name;
  }

  /** Writes the names that are not stored yet. Must be done before the commit of what uses them. */
  async persist(): Promise<void> {
    const from = this.#persisted;
    const fresh = this.#names.slice(from);
    if (fresh.length === 0) return;
    // Once more after a lost answer is harmless: the same names get the same numbers.
    await this.#database.query(
      'insert into attribute_name (id, name) select * from unnest($1::int4[], $2::text[]) on conflict (id) do nothing',
      [fresh.map((_, index) => FIRST_DYNAMIC_ATTRIBUTE + from + index), fresh],
    );
    this.#persisted = from + fresh.length;
  }

  async #load(): Promise<void> {
    const rows = await this.#database.query<{ id: number; name: string }>(
      'select id, name from attribute_name order by id',
    );
    for (const { id, name } of rows) {
      this.#names[id - FIRST_DYNAMIC_ATTRIBUTE] = name;
      this.#ids.set(name, id);
    }
    this.#persisted = this.#names.length;
  }

  #refuse(name: string): -1 {
    if (!this.#full && this.#names.length >= MOST_NAMES) {
      this.#full = true;
      this.#logger.warn({ name, names: MOST_NAMES }, 'too many different attribute names; new ones are not stored');
    }
    return -1;
  }
}
