import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { DeviceMessages } from '../../../api/contract/index.ts';
import type { UnitId } from '../../../domain/base/index.ts';
import type { FakeAnswers } from '../../shared/testing/services.ts';
import DeviceScreen from '../DeviceScreen.tsx';
import { details, position, press, sensor, show } from '../../shared/testing/devices.tsx';

afterEach(cleanup);

describe('sensors of a device', () => {
  const inUnit = {
    getDevice: details({ unit_id: 4 as UnitId, unit_name: 'Crafter', sensors: 1 }),
    getSensors: { sensors: [sensor(5)] },
    getDeviceMessages: {
      rows: [position({ external_voltage: 12.6 })],
      total: 1,
      newer: 0,
      mounted_at: null,
      stored: true,
    },
  };
  const open = (more: FakeAnswers = {}) =>
    show(<DeviceScreen />, { path: '/device/1?tab=sensors', parameters: { id: '1' }, answers: { ...inUnit, ...more } });

  it('show what they make of the last message', async () => {
    await open();
    expect(await screen.findByText('12.6 V')).toBeTruthy();
  });

  it('of a device in no unit move with its reports, which are kept for the moment only', async () => {
    const levels = [12.6, 12.1, 11.8];
    let said = 0;
    const reports = (): DeviceMessages => ({
      rows: levels
        .slice(0, said)
        .toReversed()
        .map((external_voltage) => ({ ...position({ external_voltage }), unit_id: 0 })),
      total: said,
      newer: 0,
      mounted_at: null,
      stored: false,
    });
    await open({ getDevice: details({ sensors: 1 }), getDeviceMessages: reports });
    expect((await screen.findByRole('link', { name: 'Create a unit with this device' })).getAttribute('href')).toBe(
      '/unit-creation?devices=1',
    );
    expect(screen.getByText(/its reports are kept only temporarily/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    expect(await screen.findByText(/Nothing received from the device yet/)).toBeTruthy();
    for (const shown of ['12.6 V', '12.1 V', '11.8 V']) {
      said++;
      press('Refresh');
      expect(await screen.findByText(shown, { selector: 'output' })).toBeTruthy();
    }
    expect(screen.getByRole('button', { name: /external_voltage 11.8/ })).toBeTruthy();
  });

  it('offer each parameter once', async () => {
    await open({
      getSensors: {
        sensors: [sensor(5, { type: 'satellites', name: 'Satellites', field: 'sats', parameter: 'sats' })],
      },
      getDeviceMessages: { rows: [], total: 0, newer: 0, mounted_at: null, stored: false },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Satellites' }));
    const names = within(await screen.findByRole('list', { name: 'Last sent by the device' }))
      .getAllByRole('button')
      .map(({ textContent }) => textContent);
    expect(names).toContain('sats');
    expect(new Set(names).size).toBe(names.length);
  });

  it('are tried while they are typed, and an expression shows where it goes wrong', async () => {
    await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    const parameter = await screen.findByRole<HTMLInputElement>('textbox', { name: 'Parameter' });
    fireEvent.change(parameter, { target: { value: 'external_voltage * 2' } });
    expect(await screen.findByText('25.2 V')).toBeTruthy();
    fireEvent.change(parameter, { target: { value: 'external_voltage * ' } });
    expect(await screen.findByText(/the expression ends too early/)).toBeTruthy();
  });

  it('take a pasted table, and name the row that does not increase', async () => {
    const { server } = await open({ updateSensor: sensor(5) });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    fireEvent.click(await screen.findByRole('radio', { name: 'XY pairs' }));
    fireEvent.paste(await screen.findByRole('textbox', { name: 'Paste a table here' }), {
      clipboardData: { getData: () => '0\t0\n5\t50\n4\t60' },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Raw (X) 3' })).value).toBe('4');
    press('Save');
    expect(await screen.findByText('Values must be increasing')).toBeTruthy();
    expect(server.of('updateSensor')).toEqual([]);
    fireEvent.change(screen.getByRole('textbox', { name: 'Raw (X) 3' }), { target: { value: '6' } });
    press('Save');
    await waitFor(() =>
      expect(server.of('updateSensor')).toMatchObject([
        {
          sensor_id: 5,
          table: {
            kind: 'xy',
            points: [
              { x: 0, y: 0 },
              { x: 5, y: 50 },
              { x: 6, y: 60 },
            ],
          },
        },
      ]),
    );
  });

  it('are in the address while they are written, so that a reload goes on where one was', async () => {
    const world = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add sensor' }));
    await screen.findByRole('form', { name: 'New sensor' });
    await waitFor(() => expect(world.address()).toBe('/device/1?tab=sensors&sensor=new'));
    press('Cancel');
    await waitFor(() => expect(world.address()).toBe('/device/1?tab=sensors'));
    cleanup();
    const again = await show(<DeviceScreen />, {
      path: '/device/1?tab=sensors&sensor=5',
      parameters: { id: '1' },
      answers: inUnit,
    });
    await screen.findByRole('form', { name: 'Supply' });
    expect(again.address()).toBe('/device/1?tab=sensors&sensor=5');
    cleanup();
    // One that is gone opens nothing.
    const gone = await show(<DeviceScreen />, {
      path: '/device/1?tab=sensors&sensor=77',
      parameters: { id: '1' },
      answers: inUnit,
    });
    await waitFor(() => expect(gone.address()).toBe('/device/1?tab=sensors'));
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('of the model are added with one press', async () => {
    const { server, notices } = await open({ getSensors: { sensors: [] }, createSensor: sensor(6) });
    fireEvent.click(await screen.findByRole('button', { name: /suggested sensors/ }));
    await waitFor(() => expect(notices().some((text) => /sensors added/.test(text))).toBe(true));
    const fields = server.of('createSensor').map((data) => (data as { field: string }).field);
    expect(fields).toContain('gps');
    expect(new Set(fields).size).toBe(fields.length);
  });
});
