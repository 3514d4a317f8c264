import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { afterEach, describe, expect, it } from 'vitest';
import type { Permissions } from '../../../domain/access/index.ts';
import type { AccountId, DeviceId, UnitId } from '../../../domain/base/index.ts';
import type { Device, DeviceDetails, UnclaimedDevice } from '../../../domain/device/index.ts';
import { ERROR } from '../../../domain/errors/index.ts';
import type { UnitDetails, UnitSummary } from '../../../domain/unit/index.ts';
import { FleetContext } from '../../shared/services/fleet.ts';
import { fakeFleet } from '../../shared/testing/fleet.ts';
import { refusal, type FakeAnswers } from '../../shared/testing/services.ts';
import { renderScreen, type ScreenWorldOptions } from '../../shared/testing/screenWorld.tsx';
import UnitCreationScreen from './UnitCreationScreen.tsx';

afterEach(cleanup);

const device = (id: number, name: string): Device => ({
  device_id: id as DeviceId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name,
  device_model: 'FMB920',
  manufacturer: '',
  version: '',
  unique_identifier: `35000000000000${id}`,
  status: 'ACTIVE',
  clock_offset: 'protocol',
  protocol_lock: 'model',
  networks: [],
  sim_number_1: '',
  sim_operator_1: '',
  sim_number_2: '',
  sim_operator_2: '',
  labels: [],
  unit_id: null,
  unit_name: '',
  allocated_to: null,
  created_at: '2026-06-01T00:00:00Z',
});
const details = (id: number, name: string): DeviceDetails => ({
  ...device(id, name),
  has_password: false,
  default_satellites: 4,
  sensors: 0,
  commands: 0,
  settings: { trip_detector: null, fuel: null, filters: null },
});
const free = [device(1, 'Tracker one'), device(2, 'Tracker two')];
const summary: UnitSummary = {
  unit_id: 9 as UnitId,
  account_id: 1 as AccountId,
  account_name: 'North',
  name: 'Van 1',
  kind: 'van',
  status: 'active',
  labels: [],
  identifiers: [],
  device_model: 'FMB920',
  allocated_to: null,
  drivers: [],
  location: null,
};
const made: UnitDetails = {
  ...summary,
  attached_to: null,
  time_zone: 'UTC',
  allocation: null,
  created_at: '2026-06-01T11:59:00Z',
  devices: [
    {
      device_id: 1 as DeviceId,
      name: 'Tracker one',
      device_model: 'FMB920',
      unique_identifier: '1',
      status: 'ACTIVE',
      settings: { trip_detector: null, fuel: null, filters: null },
      sensors: [],
    },
  ],
};
const tracker: UnclaimedDevice = {
  identifier: 'phone-7',
  protocol: 'osmand',
  address: '10.0.0.1',
  first_seen: '2026-06-01T11:00:00Z',
  last_seen: '2026-06-01T11:59:00Z',
  attempts: 3,
  model: 'Traccar Client',
};

const ALL: Permissions = { units: ['r', 'a', 'u'], devices: ['r', 'a', 'u'], account_units: ['r', 'a'] };
const answers: FakeAnswers = {
  getDeviceList: { rows: free, total: 2 },
  getDevice: ({ device_id = 0 }) => details(device_id, `Tracker ${device_id}`),
  getLabels: { labels: ['cold'], groups: [{ label_id: 1, name: 'cold', colour: 'blue' }] },
  createUnit: made,
};

function show(
  options: ScreenWorldOptions & { trackers?: UnclaimedDevice[]; unlisted?: number; permissions?: Permissions } = {},
) {
  const { trackers = [], unlisted = 0, permissions = ALL, ...rest } = options;
  const fleet = fakeFleet({
    unclaimedDevices: async (_, search = '') => {
      const rows = trackers.filter(({ identifier }) => identifier.includes(search));
      return { ok: true, value: { rows, total: rows.length + (search === '' ? unlisted : 0) } };
    },
  });
  return renderScreen(
    <FleetContext value={fleet}>
      <UnitCreationScreen />
    </FleetContext>,
    { path: '/unit-creation', session: { permissions }, ...rest, answers: { ...answers, ...rest.answers } },
  );
}

