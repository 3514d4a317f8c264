// @vitest-environment happy-dom
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it, vi } from 'vitest';
import type { DeviceMessages } from '../../api/contract/index.ts';
import { RESOURCE_ACTIONS, type Permissions } from '../../domain/access/index.ts';
import type { AccountId, DeviceId, SensorId, UnitId } from '../../domain/base/index.ts';
import type { Device, DeviceDetails } from '../../domain/device/index.ts';
import { ERROR } from '../../domain/errors/index.ts';
import type { Sensor } from '../../domain/sensor/index.ts';
import type { Position } from '../../domain/telemetry/index.ts';
import { refusal, type FakeAnswers } from '../shared/testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../shared/testing/screenWorld.tsx';
import DeviceListScreen from './DeviceListScreen.tsx';
import DeviceScreen from './DeviceScreen.tsx';
import DeviceSetupScreen from './DeviceSetupScreen.tsx';

afterEach(() => {
  cleanup();
  vi.useRealTimers();
});

const everything = RESOURCE_ACTIONS as Permissions;
const device = (id: number, name: string, part: Partial<Device> = {}): Device => ({
  device_id: id as DeviceId, account_id: 1 as AccountId, account_name: 'North', name, device_model: 'FMB920', manufacturer: 'Teltonika', version: '', unique_identifier: `35630704244101${id}`, status: 'ACTIVE',
  clock_offset: 'protocol', sim_number_1: '', sim_operator_1: '', sim_number_2: '', sim_operator_2: '', labels: [], unit_id: null, unit_name: '', allocated_to: null, created_at: '2026-01-01T00:00:00Z', ...part,
});
const details = (part: Partial<DeviceDetails> = {}): DeviceDetails => ({
  ...device(1, 'Van 1'), has_password: false, sensors: 0, commands: 0, settings: { trip_detector: null, fuel: null, filters: null }, ...part,
});
const sensor = (id: number, part: Partial<Sensor> = {}): Sensor => ({
  sensor_id: id as SensorId, device_id: 1 as DeviceId, type: 'external_voltage', name: 'Supply', description: '', parameter: 'external_voltage', visible: true, field: 'supply', data_type: 'number', multiplier: 1,
  minimum: null, maximum: null, table: { kind: 'none' }, ...part,
});
const position = (attributes: Position['attributes']): Position => ({
  unit_id: 4, time: '2026-06-01T11:00:00Z', received_at: '2026-06-01T11:00:02Z', latitude: 52, longitude: 13, speed: 30, course: 0, altitude: 0, satellites: 9, valid: true, protocol: 'teltonika', attributes,
});
const answers: FakeAnswers = {
  getDeviceList: { rows: [device(1, 'Van 1'), device(2, 'Van 2', { status: 'BLOCKED', unit_id: 4 as UnitId, unit_name: 'Crafter' })], total: 2 },
  getUnclaimedDevices: { rows: [{ identifier: '868000000000001', protocol: 'gt06', address: '10.0.0.1', first_seen: '2026-06-01T11:00:00Z', last_seen: '2026-06-01T11:59:00Z', attempts: 3 }], total: 1, listening: { host: null, ports: { teltonika: 5027, gt06: 5023 } } },
  getLabels: { labels: [] },
  getSavedViews: { views: [] },
  getDevice: details(),
  getSensors: { sensors: [] },
  getDeviceCommands: { commands: [] },
  getDeviceMessages: { rows: [], total: 0, mounted_at: null, stored: true },
};
const show = (view: React.ReactNode, options: ScreenWorldOptions = {}) =>
  renderScreen(view, {
    ...options, answers: { ...answers, ...options.answers },
    session: { stage: 'signedIn', permissions: everything, account: { account_id: 1 as AccountId, parent_id: null, name: 'North', type: 'DEALER', status: 'active', restrict_sub_accounts: false }, ...options.session },
  });
const press = (name: string | RegExp): void => void fireEvent.click(screen.getByRole('button', { name }));

