import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Reply } from '../../../api/contract/index.ts';
import type { UserId } from '../../../domain/base/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import { renderScreen, type ScreenWorldOptions } from '../../shared/testing/screenWorld.tsx';
import { refusal } from '../../shared/testing/services.ts';
import SetupPage from './SetupPage.tsx';

afterEach(cleanup);

const type = (label: string, value: string): boolean =>
  fireEvent.change(screen.getByRole('textbox', { name: label }), { target: { value } });
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const open = (options: ScreenWorldOptions) => renderScreen(<SetupPage />, { path: '/setup', ...options });
const signedOut = { stage: 'signedOut', user: null, account: null } as const;
const listening = { host: 'fleet.example', ports: { teltonika: 5027, osmand: 5055 } };
const unclaimed = {
  identifier: '356307042441013',
  protocol: 'teltonika',
  address: '',
  first_seen: '2026-06-01T12:00:00Z',
  last_seen: '2026-06-01T12:00:00Z',
  attempts: 1,
  model: 'FMB920',
};

describe('the set-up page', () => {
  it('asks for a code of the right form, and shows at the field why it was refused', async () => {
    const { server } = await open({
      session: signedOut,
      answers: {
        getSetupState: { needed: true },
        checkSetupCode: refusal(ERROR.validation, 'The setup code is wrong.', [
          { field: 'code', message: 'The setup code is wrong.' },
        ]),
      },
    });
    await screen.findByRole('textbox', { name: 'Setup code' });
    type('Setup code', 'too short');
    press('Next');
    expect(await screen.findByText('A setup code has 12 letters and digits')).toBeTruthy();
    expect(server.of('checkSetupCode')).toEqual([]);
    type('Setup code', 'abcd-efgh-jklm');
    press('Next');
    expect(await screen.findByText('The setup code is wrong.')).toBeTruthy();
    expect(server.of('checkSetupCode')).toEqual([{ code: 'abcd-efgh-jklm' }]);
  });

  it('sends the owner with the code, and hands the login to the session', async () => {
    const user = {
      user_id: 1 as UserId,
      username: 'ada',
      email: 'ada@harbour.example',
      first_name: 'Ada',
      last_name: 'Berg',
      time_zone: '',
      picture: '',
    } as const;
    const signedIn = { access_token: 'a', bearer_token: 'b', user, accounts: [] };
    const { server, acts } = await open({
      session: signedOut,
      answers: { getSetupState: { needed: true }, checkSetupCode: {}, setUpServer: signedIn },
    });
    await screen.findByRole('textbox', { name: 'Setup code' });
    type('Setup code', 'ABCD-EFGH-JKLM');
    press('Next');
    await screen.findByRole('textbox', { name: 'Company' });
    for (const [label, value] of [
      ['Company', 'Harbour Fleet'],
      ['First name', 'Ada'],
      ['Last name', 'Berg'],
      ['Email', 'ada@harbour.example'],
      ['Username', 'ada'],
    ] as const)
      type(label, value);
    for (const label of ['Password', 'Retype password'])
      fireEvent.change(screen.getByLabelText(label), { target: { value: 'first-one-26' } });
    press('Create the account');
    await waitFor(() => expect(acts).toEqual([{ type: 'session.adopted', signedIn }]));
    expect(server.of('setUpServer')).toMatchObject([
      { code: 'ABCD-EFGH-JKLM', account_name: 'Harbour Fleet', username: 'ada', language: 'en' },
    ]);
  });

  it('says that the server is set up to whoever is not its owner, and tries again where it is away', async () => {
    const { server } = await open({ session: signedOut });
    press(await screen.findByRole('button', { name: 'Try again' }).then(() => 'Try again'));
    await waitFor(() => expect(server.of('getSetupState')).toHaveLength(2));
    cleanup();
    await open({ session: signedOut, answers: { getSetupState: { needed: false } } });
    expect(await screen.findByRole('heading', { name: 'This server is set up' })).toBeTruthy();
  });
});

describe('the steps behind the sign-in', () => {
  const owner = {
    stage: 'signedIn',
    account: {
      account_id: 1,
      parent_id: null,
      name: 'Harbour Fleet',
      type: 'OWNER',
      status: 'active',
      restrict_sub_accounts: false,
    },
    can: () => true,
  } as unknown as NonNullable<ScreenWorldOptions['session']>;
  const answers = { getSetupState: { needed: false }, getInvitationList: { rows: [], total: 0 } };

  it('go on after a reload; a mail server that refuses is quoted', async () => {
    await open({
      session: owner,
      answers: {
        ...answers,
        sendTestMail: { outcome: 'failed', recipient: 'ada@harbour.example', reason: '535 Authentication failed' },
      },
    });
    await screen.findByRole('heading', { name: 'Can this server send email?' });
    press(/^Send a test/);
    expect(await screen.findByText('535 Authentication failed')).toBeTruthy();
  });

  it('wait for a tracker on the port of its make, and make a unit of one that reports', async () => {
    const { server } = await open({
      session: owner,
      answers: {
        ...answers,
        getUnclaimedDevices: { rows: [], total: 0, listening },
        createDevice: { device_id: 9 } as Reply<'createDevice'>,
        createUnit: { unit_id: 7, name: 'Van 1' } as Reply<'createUnit'>,
        getLastPositions: { positions: [] },
      },
    });
    await screen.findByRole('heading', { name: 'Can this server send email?' });
    press('Next');
    press('Next');
    expect(await screen.findByText('Waiting for the first report on port 5027…')).toBeTruthy();
    expect(screen.getByText('fleet.example')).toBeTruthy();
    fireEvent.change(screen.getByRole('combobox', { name: 'Tracker' }), { target: { value: 'osmand' } });
    expect(await screen.findByText('http://fleet.example:5055')).toBeTruthy();
    server.answer('getUnclaimedDevices', { rows: [unclaimed], total: 1, listening });
    fireEvent.click(await screen.findByRole('button', { name: 'Add 356307042441013' }, { timeout: 5_000 }));
    type('Name', 'Van 1');
    press('Add to the map');
    expect(await screen.findByText('Waiting for its next report…')).toBeTruthy();
    expect(server.of('createDevice')).toMatchObject([
      { name: 'Van 1', unique_identifier: '356307042441013', device_model: 'FMB920', manufacturer: 'Teltonika' },
    ]);
    expect(server.of('createUnit')).toEqual([{ name: 'Van 1', kind: 'car', device_ids: [9] }]);
  });
});