const choose = async (name: string): Promise<void> =>
  void fireEvent.click(await screen.findByRole('button', { name: `Choose ${name}` }));
const press = (name: string): boolean => fireEvent.click(screen.getByRole('button', { name }));

const chooseModel = async (): Promise<void> => {
  const models = screen.getByRole('combobox', { name: 'Device model' });
  act(() => models.focus());
  fireEvent.change(models, { target: { value: 'Traccar Client' } });
  fireEvent.click(await screen.findByRole('option', { name: /Traccar Client/ }));
};

describe('a new unit', () => {
  it('asks for a device, takes several in an order, and keeps them in the address', async () => {
    const world = await show();
    await screen.findByText('No device chosen yet.');
    press('Next');
    expect(await screen.findByText('Please choose at least one device')).toBeTruthy();
    await choose('Tracker one');
    await choose('Tracker two');
    expect(screen.queryByText('Please choose at least one device')).toBeNull();
    await waitFor(() => expect(world.address()).toBe('/unit-creation?devices=1%2C2'));
    press('Move Tracker 2 up');
    await waitFor(() => expect(world.address()).toBe('/unit-creation?devices=2%2C1'));
    expect(
      within(screen.getByRole('list', { name: '2 chosen devices' }))
        .getAllByRole('listitem')
        .map((line) => line.textContent),
    ).toEqual([expect.stringContaining('Tracker 2'), expect.stringContaining('Tracker 1')]);
  });

  it('is created of what was typed, by steps', async () => {
    const world = await show();
    await choose('Tracker one');
    press('Next');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'V' } });
    press('Create unit');
    expect(await screen.findByText('Name must have at least 3 characters')).toBeTruthy();
    fireEvent.change(screen.getByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    fireEvent.change(screen.getByLabelText('Latitude'), { target: { value: '95' } });
    expect(await screen.findByText('Latitude may be at most 90')).toBeTruthy();
    fireEvent.paste(screen.getByLabelText('Latitude'), { clipboardData: { getData: () => '52.5163, 13.3777' } });
    await waitFor(() => expect(screen.getByLabelText<HTMLInputElement>('Longitude').value).toBe('13.3777'));
    press('Create unit');
    expect(await screen.findByText('Van 1 has been created.')).toBeTruthy();
    expect(world.server.of('createUnit')).toEqual([
      {
        name: 'Van 1',
        kind: 'car',
        labels: [],
        location: { latitude: 52.5163, longitude: 13.3777 },
        attached_to_unit_id: null,
        device_ids: [1],
      },
    ]);
    await waitFor(() => expect(world.address()).toBe('/unit-creation?unit=9'));
    await waitFor(() => expect(world.drafts.size).toBe(0));
    press('Set up later');
    await waitFor(() => expect(world.address()).toBe('/unit/9/view'));
  });

  it('without a place has none', async () => {
    const world = await show({ path: '/unit-creation?devices=1&step=details' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    press('Create unit');
    await screen.findByText('Van 1 has been created.');
    expect(world.server.of('createUnit')).toEqual([expect.objectContaining({ location: null })]);
  });

  it('keeps what was typed over a reload, a refusal and a server that is away', async () => {
    const path = '/unit-creation?devices=1&step=details';
    const first = await show({
      path,
      answers: {
        createUnit: refusal(ERROR.conflict, 'No.', [{ field: 'name', message: 'A unit with this name exists' }]),
      },
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    press('Create unit');
    expect(await screen.findByText('A unit with this name exists')).toBeTruthy();
    const drafts = new Map(first.drafts);
    cleanup();
    await show({ path, drafts });
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Van 1');
    expect(screen.getByText(/have been restored/)).toBeTruthy();
  });

  it('goes from step to step by the browser’s Back and Forward, and loses nothing that was typed', async () => {
    const world = await show();
    await choose('Tracker one');
    press('Next');
    await waitFor(() => expect(world.address()).toBe('/unit-creation?devices=1&step=details'));
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    world.step(-1);
    expect(await screen.findByRole('list', { name: '1 chosen device' })).toBeTruthy();
    expect(world.address()).toBe('/unit-creation?devices=1');
    await choose('Tracker two');
    world.step(1);
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Van 1');
    // The devices chosen meanwhile count, not those of the entry.
    await waitFor(() => expect(world.address()).toBe('/unit-creation?devices=1%2C2&step=details'));
    expect(screen.getByText('2 devices')).toBeTruthy();
  });

  it('stays at the devices where Forward leads to the details without one', async () => {
    const world = await show();
    await choose('Tracker one');
    press('Next');
    await screen.findByRole('textbox', { name: 'Name' });
    world.step(-1);
    fireEvent.click(await screen.findByRole('button', { name: /^Remove / }));
    await screen.findByText('No device chosen yet.');
    world.step(1);
    expect(await screen.findByText('Please choose at least one device')).toBeTruthy();
    await waitFor(() => expect(world.address()).toBe('/unit-creation'));
  });

  it('does not go back into the form of a unit that stands', async () => {
    const world = await show();
    await choose('Tracker one');
    press('Next');
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    press('Create unit');
    await screen.findByText('Van 1 has been created.');
    await waitFor(() => expect(world.address()).toBe('/unit-creation?unit=9'));
    world.step(-1);
    await waitFor(() => expect(world.address()).toBe('/unit-creation?unit=9'));
    expect(screen.getByText('Van 1 has been created.')).toBeTruthy();
    expect(world.server.of('createUnit')).toHaveLength(1);
  });

  it('asks before it is left with something typed', async () => {
    const world = await show({ path: '/unit-creation?devices=1&step=details' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    await waitFor(() => expect(world.guard.holds()).toBe(true));
    expect(world.guard.holds({ path: '/units/list', search: '' })).toBe(true);
    press('Cancel');
    fireEvent.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Leave' }));
    await waitFor(() => expect(world.address()).toBe('/units/list'));
  });

  it('asks nothing between its own steps, where nothing is lost', async () => {
    const world = await show({ path: '/unit-creation?devices=1&step=details' });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    await waitFor(() => expect(world.guard.holds()).toBe(true));
    expect(world.guard.holds({ path: '/unit-creation', search: '?devices=1' })).toBe(false);
    press('Back');
    expect(await screen.findByRole('list', { name: '1 chosen device' })).toBeTruthy();
    expect(screen.queryByRole('alertdialog')).toBeNull();
    press('Next');
    expect((await screen.findByRole<HTMLInputElement>('textbox', { name: 'Name' })).value).toBe('Van 1');
  });

  it('goes back to the devices where somebody else took one', async () => {
    await show({
      path: '/unit-creation?devices=1&step=details',
      answers: {
        createUnit: refusal(ERROR.conflict, 'In use.', [
          { field: 'device_ids', message: 'The device is in another unit' },
        ]),
      },
    });
    fireEvent.change(await screen.findByRole('textbox', { name: 'Name' }), { target: { value: 'Van 1' } });
    press('Create unit');
    expect(await screen.findByRole('list', { name: '1 chosen device' })).toBeTruthy();
    expect(screen.getByText('In use.')).toBeTruthy();
  });

  it('claims a tracker that reported, in its place', async () => {
    const world = await show({ trackers: [tracker], answers: { createDevice: device(7, 'My phone') } });
    fireEvent.click(await screen.findByRole('button', { name: 'Claim phone-7' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Device name' }), { target: { value: 'My phone' } });
    await chooseModel();
    press('Claim and choose');
    expect(await screen.findByRole('list', { name: '1 chosen device' })).toBeTruthy();
    expect(world.server.of('createDevice')).toEqual([
      expect.objectContaining({ name: 'My phone', device_model: 'Traccar Client', unique_identifier: 'phone-7' }),
    ]);
  });

  it('says in the form of a claim why it failed, and in no other form', async () => {
    await show({
      trackers: [tracker, { ...tracker, identifier: 'phone-8' }],
      answers: {
        createDevice: refusal(ERROR.conflict, 'Refused.', [
          { field: 'name', message: 'A device with this name exists' },
        ]),
      },
    });
    fireEvent.click(await screen.findByRole('button', { name: 'Claim phone-7' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Device name' }), { target: { value: 'My phone' } });
    await chooseModel();
    press('Claim and choose');
    const form = within(screen.getByRole('form', { name: 'Claim tracker phone-7' }));
    expect((await form.findByRole('alert')).textContent).toContain('Refused.');
    expect(screen.getAllByText('Refused.')).toHaveLength(1);
    expect(form.getByText('A device with this name exists')).toBeTruthy();
    expect(form.getByRole<HTMLInputElement>('textbox', { name: 'Device name' }).value).toBe('My phone');
    press('Claim phone-8');
    expect(await screen.findByRole('form', { name: 'Claim tracker phone-8' })).toBeTruthy();
    expect(screen.queryByText('Refused.')).toBeNull();
    expect(screen.queryByText('A device with this name exists')).toBeNull();
  });

  it('that are not listed are found by a search', async () => {
    await show({ trackers: [tracker, { ...tracker, identifier: 'phone-9' }], unlisted: 238 });
    expect(await screen.findByText('Showing the first 2 of 240. Search to find the others.')).toBeTruthy();
    fireEvent.change(screen.getByRole('searchbox', { name: 'Tracker number (IMEI)' }), {
      target: { value: 'phone-9' },
    });
    await waitFor(() => expect(screen.queryByText(/Showing the first/)).toBeNull());
    expect(screen.getByText('phone-9')).toBeTruthy();
    expect(screen.queryByText(tracker.identifier)).toBeNull();
  });

  it('keeps the form of a claim open where the list around it becomes shorter', async () => {
    await show({
      trackers: ['phone-4', 'phone-5', 'phone-6', 'phone-7'].map((identifier) => ({ ...tracker, identifier })),
    });
    fireEvent.click(await screen.findByRole('button', { name: /^Show all/ }));
    press('Claim phone-7');
    fireEvent.change(screen.getByRole('textbox', { name: 'Device name' }), { target: { value: 'My phone' } });
    press('Show fewer');
    expect(screen.getByRole<HTMLInputElement>('textbox', { name: 'Device name' }).value).toBe('My phone');
    press('Claim phone-7');
    expect(screen.queryByRole('button', { name: 'Claim phone-7' })).toBeNull();
  });

  it('offers the free devices to a consumer too, who has no list of devices', async () => {
    const world = await show({ permissions: { units: ['r', 'a', 'u'], devices: ['a', 'u'] } });
    expect(await screen.findAllByRole('button', { name: /^Choose / })).toHaveLength(2);
    for (const asked of world.server.of('getDeviceList')) expect(asked).toMatchObject({ filters: { use: 'free' } });
    expect(screen.queryByText(/You cannot see the list of devices/)).toBeNull();
  });

  it('proposes the model that was guessed for a tracker, to be changed', async () => {
    const world = await show({ trackers: [tracker], answers: { createDevice: device(7, 'My phone') } });
    fireEvent.click(await screen.findByRole('button', { name: 'Claim phone-7' }));
    fireEvent.change(screen.getByRole('textbox', { name: 'Device name' }), { target: { value: 'My phone' } });
    expect(screen.getByRole<HTMLInputElement>('combobox', { name: 'Device model' }).value).toBe(
      'Traccar Traccar Client',
    );
    press('Claim and choose');
    await waitFor(() =>
      expect(world.server.of('createDevice')).toMatchObject([
        { name: 'My phone', device_model: 'Traccar Client', manufacturer: 'Traccar', unique_identifier: 'phone-7' },
      ]),
    );
  });
});