describe('devices', () => {
  it('are listed with their unit, and a tracker that reported is one press away from being set up', async () => {
    await show(<DeviceListScreen />, { path: '/devices' });
    expect((await screen.findByRole('link', { name: 'Van 1' })).getAttribute('href')).toBe('/device/1');
    expect(screen.getByRole('link', { name: 'Crafter' }).getAttribute('href')).toBe('/unit/4/view');
    expect((await screen.findByRole('link', { name: 'Set up 868000000000001' })).getAttribute('href')).toBe('/device/create?identifier=868000000000001&protocol=gt06');
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
      path: '/device/create?identifier=868000000000001&protocol=gt06', answers: { createDevice: refusal(ERROR.conflict, 'Refused', [{ field: 'unique_identifier', message: 'This identifier is registered already' }]) },
    });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Unique identifier' })).value).toBe('868000000000001');
    press('Save and Next');
    expect(await screen.findByText('The Device name field is required')).toBeTruthy();
    expect(server.of('createDevice')).toEqual([]);
    fireEvent.change(await nameField(), { target: { value: 'Van 9' } });
    await chooseModel('Concox GT06N');
    press('Save and Next');
    expect(await screen.findByText('This identifier is registered already')).toBeTruthy();
    expect((await nameField()).value).toBe('Van 9');
    expect(server.of('createDevice')).toMatchObject([{ name: 'Van 9', device_model: 'GT06N', unique_identifier: '868000000000001' }]);
  });

  it('says where the tracker is to report to, as its model speaks', async () => {
    await show(<DeviceSetupScreen />, { path: '/device/create' });
    await nameField();
    expect(screen.queryByText('fleet.example')).toBeNull();
    await chooseModel('Concox GT06N');
    const reporting = within(await screen.findByRole('region', { name: 'Where the tracker reports to' }));
    expect(['fleet.example', '5023', 'SERVER,1,fleet.example,5023,0#'].map((text) => reporting.queryByText(text) !== null)).toEqual([true, true, true]);
    await chooseModel('Teltonika FMB920');
    expect(await reporting.findByText('5027')).toBeTruthy();
    expect(reporting.queryByText(/^SERVER/)).toBeNull();
    await chooseModel('Queclink GV300');
    expect(await screen.findByText('This server takes no reports by queclink: its port is switched off.')).toBeTruthy();
  });

  it('goes on at the sensors once it is created', async () => {
    const { address } = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' } });
    expect(await screen.findByText('No sensors yet')).toBeTruthy();
    press('Next: commands');
    await waitFor(() => expect(address()).toBe('/device/create/1?step=commands'));
    press('Finish');
    await waitFor(() => expect(address()).toBe('/device/1'));
  });

  it('asks before it goes on over a sensor that is half written', async () => {
    const { address } = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' } });
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
    const { server } = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' }, answers: { getDevice: details({ device_model: 'FMB140' }), createSensor: sensor(7) } });
    fireEvent.click(await screen.findByRole('button', { name: /usual sensors/ }));
    fireEvent.click(within(await screen.findByRole('alertdialog', { name: 'Set up the trip detector?' })).getByRole('button', { name: 'Later' }));
    fireEvent.click(within(await screen.findByRole('alertdialog', { name: 'Set up fuel theft and refill?' })).getByRole('button', { name: 'Later' }));
    await waitFor(() => expect(screen.queryByRole('alertdialog')).toBeNull());
    expect(server.of('createSensor')).toEqual(expect.arrayContaining([expect.objectContaining({ type: 'gps' }), expect.objectContaining({ type: 'fuel_level' })]));
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
    fireEvent.click(await screen.findByRole('button', { name: /usual sensors/ }));
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
    const { server, address } = await show(<DeviceSetupScreen />, { path: '/device/1/edit', parameters: { id: '1' }, answers: { updateDevice: refusal(ERROR.conflict, 'Somebody else has changed this meanwhile: Name.', [{ field: 'name', message: 'Meanwhile: Theirs', stands: 'Theirs' }]) } });
    fireEvent.change(await nameField(), { target: { value: 'Mine' } });
    press('Save');
    expect(await screen.findByText('Meanwhile: Theirs')).toBeTruthy();
    expect(await nameField()).toHaveProperty('value', 'Mine');
    server.answer('updateDevice', details({ name: 'Mine' }));
    press('Save');
    await waitFor(() => expect(address()).toBe('/device/1'));
    const unchanged = { device_id: 1, clear_sensors_and_commands: false };
    expect(server.of('updateDevice')).toEqual([{ ...unchanged, name: 'Mine', expected: { name: 'Van 1' } }, { ...unchanged, name: 'Mine', expected: { name: 'Theirs' } }]);
  });

  it('keeps a sensor open that somebody else takes away, with what was typed', async () => {
    const { server } = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' }, answers: { getSensors: { sensors: [sensor(7)] }, updateSensor: refusal(ERROR.notFound, 'Not found: deleted meanwhile.') } });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Description' }), { target: { value: 'Half' } });
    server.answer('getSensors', { sensors: [] });
    server.change('device');
    await waitFor(() => expect(server.of('getSensors')).toHaveLength(2));
    expect(screen.getByRole('heading', { name: 'Supply' })).toBeTruthy();
    expect(screen.getByRole('textbox', { name: 'Description' })).toHaveProperty('value', 'Half');
    press('Save');
    expect(await screen.findByText('Not found: deleted meanwhile.')).toBeTruthy();
    expect(server.of('updateSensor')).toMatchObject([{ sensor_id: 7, description: 'Half', expected: { name: 'Supply', description: '' } }]);
  });

  it.each(['/device/1/edit', '/device/create/1?step=details'])('at %s says at once that the device is gone, and keeps what was typed to be copied', async (path) => {
    const { server } = await show(<DeviceSetupScreen />, { path, parameters: { id: '1' } });
    fireEvent.change(await nameField(), { target: { value: 'Mine' } });
    await waitFor(() => expect(server.of('getDevice')).toHaveLength(1));
    // What others change of it is no matter, and neither is a server that cannot be asked.
    server.answer('getDevice', details({ name: 'Theirs' }));
    server.change('device');
    await waitFor(() => expect(server.of('getDevice')).toHaveLength(2));
    server.answer('getDevice', refusal(ERROR.network, 'The server cannot be reached.'));
    server.change('unit');
    await waitFor(() => expect(server.of('getDevice')).toHaveLength(3));
    expect(await nameField()).toHaveProperty('value', 'Mine');
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('device');
    expect(await screen.findByText(/^Van 1 is not there any more since .+2026/)).toBeTruthy();
    expect(screen.getByRole('link', { name: 'To the devices' }).getAttribute('href')).toMatch(/\/devices$/);
    const typed = within(screen.getAllByRole('region', { name: 'What you typed and did not save' })[0]!);
    expect(typed.getByText('Mine')).toBeTruthy();
    expect(typed.getByRole('button', { name: 'Copy what you typed' })).toBeTruthy();
    expect(screen.queryByRole('textbox')).toBeNull();
    expect(screen.queryByRole('button', { name: 'Save' })).toBeNull();
    expect(server.of('updateDevice')).toEqual([]);
  });

  it('keeps a half written sensor to be copied when the device goes', async () => {
    const { server } = await show(<DeviceSetupScreen />, { path: '/device/create/1?step=sensors', parameters: { id: '1' } });
    fireEvent.click((await screen.findAllByRole('button', { name: 'Add sensor' }))[0]!);
    fireEvent.change(await screen.findByRole('textbox', { name: 'Sensor name' }), { target: { value: 'Half' } });
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('unit');
    expect(await screen.findByText(/^Van 1 is not there any more/)).toBeTruthy();
    expect(screen.getAllByText('Half').length).toBeGreaterThan(0);
    expect(screen.queryByRole('textbox')).toBeNull();
  });

  it('asks nothing about a device that went while it asked', async () => {
    const { server } = await show(<DeviceSetupScreen />, { path: '/device/1/edit', parameters: { id: '1' }, answers: { getDevice: details({ sensors: 3 }) } });
    await nameField();
    await chooseModel('Concox GT06N');
    press('Save');
    await screen.findByRole('alertdialog');
    server.answer('getDevice', refusal(ERROR.notFound, 'Not found.'));
    server.change('device');
    expect(await screen.findByText(/^Van 1 is not there any more/)).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    expect(screen.getAllByRole('region', { name: 'What you typed and did not save' })[0]!.textContent).toContain('GT06N');
    expect(server.of('updateDevice')).toEqual([]);
  });

  it('another model takes sensors and commands away after a question only', async () => {
    const { server } = await show(<DeviceSetupScreen />, { path: '/device/1/edit', parameters: { id: '1' }, answers: { getDevice: details({ sensors: 3, commands: 1 }), updateDevice: details({ device_model: 'GT06N' }) } });
    await nameField();
    await chooseModel('Concox GT06N');
    press('Save');
    const dialog = await screen.findByRole('alertdialog');
    expect(within(dialog).getByText('3 sensors, 1 command')).toBeTruthy();
    expect(server.of('updateDevice')).toEqual([]);
    fireEvent.click(within(dialog).getByRole('button', { name: 'Change and delete' }));
    await waitFor(() => expect(server.of('updateDevice')).toMatchObject([{ device_id: 1, device_model: 'GT06N', clear_sensors_and_commands: true }]));
  });
});

