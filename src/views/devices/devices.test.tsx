import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Action } from '../../domain/access/index.ts';
import type { AccountId } from '../../domain/base/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import { refusal } from '../shared/testing/services.ts';
import DeviceListScreen from './DeviceListScreen.tsx';
import DeviceScreen from './DeviceScreen.tsx';
import DeviceSetupScreen from './DeviceSetupScreen.tsx';
import { TRACKERS, details, device, press, show } from '../shared/testing/devices.tsx';

afterEach(cleanup);

describe('devices', () => {
  it('are listed with their unit, and a tracker that reported is one press away from being set up', async () => {
    await show(<DeviceListScreen />, { path: '/devices' });
    expect((await screen.findByRole('link', { name: 'Van 1' })).getAttribute('href')).toBe('/device/1');
    expect(screen.getByRole('link', { name: 'Crafter' }).getAttribute('href')).toBe('/unit/4/view');
    expect((await screen.findByRole('link', { name: 'Set up 868000000000001' })).getAttribute('href')).toBe(
      '/device/create?identifier=868000000000001&protocol=gt06&model=GT06N',
    );
  });

  it('of others are found by their number where none is listed, without an address', async () => {
    const [tracker] = TRACKERS.rows;
    await show(<DeviceListScreen />, {
      path: '/devices',
      answers: {
        getUnclaimedDevices: ({ search }) =>
          search === tracker.identifier
            ? { ...TRACKERS, rows: [{ ...tracker, address: '' }] }
            : { ...TRACKERS, rows: [], total: 0 },
      },
    });
    const number = await screen.findByRole('searchbox', { name: 'Tracker number (IMEI)' });
    expect(screen.queryByText(/have reported to this server/)).toBeNull();
    fireEvent.change(number, { target: { value: tracker.identifier } });
    expect(await screen.findByRole('link', { name: `Set up ${tracker.identifier}` })).toBeTruthy();
  });

  it('are asked for by the filters of the address', async () => {
    const { server } = await show(<DeviceListScreen />, { path: '/devices?status=ACTIVE&use=free&search=van' });
    await screen.findByRole('link', { name: 'Van 1' });
    expect(server.of('getDeviceList')).toEqual([
      { page: 1, limit: 50, sort: 'name', search: 'van', filters: { status: 'ACTIVE', use: 'free' } },
    ]);
  });

  it('in a unit are not deleted, and it is said why', async () => {
    const { server, notices } = await show(<DeviceListScreen />, {
      path: '/devices',
      answers: { deleteDevices: { done: [1], refused: [] } },
    });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    press('Delete');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/1 device is in a unit/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 device' }));
    await waitFor(() => expect(notices()).toEqual(['1 device deleted']));
    expect(server.of('deleteDevices')).toEqual([{ device_ids: [1] }]);
  });

  describe('of sub-accounts', () => {
    const rows = {
      rows: [device(1, 'Van 1'), device(3, 'Van 3', { account_id: 7 as AccountId, account_name: 'Depot' })],
      total: 2,
    };
    const look = (devices: readonly Action[]) =>
      show(<DeviceListScreen />, {
        path: '/devices',
        answers: { getDeviceList: rows },
        session: { permissions: { devices } },
      });

    it('are changed by who may do that there', async () => {
      await look(['r', 'u', 'd', 'ar', 'au']);
      expect(await screen.findByRole('link', { name: 'Edit Van 3' })).toBeTruthy();
      fireEvent.click(screen.getByRole('checkbox', { name: 'Select all rows of this page' }));
      expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
    });

    it('are only seen by who may change those of the own account alone, and it is said why', async () => {
      await look(['r', 'u', 'd', 'ar']);
      expect(await screen.findByRole('link', { name: 'Edit Van 1' })).toBeTruthy();
      expect(screen.queryByRole('link', { name: 'Edit Van 3' })).toBeNull();
      fireEvent.click(screen.getByRole('checkbox', { name: /Van 1/ }));
      expect(screen.getByRole('button', { name: 'Delete' })).toBeTruthy();
      fireEvent.click(screen.getByRole('checkbox', { name: /Van 3/ }));
      expect(screen.queryByRole('button', { name: 'Delete' })).toBeNull();
      expect(
        screen.getByText('Some of the selected rows belong to sub-accounts where you cannot do this.'),
      ).toBeTruthy();
    });

    it('have no form for who may not change them', async () => {
      const below = details({ account_id: 7 as AccountId, account_name: 'Depot' });
      await show(<DeviceSetupScreen />, {
        path: '/device/1/edit',
        parameters: { id: '1' },
        answers: { getDevice: below },
        session: { permissions: { devices: ['r', 'u', 'ar'] } },
      });
      expect(await screen.findByText('Van 1 belongs to Depot. You can see it, but not change it.')).toBeTruthy();
      expect(screen.queryByRole('form')).toBeNull();
    });

    it('are registered there by who may', async () => {
      const accounts = [
        { account_id: 1, parent_id: null, name: 'North', type: 'DEALER', status: 'active' },
        { account_id: 7, parent_id: 1, name: 'Depot', type: 'CONSUMER', status: 'active' },
      ] as const;
      await show(<DeviceSetupScreen />, {
        path: '/device/create',
        answers: { getChildAccounts: { accounts: [...accounts], total: 2 } },
        session: { permissions: { devices: ['r', 'a', 'ar', 'aa'] } },
      });
      expect((await screen.findByRole<HTMLInputElement>('combobox', { name: 'Account' })).value).toBe('North');
      cleanup();
      const { server } = await show(<DeviceSetupScreen />, {
        path: '/device/create',
        answers: { getChildAccounts: { accounts: [...accounts], total: 2 } },
        session: { permissions: { devices: ['r', 'a', 'ar'] } },
      });
      expect(await screen.findByRole('form')).toBeTruthy();
      expect(screen.queryByRole('combobox', { name: 'Account' })).toBeNull();
      expect(server.of('getChildAccounts')).toEqual([]);
    });
  });

  it('who may only look sees no acts', async () => {
    await show(<DeviceListScreen />, { path: '/devices', session: { permissions: { devices: ['r'] } } });
    await screen.findByRole('link', { name: 'Van 1' });
    expect(screen.queryByRole('link', { name: /Edit|New device|Set up/ })).toBeNull();
    // Rows can be chosen, for their export alone.
    fireEvent.click(screen.getByRole('checkbox', { name: /Van 1/ }));
    expect(screen.queryByRole('button', { name: /^(Delete|Set status|Allocate…)$/ })).toBeNull();
  });
});

