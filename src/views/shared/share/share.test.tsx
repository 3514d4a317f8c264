import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { useState, type ReactNode } from 'react';
import { afterEach, expect, it } from 'vitest';
import { HOUR, SHARE, toIso } from '../../../domain/base/index.ts';
import type { Share } from '../../../domain/share/index.ts';
import { plainUnit } from '../../../domain/unit/index.ts';
import { ACCOUNT } from '../../../../tests/support/forms/screens.tsx';
import { WORLD_NOW, refusal } from '../testing/services.ts';
import { renderScreen } from '../testing/screenWorld.tsx';
import { ShareButton } from './ShareButton.tsx';
import { ShareDialogHost } from './ShareDialogHost.tsx';

afterEach(cleanup);

const LINK = 'https://fleet.example/app/share/location/abc';
const van = { ...plainUnit(1, 'Van'), account_id: 1 as never };
const share: Share = {
  share_id: 5,
  name: 'Delivery',
  units: [{ unit_id: 1, name: 'Van' }],
  from: toIso(WORLD_NOW),
  to: toIso(WORLD_NOW + HOUR),
  names: true,
  trail: false,
  zones: false,
  driver: false,
  destination: '',
  max_opens: null,
  state: 'active',
  created_by: 'Nora New',
  created_at: toIso(WORLD_NOW),
  opened: 3,
  last_opened_at: null,
};
const press = (name: string | RegExp): boolean => fireEvent.click(screen.getByRole('button', { name }));
const show = (may: readonly ('r' | 'ec')[], answers = {}) =>
  renderScreen(<ShareButton units={[van]} />, {
    session: { permissions: { units: may }, account: ACCOUNT },
    answers: {
      getShareList: { rows: [share], total: 1 },
      createShare: { share_id: 6, url: LINK },
      revokeShare: {},
      ...answers,
    },
  });

it('is offered to who may act on the unit', async () => {
  await show(['r']);
  expect(screen.queryByRole('button', { name: 'Share location' })).toBeNull();
  cleanup();
  await show(['r', 'ec']);
  expect(screen.getByRole('button', { name: 'Share location' })).toBeTruthy();
});

it('makes a link for an hour, shows it once and copies it', async () => {
  const { server } = await show(['r', 'ec']);
  press('Share location');
  fireEvent.click(screen.getByRole('checkbox', { name: 'Driver name' }));
  // Names of geofences are for who may see them.
  expect(screen.queryByRole('checkbox', { name: /Geofences/ })).toBeNull();
  press('Create link');
  expect((await screen.findByRole('link', { name: LINK })).getAttribute('href')).toContain(LINK);
  expect(server.of('createShare')).toEqual([
    {
      name: 'Van',
      unit_ids: [1],
      from: null,
      to: toIso(WORLD_NOW + HOUR),
      names: true,
      trail: false,
      zones: false,
      driver: true,
      max_opens: null,
      destination: null,
    },
  ]);
  press('Copy link');
  expect(await screen.findByRole('button', { name: 'Copied' })).toBeTruthy();
});

it('says at its field why it was refused, and keeps what was chosen', async () => {
  await show(['r', 'ec'], { createShare: refusal('10', 'No.', [{ field: 'name', message: 'Too many links.' }]) });
  press('Share location');
  press('Create link');
  expect(await screen.findByText('Too many links.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: /Name for/ })).toHaveProperty('value', 'Van');
});

it('lists open links with their openings, and revokes one after asking', async () => {
  const { server, notices } = await show(['r', 'ec']);
  press('Share location');
  const line = await screen.findByRole('listitem');
  expect(line.textContent).toContain('opened 3 times');
  fireEvent.click(within(line).getByRole('button', { name: 'Revoke Delivery' }));
  const question = await screen.findByRole('alertdialog');
  expect(server.of('revokeShare')).toEqual([]);
  server.answer('getShareList', { rows: [], total: 0 });
  fireEvent.click(within(question).getByRole('button', { name: 'Revoke' }));
  await waitFor(() => expect(screen.getByText('No open links.')).toBeTruthy());
  expect(server.of('revokeShare')).toEqual([{ share_id: 5 }]);
  expect(notices()).toEqual(['Delivery revoked']);
});

it('stays open in its host when the card that it was opened from goes, as in a window that becomes narrow', async () => {
  function Card(): ReactNode {
    const [isShown, setShown] = useState(true);
    return (
      <>
        {isShown && <ShareButton units={[van]} />}
        <button onClick={() => setShown(false)}>Narrow</button>
      </>
    );
  }
  await renderScreen(
    <ShareDialogHost>
      <Card />
    </ShareDialogHost>,
    {
      session: { permissions: { units: ['r', 'ec'] }, account: ACCOUNT },
      answers: { getShareList: { rows: [], total: 0 } },
    },
  );
  press('Share location');
  const name = await screen.findByRole('textbox', { name: /Name for/ });
  fireEvent.change(name, { target: { value: 'To the customer' } });
  fireEvent.click(screen.getByText('Narrow'));
  expect(screen.queryByRole('button', { name: 'Share location' })).toBeNull();
  expect(screen.getByRole('textbox', { name: /Name for/ })).toHaveProperty('value', 'To the customer');
});

it('says how many units a link can show where more are chosen', async () => {
  const many = Array.from({ length: SHARE.units + 1 }, (_, index) => ({ ...van, unit_id: (index + 1) as never }));
  await renderScreen(<ShareButton units={many} />, {
    session: { permissions: { units: ['r', 'ec'] }, account: ACCOUNT },
    answers: { getShareList: { rows: [], total: 0 } },
  });
  press('Share location');
  expect(await screen.findByText(/A link can show 50 at most/)).toBeTruthy();
  expect(screen.queryByRole('button', { name: 'Create link' })).toBeNull();
});

it('sends the place that the units go to, and how often the link may be opened', async () => {
  const { server } = await show(['r', 'ec']);
  press('Share location');
  fireEvent.click(screen.getByText('Place'));
  const type = (label: RegExp | string, value: string): boolean =>
    fireEvent.change(screen.getByLabelText(label), { target: { value } });
  press('Create link');
  await waitFor(() => expect(screen.getByLabelText(/^Latitude/).getAttribute('aria-invalid')).toBe('true'));
  type(/^Latitude/, '52.5');
  type(/^Longitude/, '13.4');
  type('Name of the place', 'Dock 4');
  type('Times it can be opened', '2');
  press('Create link');
  await screen.findByRole('link', { name: LINK });
  expect(server.of('createShare')).toMatchObject([
    { max_opens: 2, destination: { geofence_id: null, name: 'Dock 4', latitude: 52.5, longitude: 13.4 } },
  ]);
});
