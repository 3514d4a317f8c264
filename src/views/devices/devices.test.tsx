// @vitest-environment happy-dom
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import DeviceListScreen from './DeviceListScreen.tsx';
import { press, show } from './testing/devices.tsx';

afterEach(cleanup);

describe('devices', () => {
  it('are listed with their unit, and a tracker that reported is one press away from being set up', async () => {
    await show(<DeviceListScreen />, { path: '/devices' });
    expect((await screen.findByRole('link', { name: 'Van 1' })).getAttribute('href')).toBe('/device/1');
    expect(screen.getByRole('link', { name: 'Crafter' }).getAttribute('href')).toBe('/unit/4/view');
    expect((await screen.findByRole('link', { name: 'Set up 868000000000001' })).getAttribute('href')).toBe('/device/create?identifier=868000000000001&protocol=gt06&model=GT06N');
  });

  it('are asked for by the filters of the address', async () => {
    const { server } = await show(<DeviceListScreen />, { path: '/devices?status=ACTIVE&use=free&search=van' });
    await screen.findByRole('link', { name: 'Van 1' });
    expect(server.of('getDeviceList')).toEqual([{ page: 1, limit: 50, sort: 'name', search: 'van', filters: { status: 'ACTIVE', use: 'free' } }]);
  });

  it('in a unit are not deleted, and it is said why', async () => {
    const { server, notices } = await show(<DeviceListScreen />, { path: '/devices', answers: { deleteDevices: { done: [1], refused: [] } } });
    fireEvent.click(await screen.findByRole('checkbox', { name: 'Select all rows of this page' }));
    press('Delete');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText(/1 device is in a unit/)).toBeTruthy();
    fireEvent.click(within(dialog).getByRole('button', { name: 'Delete 1 device' }));
    await waitFor(() => expect(notices()).toEqual(['1 device deleted']));
    expect(server.of('deleteDevices')).toEqual([{ device_ids: [1] }]);
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