describe('the shell gets the name', () => {
  it('of the device that is shown, as it is called now', async () => {
    const { server, named } = await show(<DeviceScreen />, { path: '/device/1', parameters: { id: '1' } });
    expect(named()).toBeNull();
    await waitFor(() => expect(named()).toEqual({ name: 'Van 1' }));
    server.answer('getDevice', details({ name: 'Tracker of lorry 7' }));
    server.change('device');
    await waitFor(() => expect(named()).toEqual({ name: 'Tracker of lorry 7' }));
  });

  it('of the device that is changed or set up, with the way to its page while there is one', async () => {
    const { server, named, unmount } = await show(<DeviceSetupScreen />, {
      path: '/device/1/edit',
      parameters: { id: '1' },
    });
    await waitFor(() => expect(named()).toEqual({ name: 'Van 1', page: '/device/1' }));
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('device');
    await waitFor(() => expect(named()).toEqual({ name: 'Van 1' }));
    unmount();
    expect(named()).toBeNull();
    const setup = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' } });
    await waitFor(() => expect(setup.named()).toEqual({ name: 'Van 1', page: '/device/1' }));
  });

  it('of none while a new one is typed', async () => {
    const { named } = await show(<DeviceSetupScreen />, { path: '/device/create' });
    await screen.findByRole('form');
    expect(named()).toBeNull();
  });
});
