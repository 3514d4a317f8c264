import type { Instant } from '../../src/domain/base/index.ts';
import { closeDemoLogins, openDemoLogins } from '../demo/index.ts';
import type { PasswordHasher } from '../modules/auth/index.ts';
import { createFirstOwner, hasLogin, openSetupCode, type SetupCode } from '../modules/setup/index.ts';
import type { Database } from '../store/index.ts';
import type { Configuration } from './config.ts';
import type { Logger } from './product.types.ts';

/** Who can sign in, when the doors open. */
export interface FirstStart {
  readonly setupCode: SetupCode;
  /** Demo logins that this server refuses, by name: none where the demo runs, or was never made. */
  readonly closedDemoLogins: readonly string[];
}

interface Parts {
  readonly configuration: Pick<Configuration, 'demo' | 'admin'>;
  readonly database: Database;
  readonly hasher: PasswordHasher;
  readonly now: Instant;
  readonly logger: Logger;
}

/**
 * Makes the administrator of the environment, draws the setup code where there is still no login, and closes or opens
 * demo logins.
 */
export async function prepareFirstStart(parts: Parts): Promise<FirstStart> {
  const { configuration, database, hasher, now, logger } = parts;
  await makeAdministrator(parts);
  const closedDemoLogins = configuration.demo
    ? await openDemoLogins(database).then(() => [])
    : await closeDemoLogins(database, hasher, now);
  if (closedDemoLogins.length > 0) logger.warn({ logins: closedDemoLogins }, 'demo logins are refused, as DEMO is 0');
  return { setupCode: await openSetupCode(database), closedDemoLogins };
}

/** For unattended installs. Once a login exists, the variables may stay and change nothing. */
async function makeAdministrator({ configuration: { admin }, database, hasher, now, logger }: Parts): Promise<void> {
  if (admin === null || (await hasLogin(database))) return;
  const userId = await createFirstOwner(database, {
    account_name: 'Wayline',
    first_name: 'Server',
    last_name: 'Administrator',
    username: 'admin',
    email: admin.email,
    time_zone: 'UTC',
    language: 'en',
    passwordHash: await hasher.hash(admin.password),
    now,
  });
  if (userId !== null)
    logger.info({ userId, username: 'admin' }, 'made the owner account and its administrator of ADMIN_EMAIL');
}
