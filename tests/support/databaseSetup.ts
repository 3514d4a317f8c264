import type { ClientConfig } from 'pg';
import type { TestProject } from 'vitest/node';
import { createTemplate, startTestPostgres } from './postgresServer.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /**
     * The server whose template each test file's database is copied from; null where WAYLINE_TEST_DATABASE_URL names
     * another.
     */
    postgres: ClientConfig | null;
  }
}

/** One Postgres for a whole run: to start one costs seconds, to copy a database a fraction of one. */
export default async function databaseSetup(project: TestProject): Promise<() => Promise<void>> {
  if (process.env.WAYLINE_TEST_DATABASE_URL) {
    project.provide('postgres', null);
    return async () => undefined;
  }
  const server = await startTestPostgres({ shared_buffers: '128MB', max_connections: '200' });
  await createTemplate(server.connection);
  project.provide('postgres', server.connection);
  return () => server.remove();
}
