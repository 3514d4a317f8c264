import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import { ERROR } from '../../domain/errors/index.ts';
import { refusal, type FakeAnswers } from '../shared/testing/services.ts';
import DeviceSetupScreen from './DeviceSetupScreen.tsx';
import { details, press, sensor, show } from '../shared/testing/devices.tsx';

afterEach(cleanup);

describe('setting a device up', () => {
  const chooseModel = async (model: string): Promise<void> => {
    const field = screen.getByRole('combobox', { name: 'Device model' });
    act(() => field.focus());
    fireEvent.change(field, { target: { value: model } });
    fireEvent.click(await screen.findByRole('option', { name: model }));
  };
  const nameField = (): Promise<HTMLInputElement> => screen.findByRole('textbox', { name: 'Device name' });

  it('begins with what a tracker said of itself, and keeps what was typed when the server refuses', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/create?identifier=868000000000001&protocol=gt06',
      answers: {
        createDevice: refusal(ERROR.conflict, 'Refused', [
          { field: 'unique_identifier', message: 'This identifier is registered already' },
        ]),
      },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Unique identifier' })).value).toBe(
      '868000000000001',
    );
    press('Save and next');
    expect(await screen.findByText('The Device name field is required')).toBeTruthy();
    expect(server.of('createDevice')).toEqual([]);
    fireEvent.change(await nameField(), { target: { value: 'Van 9' } });
    press('Save and next');
    expect(await screen.findByText('This identifier is registered already')).toBeTruthy();
    expect((await nameField()).value).toBe('Van 9');
    expect(server.of('createDevice')).toMatchObject([
      { name: 'Van 9', device_model: 'GT06N', unique_identifier: '868000000000001' },
    ]);
  });

  it('says where the tracker is to report to, as its model speaks', async () => {
    await show(<DeviceSetupScreen />, { path: '/device/create' });
    await nameField();
    expect(screen.queryByText('fleet.example')).toBeNull();
    await chooseModel('Concox GT06N');
    const reporting = within(await screen.findByRole('region', { name: 'Where the tracker sends its reports' }));
    expect(
      ['fleet.example', '5023', 'SERVER,1,fleet.example,5023,0#'].map((text) => reporting.queryByText(text) !== null),
    ).toEqual([true, true, true]);
    await chooseModel('Teltonika FMB920');
    expect(await reporting.findByText('5027')).toBeTruthy();
    expect(reporting.queryByText(/^SERVER/)).toBeNull();
    await chooseModel('Queclink GV300');
    expect(
      await screen.findByText('This server does not accept queclink reports: its port is switched off.'),
    ).toBeTruthy();
  });

  it('goes on at the sensors once it is created', async () => {
    const { address } = await show(<DeviceSetupScreen />, {
      path: '/device/create/1?step=sensors',
      parameters: { id: '1' },
    });
    expect(await screen.findByText('No sensors yet')).toBeTruthy();
    press('Next: commands');
    await waitFor(() => expect(address()).toBe('/device/create/1?step=commands'));
    press('Finish');
    await waitFor(() => expect(address()).toBe('/device/1'));
  });

  it('leads on to the unit where the device is in none, for who may add units', async () => {
    const at = { path: '/device/create/1?step=commands', parameters: { id: '1' } };
    await show(<DeviceSetupScreen />, { ...at, answers: { getDevice: details({ unit_id: null }) } });
    const link = await screen.findByRole('link', { name: 'Create the unit too' });
    expect(link.getAttribute('href')).toBe('/unit-creation?devices=1&step=details');
    cleanup();
    await show(<DeviceSetupScreen />, { ...at, answers: { getDevice: details({ unit_id: 7 as never }) } });
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
    expect(screen.queryByRole('link', { name: 'Create the unit too' })).toBeNull();
  });

  it('begins with the most common model of the protocol where the tracker said nothing of its make', async () => {
    await show(<DeviceSetupScreen />, { path: '/device/create?identifier=868000000000001&protocol=gt06' });
    await nameField();
    expect(screen.getByDisplayValue('Concox GT06N')).toBeTruthy();
  });

  it('asks before it goes on over a sensor that is half written', async () => {
    const { address } = await show(<DeviceSetupScreen />, {
      path: '/device/create/1?step=sensors',
      parameters: { id: '1' },
    });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add sensor' }))[0]!);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Sensor name' }), { target: { value: 'Half' } });
    // A sensor has its own end; what leads on waits in the list.
    expect(screen.queryByRole('button', { name: 'Next: commands' })).toBeNull();
    press('Commands');
    const dialog = await screen.findByRole('alertdialog');
    expect(address()).toBe('/device/create/1?step=sensors&sensor=new');
    fireEvent.click(within(dialog).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(address()).toBe('/device/create/1?step=commands'));
  });

  it('leads the focus to what comes next, where the button that was pressed is gone', async () => {
    await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' } });
    const go = async (name: string, to: string): Promise<void> => {
      const button = await screen.findByRole('button', { name });
      act(() => button.focus());
      fireEvent.click(button);
      const next = await screen.findByRole('button', { name: to });
      expect(document.activeElement).not.toBe(document.body);
      expect(document.activeElement?.contains(next)).toBe(true);
    };
    await go('Add sensor', 'Save');
    await go('Cancel', 'Add sensor');
    await go('Next: commands', 'Finish');
  });

  it('offers every setting that sensors added at once ask for, one after another', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/create/1?step=sensors',
      parameters: { id: '1' },
      answers: { getDevice: details({ device_model: 'FMB140' }), createSensor: sensor(7) },
    });
    fireEvent.click(await screen.findByRole('button', { name: /suggested sensors/ }));
    fireEvent.click(
      within(await screen.findByRole('alertdialog', { name: 'Set up the trip detector?' })).getByRole('button', {
        name: 'Later',
      }),
    );
    fireEvent.click(
      within(await screen.findByRole('alertdialog', { name: 'Set up fuel theft and refill?' })).getByRole('button', {
        name: 'Later',
      }),
    );
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.of('createSensor')).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ type: 'gps' }),
        expect.objectContaining({ type: 'fuel_level' }),
      ]),
    );
  });

  it('asks after a reload for the settings that were due before it, and for none that was answered', async () => {
    const address = { path: '/device/create/1?step=sensors', parameters: { id: '1' } };
    const answers: FakeAnswers = { getDevice: details({ device_model: 'FMB140' }), createSensor: sensor(7) };
    let { drafts } = await show(<DeviceSetupScreen />, { ...address, answers });
    const reload = async (): Promise<void> => {
      cleanup();
      ({ drafts } = await show(<DeviceSetupScreen />, { ...address, answers, drafts: new Map(drafts) }));
    };
    const trips = { name: 'Set up the trip detector?' };
    fireEvent.click(await screen.findByRole('button', { name: /suggested sensors/ }));
    await screen.findByRole('alertdialog', trips);
    await reload();
    fireEvent.click(within(await screen.findByRole('alertdialog', trips)).getByRole('button', { name: 'Set up now' }));
    expect(await screen.findByRole('heading', trips)).toBeTruthy();
    await reload();
    expect(await screen.findByRole('heading', trips)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    press('Later');
    const fuel = { name: 'Set up fuel theft and refill?' };
    await screen.findByRole('alertdialog', fuel);
    await reload();
    fireEvent.click(within(await screen.findByRole('alertdialog', fuel)).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(drafts.size).toBe(0));
    await reload();
    expect(await screen.findByText('No sensors yet')).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
  });

  it('follows Back and Forward from step to step', async () => {
    const { address, step } = await show(<DeviceSetupScreen />, { path: '/device/create/1', parameters: { id: '1' } });
    await nameField();
    await waitFor(() => expect(address()).toBe('/device/create/1?step=details'));
    press('Commands');
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
    await waitFor(() => expect(address()).toBe('/device/create/1?step=commands'));
    step(-1);
    expect(await nameField()).toBeTruthy();
    expect(address()).toBe('/device/create/1?step=details');
    step(1);
    expect(await screen.findByRole('button', { name: 'Finish' })).toBeTruthy();
    expect(screen.queryByRole('textbox', { name: 'Device name' })).toBeNull();
    expect(address()).toBe('/device/create/1?step=commands');
  });

  it('writes over nobody: what somebody else changed is named, what was typed stays', async () => {
    const { server, address } = await show(<DeviceSetupScreen />, {
      path: '/device/1/edit',
      parameters: { id: '1' },
      answers: {
        updateDevice: refusal(ERROR.conflict, 'Someone else changed Name while you were editing.', [
          { field: 'name', message: 'Meanwhile: Theirs', current: 'Theirs' },
        ]),
      },
    });
    fireEvent.change(await nameField(), { target: { value: 'Mine' } });
    press('Save');
    expect(await screen.findByText('Meanwhile: Theirs')).toBeTruthy();
    expect(await nameField()).toHaveProperty('value', 'Mine');
    server.answer('updateDevice', details({ name: 'Mine' }));
    press('Save');
    await waitFor(() => expect(address()).toBe('/device/1'));
    const unchanged = { device_id: 1, clear_sensors_and_commands: false };
    expect(server.of('updateDevice')).toEqual([
      { ...unchanged, name: 'Mine', expected: { name: 'Van 1' } },
      { ...unchanged, name: 'Mine', expected: { name: 'Theirs' } },
    ]);
  });

  it('keeps a sensor open that somebody else takes away, with what was typed', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/create/1?step=sensors',
      parameters: { id: '1' },
      answers: {
        getSensors: { sensors: [sensor(7)] },
        updateSensor: refusal(ERROR.notFound, 'Not found: deleted meanwhile.'),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Description' }), { target: { value: 'Half' } });
    server.answer('getSensors', { sensors: [] });
    server.change('device');
    await waitFor(() => expect(server.of('getSensors')).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Supply' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Half');
    press('Save');
    expect(await screen.findByText('Not found: deleted meanwhile.')).toBeTruthy();
    expect(server.of('updateSensor')).toMatchObject([
      { sensor_id: 7, description: 'Half', expected: { name: 'Supply', description: '' } },
    ]);
  });

  it.each(['/device/1/edit', '/device/create/1?step=details'])(
    'at %s says at once that the device is gone, and keeps what was typed to be copied',
    async (path) => {
      const { server } = await show(<DeviceSetupScreen />, { path, parameters: { id: '1' } });
      fireEvent.change(await nameField(), { target: { value: 'Mine' } });
      await waitFor(() => expect(server.of('getDevice')).toHaveLength(1));
      // Changes by others are no matter, and neither is a server that cannot be asked.
      server.answer('getDevice', details({ name: 'Theirs' }));
      server.change('device');
      await waitFor(() => expect(server.of('getDevice')).toHaveLength(2));
      server.answer('getDevice', refusal(ERROR.network, 'The server cannot be reached.'));
      server.change('unit');
      await waitFor(() => expect(server.of('getDevice')).toHaveLength(3));
      expect(await nameField()).toHaveProperty('value', 'Mine');
      server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
      server.change('device');
      expect(await screen.findByText(/^Van 1 has been unavailable since .+2026/)).toBeTruthy();
      expect(screen.getByRole('link', { name: 'To the devices' }).getAttribute('href')).toMatch(/\/devices$/);
      const typed = within(screen.getAllByRole('region', { name: 'Your unsaved changes' })[0]!);
      expect(typed.getByText('Mine')).toBeTruthy();
      expect(typed.getByRole('button', { name: 'Copy your changes' })).toBeTruthy();
      expect(screen.queryByRole('textbox')).toBeNull();
      expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
      expect(server.of('updateDevice')).toEqual([]);
    },
  );

  it('keeps a half written sensor to be copied when the device goes', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/create/1?step=sensors',
      parameters: { id: '1' },
    });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add sensor' }))[0]!);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Sensor name' }), { target: { value: 'Half' } });
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('unit');
    expect(await screen.findByText(/^Van 1 has been unavailable since/)).toBeTruthy();
    expect(screen.getAllByText('Half').length).toBeGreaterThan(0);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks nothing about a device that went while it asked', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/1/edit',
      parameters: { id: '1' },
      answers: { getDevice: details({ sensors: 3 }) },
    });
    await nameField();
    await chooseModel('Concox GT06N');
    press('Save');
    await screen.findByRole('alertdialog');
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('device');
    expect(await screen.findByText(/^Van 1 has been unavailable since/)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getAllByRole('region', { name: 'Your unsaved changes' })[0]!.textContent).toContain('GT06N');
    expect(server.of('updateDevice')).toEqual([]);
  });

  it('another model takes sensors and commands away after a question only', async () => {
    const { server } = await show(<DeviceSetupScreen />, {
      path: '/device/1/edit',
      parameters: { id: '1' },
      answers: { getDevice: details({ sensors: 3, commands: 1 }), updateDevice: details({ device_model: 'GT06N' }) },
    });
    await nameField();
    await chooseModel('Concox GT06N');
    press('Save');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('3 sensors, 1 command')).toBeTruthy();
    expect(server.of('updateDevice')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change and delete' }));
    await waitFor(() =>
      expect(server.of('updateDevice')).toMatchObject([
        { device_id: 1, device_model: 'GT06N', clear_sensors_and_commands: true },
      ]),
    );
  });
});
