import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { readOrCreateSecret } from '../modules/auth/index.ts';
import { createSealer, type Queryable, type Sealer } from '../store/index.ts';

/** Row of `counter` that names the key by which the database's secrets are sealed. */
export const SEAL_KEY_ROW = 'seal_key';

/** The key in the data folder is not the one that the database's secrets were sealed with. */
export class SealKeyLost extends Error {
  override readonly name = 'SealKeyLost';
}

/**
 * The sealer of this installation, with its key in the data folder. The key is made on the first start and never
 * replaced in silence while it is needed: what was sealed with it could not be read any more, and trackers with a
 * password, second steps and messages that wait would fail one by one. Throws {@link SealKeyLost}, which says what to
 * do.
 */
export async function openSealer(database: Queryable, dataDirectory: string): Promise<Sealer> {
  const file = path.join(dataDirectory, 'seal.secret');
  const isThere = fs.existsSync(file);
  const [row] = await database.query<{ value: number }>('select value from counter where name = $1', [SEAL_KEY_ROW]);
  // Where nothing is sealed nothing is lost, such as beside a database that outlives its data folders.
  if (!isThere && (await holdsSealed(database))) throw new SealKeyLost(`${file} is missing. ${REMEDY}`);
  const secret = readOrCreateSecret(dataDirectory, 'seal');
  const mark = markOf(secret);
  if (row && row.value !== mark && (await holdsSealed(database)))
    throw new SealKeyLost(`${file} is not the key of this database. ${REMEDY}`);
  await database.query(
    'insert into counter (name, value) values ($1, $2) on conflict (name) do update set value = excluded.value',
    [SEAL_KEY_ROW, mark],
  );
  return createSealer(secret);
}

const REMEDY =
  'Passwords of devices, second steps and waiting messages are sealed with it. Put the file back from a backup; if it is lost for good, "npm run admin -- forget-sealed" gives up what was sealed.';

/** 48 bits: enough to distinguish keys, and nothing to find one by. */
const markOf = (secret: string): number =>
  createHash('sha256').update(`wayline seal mark ${secret}`).digest().readUIntBE(0, 6);

async function holdsSealed(database: Queryable): Promise<boolean> {
  const [{ holds }] = await database.query<{ holds: boolean }>(
    `select exists (select from app_user where totp_secret is not null)
         or exists (select from device where password_secret is not null)
         or exists (select from webhook where secret is not null)
         or exists (select from repeater where password is not null)
         or exists (select from command_execution where sealed_text is not null)
         or exists (select from outbox where next_attempt is not null) as holds`,
  );
  return holds;
}