describe('sensors of a device', () => {
  const inUnit = { getDevice: details({ unit_id: 4 as UnitId, unit_name: 'Crafter', sensors: 1 }), getSensors: { sensors: [sensor(5)] }, getDeviceMessages: { rows: [position({ external_voltage: 12.6 })], total: 1, mounted_at: null, stored: true } };
  const open = (more: FakeAnswers = {}) => show(<DeviceScreen />, { path: '/device/1?tab=sensors', parameters: { id: '1' }, answers: { ...inUnit, ...more } });

  it('show what they make of the last message', async () => {
    await open();
    expect(await screen.findByText('12.6 V')).toBeTruthy();
  });

  it('of a device in no unit move with its reports, which are kept for the moment only', async () => {
    const levels = [12.6, 12.1, 11.8];
    let said = 0;
    const reports = (): DeviceMessages => ({ rows: levels.slice(0, said).toReversed().map((external_voltage) => ({ ...position({ external_voltage }), unit_id: 0 })), total: said, mounted_at: null, stored: false });
    await open({ getDevice: details({ sensors: 1 }), getDeviceMessages: reports });
    expect((await screen.findByRole('link', { name: 'Create a unit with this device' })).getAttribute('href')).toBe('/unit-creation?devices=1');
    expect(screen.getByText(/its reports are kept only for the moment/)).toBeTruthy();
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Supply' }));
    expect(await screen.findByText(/Nothing has come from the device yet/)).toBeTruthy();
    for (const shown of ['12.6 V', '12.1 V', '11.8 V']) {
      said++;
      press('Refresh');
      expect(await screen.findByText(shown, { selector: 'output' })).toBeTruthy();
    }
    expect(screen.getByRole('button', { name: /external_voltage 11.8/ })).toBeTruthy();
  });

  it('offer each parameter once', async () => {
    await open({ getSensors: { sensors: [sensor(5, { type: 'satellites', name: 'Satellites', field: 'sats', parameter: 'sats' })] }, getDeviceMessages: { rows: [], total: 0, mounted_at: null, stored: false } });
    fireEvent.click(await screen.findByRole('button', { name: 'Edit Satellites' }));
    const names = within(await screen.findByRole('list', { name: 'What the device sent last' })).getAllByRole('button').map(({ textContent }) => textContent);
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
    fireEvent.paste(await screen.findByRole('textbox', { name: 'Paste a table here' }), { clipboardData: { getData: () => '0\t0\n5\t50\n4\t60' } });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Raw (X) 3' })).value).toBe('4');
    press('Save');
    expect(await screen.findByText('Values must be increasing')).toBeTruthy();
    expect(server.of('updateSensor')).toEqual([]);
    fireEvent.change(screen.getByRole('textbox', { name: 'Raw (X) 3' }), { target: { value: '6' } });
    press('Save');
    await waitFor(() => expect(server.of('updateSensor')).toMatchObject([{ sensor_id: 5, table: { kind: 'xy', points: [{ x: 0, y: 0 }, { x: 5, y: 50 }, { x: 6, y: 60 }] } }]));
  });

  it('are in the address while they are written, so that a reload goes on where one was', async () => {
    const world = await open();
    fireEvent.click(await screen.findByRole('button', { name: 'Add sensor' }));
    await screen.findByRole('form', { name: 'New sensor' });
    await waitFor(() => expect(world.address()).toBe('/device/1?tab=sensors&sensor=new'));
    press('Cancel');
    await waitFor(() => expect(world.address()).toBe('/device/1?tab=sensors'));
    cleanup();
    const again = await show(<DeviceScreen />, { path: '/device/1?tab=sensors&sensor=5', parameters: { id: '1' }, answers: inUnit });
    await screen.findByRole('form', { name: 'Supply' });
    expect(again.address()).toBe('/device/1?tab=sensors&sensor=5');
    cleanup();
    // One that is gone opens nothing.
    const gone = await show(<DeviceScreen />, { path: '/device/1?tab=sensors&sensor=77', parameters: { id: '1' }, answers: inUnit });
    await waitFor(() => expect(gone.address()).toBe('/device/1?tab=sensors'));
    expect(screen.queryByRole('form')).toBeNull();
  });

  it('of the model are added with one press', async () => {
    const { server, notices } = await open({ getSensors: { sensors: [] }, createSensor: sensor(6) });
    fireEvent.click(await screen.findByRole('button', { name: /usual sensors/ }));
    await waitFor(() => expect(notices().some((text) => /sensors added/.test(text))).toBe(true));
    const fields = server.of('createSensor').map((data) => (data as { field: string }).field);
    expect(fields).toContain('gps');
    expect(new Set(fields).size).toBe(fields.length);
  });
});

