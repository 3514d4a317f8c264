import { beforeAll, describe, expect, it } from 'vitest';
import type { DeviceHandle, OutgoingCommand } from '../../ingest/types.ts';
import { createProblems, loadMessages } from '../../call/index.ts';
import { createSealer } from '../../store/index.ts';
import { NOON, valueOf, withModules } from '../../../tests/support/modules.ts';
import { createSessions } from '../auth/index.ts';
import { sendCommandByAlarm } from './byAlarm.ts';

const modules = withModules();
const ACCOUNT = 'Kaveh Telematics';
const as = modules.as('dealer', ACCOUNT);
let unitId = 0;
let device: DeviceHandle;

beforeAll(async () => {
  const made = valueOf(
    await as('createDevice', { name: 'Lock', device_model: 'FMB920', unique_identifier: 'BYALARM1' }),
  );
  unitId = valueOf(await as('createUnit', { name: 'Locked', device_ids: [made.device_id] })).unit_id;
  device = {
    identifier: made.unique_identifier,
    deviceId: made.device_id,
    unitId,
    password: null,
    model: made.device_model,
    clockOffset: null,
  };
});

async function send(username: string, code: string, unit = unitId, account = ACCOUNT) {
  const { database, world } = modules;
  const sessions = createSessions({ database, directory: world.directory });
  const services = {
    database,
    problems: createProblems(loadMessages()),
    commands: world.commands,
    sealer: createSealer('a secret of the tests that is long enough'),
    positions: world.positions.store,
    sessions,
  };
  const command = { unitId: unit, accountId: await world.account(account), userId: await world.user(username), code };
  const answer = await sendCommandByAlarm(services, command, NOON);
  sessions.close();
  return answer;
}
const setStatus = (status: 'ACTIVE' | 'INACTIVE') =>
  modules.database.query('update device set status = $2 where id = $1', [device.deviceId, status]);

describe('a command that an alarm asks for', () => {
  it('goes to the unit’s device as the library of its protocol writes it, and is logged with who saved it', async () => {
    const sent: OutgoingCommand[] = [];
    const contact = {
      address: '192.0.2.1',
      since: 0,
      heardAt: 0,
      end: () => undefined,
      send: (command: OutgoingCommand) => (sent.push(command), 'sent' as const),
    };
    await modules.world.wire.attach(device, 'teltonika', contact);
    const answer = await send('dealer', 'locate');
    expect(answer).toMatchObject({ ok: true, value: { text: 'getgps' } });
    expect(sent.map(({ text }) => text)).toEqual(['getgps']);
    const { rows } = valueOf(await as('getDeviceCommandLog', { device_id: device.deviceId }));
    expect(rows).toMatchObject([{ code: 'locate', text: 'getgps', state: 'sent', requested_by: 'dealer' }]);
    modules.world.wire.detach(device.identifier, contact);
  });

  it.each([
    ['of a protocol that the device does not speak', 'dealer', 'emergencyNumber', 'noDevice'],
    ['by somebody who may not send commands', 'babak.hosseini', 'locate', 'notAllowed'],
    ['by somebody who is not in the account', 'consumer', 'locate', 'notAllowed'],
  ])('is refused %s', async (_, username, code, error) =>
    expect(await send(username, code)).toEqual({ ok: false, error }),
  );

  it('is refused to a unit that the account does not see, and where its device is switched off', async () => {
    expect(await send('dealer', 'locate', 999_999)).toEqual({ ok: false, error: 'notAllowed' });
    expect(await send('consumer', 'locate', unitId, 'Pars Logistics')).toEqual({ ok: false, error: 'notAllowed' });
    await setStatus('INACTIVE');
    expect(await send('dealer', 'locate')).toEqual({ ok: false, error: 'noDevice' });
    await setStatus('ACTIVE');
  });
});
