import { once } from 'node:events';
import { Readable, type Duplex } from 'node:stream';
import type pg from 'pg';

/** The part of pg's connection that COPY needs; its types leave most of it out. */
interface CopyConnection {
  readonly stream: Duplex;
  query(sql: string): void;
  sendCopyFromChunk(chunk: Buffer): void;
  endCopyFrom(): void;
  sendCopyFail(reason: string): void;
}

/** What pg calls on a query while it runs (PostgreSQL manual, "COPY Operations" of the message flow). */
interface CopyQuery {
  submit(connection: CopyConnection): void;
  handleError(error: Error): void;
  handleCommandComplete(message: { text: string }): void;
  handleReadyForQuery(): void;
  handleCopyData?(message: { chunk: Buffer }): void;
  handleCopyInResponse?(): void;
}

const run = (client: pg.ClientBase, query: CopyQuery): void => void client.query(query as unknown as pg.Submittable);

/** Reads what `copy … to stdout` sends; pauses the connection while nobody takes it. */
export function copyOut(client: pg.ClientBase, sql: string): Readable {
  let stream: Duplex | null = null;
  const output = new Readable({ read: () => void stream?.resume() });
  run(client, {
    submit(connection) {
      ({ stream } = connection);
      connection.query(sql);
    },
    handleCopyData({ chunk }) {
      // pg reads the next message into the same memory.
      if (!output.push(Buffer.from(chunk))) stream?.pause();
    },
    handleError: (error) => void output.destroy(error),
    handleCommandComplete: () => undefined,
    handleReadyForQuery: () => void output.push(null),
  });
  return output;
}

/** Sends `chunks` to `copy … from stdin`; answers the number of rows. Rejects with what Postgres or the source says. */
export async function copyIn(client: pg.ClientBase, sql: string, chunks: AsyncIterable<Buffer>): Promise<number> {
  const state: { connection: CopyConnection | null; rows: number } = { connection: null, rows: 0 };
  const { promise: started, resolve: start, reject: failStart } = Promise.withResolvers<CopyConnection>();
  const { promise: done, resolve: finish, reject: fail } = Promise.withResolvers<void>();
  // Both are awaited below; until then an early failure must not count as unhandled.
  for (const promise of [started, done]) promise.catch(() => undefined);
  run(client, {
    submit(connection) {
      state.connection = connection;
      connection.query(sql);
    },
    handleCopyInResponse: () => {
      if (state.connection) start(state.connection);
    },
    handleError(error) {
      failStart(error);
      fail(error);
    },
    handleCommandComplete: ({ text }) => void (state.rows = Number(/\d+$/.exec(text)?.[0] ?? 0)),
    handleReadyForQuery: () => finish(),
  });
  const connection = await started;
  try {
    for await (const chunk of chunks) await send(connection, chunk, done);
    connection.endCopyFrom();
  } catch (error) {
    connection.sendCopyFail(String(error));
    await done.catch(() => undefined);
    throw error;
  }
  await done;
  return state.rows;
}

/** Ends early where Postgres has refused a row: it takes no more. */
async function send(connection: CopyConnection, chunk: Buffer, done: Promise<void>): Promise<void> {
  connection.sendCopyFromChunk(chunk);
  if (connection.stream.writableNeedDrain) await Promise.race([once(connection.stream, 'drain'), done]);
}
