import type { FileFormat } from '../../../../src/domain/report/index.ts';
import type { Queryable } from '../../../store/database.types.ts';

/** Bytes of a part: a file is written and sent in pieces of this size. */
const PART = 512 * 1024;

export interface FileHead {
  readonly id: string;
  readonly generationId: number;
  readonly format: FileFormat;
  readonly name: string;
  readonly type: string;
}

/** Puts a file into the database piece by piece as it is written. */
export class FileWriter {
  readonly #database: Queryable;
  readonly #id: string;
  #waiting: Uint8Array[] = [];
  #length = 0;
  #place = 0;
  #size = 0;

  private constructor(database: Queryable, id: string) {
    this.#database = database;
    this.#id = id;
  }

  static async open(database: Queryable, { id, generationId, format, name, type }: FileHead): Promise<FileWriter> {
    await database.query(
      'insert into report_file (id, generation_id, format, name, type, size, rows) values ($1, $2, $3, $4, $5, 0, 0)',
      [id, generationId, format, name, type],
    );
    return new FileWriter(database, id);
  }

  /** Takes a piece; nothing is written before {@link drain}. */
  push(piece: Uint8Array): void {
    this.#waiting.push(piece);
    this.#length += piece.length;
  }

  /** Writes what is enough for a part; `all`: the rest too. */
  async drain(all = false): Promise<void> {
    if (this.#length < PART && !(all && this.#length > 0)) return;
    const data = Buffer.concat(this.#waiting);
    this.#waiting = [];
    this.#length = 0;
    this.#size += data.length;
    await this.#database.query('insert into report_file_part (file_id, place, data) values ($1, $2, $3)', [
      this.#id,
      this.#place++,
      data,
    ]);
  }

  /** Ends the file, which then says how many rows it holds. */
  async close(rows: number): Promise<void> {
    await this.drain(true);
    await this.#database.query('update report_file set size = $2, rows = $3 where id = $1', [
      this.#id,
      this.#size,
      rows,
    ]);
  }
}

/** The pieces of a file in their order. */
export async function* readParts(database: Queryable, id: string): AsyncGenerator<Uint8Array> {
  for (let place = 0; ; place++) {
    const [part] = await database.query<{ data: Buffer }>(
      'select data from report_file_part where file_id = $1 and place = $2',
      [id, place],
    );
    if (!part) return;
    yield part.data;
  }
}