describe('messages of a device', () => {
  it('beside others in one unit are said to be of all of them', async () => {
    await show(<DeviceScreen />, { path: '/device/1?tab=messages', parameters: { id: '1' }, answers: { getDevice: details({ unit_id: 4 as UnitId, unit_name: 'Crafter' }), getDeviceMessages: { rows: [position({})], total: 1, mounted_at: null, stored: true, others: 1 } } });
    expect(await screen.findByText(/Crafter carries 1 more device/)).toBeTruthy();
  });

  it('in no unit are its last reports, asked for again and again', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] });
    const first = position({ fuel: 40 });
    let rows = [first];
    await show(<DeviceScreen />, { path: '/device/1?tab=messages', parameters: { id: '1' }, answers: { getDeviceMessages: () => ({ rows, total: rows.length, mounted_at: null, stored: false }) } });
    expect(await screen.findByText('1 message')).toBeTruthy();
    expect(screen.getByRole('link', { name: 'Create a unit with this device' })).toBeTruthy();
    rows = [position({ fuel: 39 }), first];
    // Nobody presses anything.
    act(() => void vi.advanceTimersByTime(5_000));
    expect(await screen.findByText('2 messages')).toBeTruthy();
  });
});

describe('commands of a device', () => {
  it('that may stop a vehicle are sent only after a tick', async () => {
    const { server } = await show(<DeviceScreen />, {
      path: '/device/1?tab=commands', parameters: { id: '1' },
      answers: { executeDeviceCommand: { execution_id: 1, device_id: 1 as DeviceId, code: 'engineCut', text: 'setdigout 1', state: 'queued', attempts: 0, answer: '', requested_by: 'dealer', queued_at: '2026-06-01T12:00:00Z', sent_at: null, finished_at: null } },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Use: Cuts the engine' }));
    const dialog = await screen.findByRole('dialog');
    const send = within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Send' });
    expect(send.disabled).toBe(true);
    fireEvent.click(within(dialog).getByRole('checkbox'));
    fireEvent.click(send);
    await waitFor(() => expect(server.of('executeDeviceCommand')).toMatchObject([{ device_id: 1, text: 'setdigout 1', confirmed: true }]));
  });
});
