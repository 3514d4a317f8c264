import { failure, success } from '../../../src/domain/base/index.ts';
import { SEAL_KEY_ROW } from '../../app/sealKey.ts';
import type { AdminCommand } from '../command.ts';

const CONFIRMED = 'yes';

/** The way out when the key that seals secrets is lost and no backup holds it. */
export const forgetSealedCommand: AdminCommand = {
  name: 'forget-sealed',
  summary: 'Gives up what was sealed with a lost seal.secret, so that the server starts again',
  parameters: [],
  options: { [CONFIRMED]: 'does it; without it the command only says what it would do' },
  details: [
    'Two-step verification is turned off for everybody, and messages and commands that wait are given up. Trackers with',
    'a password of their own are refused until it is set again: nobody gets in without it meanwhile.',
    'Webhooks get new keys. The next start makes a new key.',
  ],
  async run({ options, openDatabase }) {
    const database = await openDatabase('current');
    if (!database.ok) return database;
    return database.value.transaction(async (transaction) => {
      const [found] = await transaction.query<
        Record<'people' | 'devices' | 'messages' | 'commands' | 'repeaters' | 'webhooks', number>
      >(
        `select (select count(*) from app_user where totp_secret is not null) as people,
                (select count(*) from device where password_secret is not null) as devices,
                (select count(*) from outbox where next_attempt is not null) as messages,
                (select count(*) from webhook where secret is not null) as webhooks,
                (select count(*) from repeater where password is not null) as repeaters,
                (select count(*) from command_execution where sealed_text is not null) as commands`,
      );
      const about = `${found.people} logins with two-step verification, ${found.devices} devices with a password, ${found.messages} waiting messages, ${found.commands} waiting commands, ${found.webhooks} keys of webhooks, ${found.repeaters} passwords of repeaters`;
      if (!options.has(CONFIRMED))
        return failure(`This would give up: ${about}. Stop the server, and say --${CONFIRMED}.`);
      await transaction.query(
        'update app_user set totp_secret = null, totp_enabled_at = null, totp_last_step = 0 where totp_secret is not null',
      );
      await transaction.query(
        "update outbox set next_attempt = null, problem = 'Its text was sealed with a lost key.' where next_attempt is not null",
      );
      await transaction.query('update webhook set secret = null where secret is not null');
      await transaction.query('update repeater set password = null where password is not null');
      await transaction.query('delete from counter where name = $1', [SEAL_KEY_ROW]);
      return success(`Given up: ${about}. Remove a wrong seal.secret from DATA_DIR; the next start makes a new one.`);
    });
  },
};
